import { i18n } from '@lingui/core';

const language = () => i18n.locale || 'en';

/** `Jan 10, 2027`, in the person's language. Days are UTC days, as the bill counts them. */
export const formatDate = (instant: string): string =>
  new Intl.DateTimeFormat(language(), { year: 'numeric', month: 'short', day: 'numeric', timeZone: 'UTC' }).format(
    new Date(instant),
  );

/** Formats the expiry month of a card as `Aug 2027`. */
export const formatMonth = (year: number, month: number): string =>
  new Intl.DateTimeFormat(language(), { year: 'numeric', month: 'short', timeZone: 'UTC' }).format(
    new Date(Date.UTC(year, month - 1, 1)),
  );

/** A date a machine can read too. */
export const DateText = ({ instant }: { instant: string }) => <time dateTime={instant}>{formatDate(instant)}</time>;
