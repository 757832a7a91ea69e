import { formatMoment } from '../../../ui/moment.ts';

/** `Mar 3, 2026, 18:40`: when something happened, on the clock of the person who looks (language.md §9). */
export const Moment = ({ instant }: { instant: string }) => <time dateTime={instant}>{formatMoment(instant)}</time>;
