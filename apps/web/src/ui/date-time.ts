import { i18n } from '@lingui/core';

/** Formats a time as `Mar 12, 2026, 10:24` in the language of the page, in the time zone of the browser or in UTC. */
export const formatDateTime = (instant: string, timeZone?: 'UTC'): string =>
  new Intl.DateTimeFormat(i18n.locale || 'en', {
    year: 'numeric',
    month: 'short',
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZone,
  }).format(new Date(instant));
