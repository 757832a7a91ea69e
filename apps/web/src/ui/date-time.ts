import { pageLanguage } from '../lib/page-language.ts';

/** Formats a time as `Mar 12, 2026, 10:24` in the language of the page, in the time zone of the browser or in UTC. */
export const formatDateTime = (instant: string, timeZone?: 'UTC'): string =>
  new Intl.DateTimeFormat(pageLanguage(), {
    year: 'numeric',
    month: 'short',
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZone,
  }).format(new Date(instant));
