import type { Instant } from '@foyer/contract/vocabulary/instants';
import { type Language, languages, locales } from '@foyer/contract/vocabulary/languages';

const formats = Object.fromEntries(
  languages.map((language) => [
    language,
    new Intl.DateTimeFormat(locales[language], { year: 'numeric', month: 'short', day: 'numeric', timeZone: 'UTC' }),
  ]),
) as Record<Language, Intl.DateTimeFormat>;

/** Formats a UTC day, such as `Jan 10, 2027` or `10. Jan. 2027`. Invoices count UTC days too. */
export const formatDay = (at: Instant, language: Language): string => formats[language].format(at);
