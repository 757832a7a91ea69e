import { pageLanguage } from '../lib/page-language.ts';

/** Formats a day as `Jan 10, 2027` in the language of the page. Days are UTC days, as on receipts. */
export const formatDate = (instant: string): string =>
  new Intl.DateTimeFormat(pageLanguage(), { year: 'numeric', month: 'short', day: 'numeric', timeZone: 'UTC' }).format(
    new Date(instant),
  );

/** Formats the expiry month of a card as `Aug 2027`. */
export const formatMonth = (year: number, month: number): string =>
  new Intl.DateTimeFormat(pageLanguage(), { year: 'numeric', month: 'short', timeZone: 'UTC' }).format(
    new Date(Date.UTC(year, month - 1, 1)),
  );

/** Date with a machine-readable `dateTime`. */
export const DateText = ({ instant }: { instant: string }) => <time dateTime={instant}>{formatDate(instant)}</time>;
