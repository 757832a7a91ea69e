import { formatMoment } from '../../../ui/moment.ts';

/** Time of an event in the time zone of the browser: `Mar 3, 2026, 18:40`. */
export const Moment = ({ instant }: { instant: string }) => <time dateTime={instant}>{formatMoment(instant)}</time>;
