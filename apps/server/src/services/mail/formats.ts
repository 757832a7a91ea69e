import type { Instant } from '@foyer/contract/vocabulary/instants';
import { type Language, locales } from '@foyer/contract/vocabulary/languages';
import { formatCents } from '@foyer/contract/vocabulary/money';
import { declineIn } from '@foyer/domain/billing/decline-words';
import { describedIn } from '@foyer/domain/billing/describe';
import { formatDay } from '@foyer/domain/dates/format-day';

/** Functions that format values for readers of a language. */
export const formatsIn = (language: Language) => {
  const locale = locales[language];
  return {
    day: (at: Instant) => formatDay(at, language),
    money: (cents: number) => formatCents(cents, { locale }),
    percent: (rate: number) => rate.toLocaleString(locale),
    decline: (declineCode: string | null | undefined, message: string) => declineIn(language, { declineCode }, message),
    description: (text: string) => describedIn(language, text),
  };
};

export type Formats = ReturnType<typeof formatsIn>;
