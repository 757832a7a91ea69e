import { i18n } from '@lingui/core';

/** `Mar 12, 2026, 10:24`, as the language writes it, in the time zone of the browser or in UTC. */
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
