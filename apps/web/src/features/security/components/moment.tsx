import { i18n } from '@lingui/core';

/** `Mar 3, 2026, 18:40`: when something happened, on the clock of the person who looks (language.md §9). */
export const Moment = ({ instant }: { instant: string }) => (
  <time dateTime={instant}>
    {new Intl.DateTimeFormat(i18n.locale, {
      year: 'numeric',
      month: 'short',
      day: 'numeric',
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
    }).format(new Date(instant))}
  </time>
);
