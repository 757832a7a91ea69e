import { formatDateTime } from '../../../ui/date-time.ts';

/** Time of an event in the time zone of the browser: `Mar 3, 2026, 18:40`. */
export const DateTime = ({ instant }: { instant: string }) => <time dateTime={instant}>{formatDateTime(instant)}</time>;
