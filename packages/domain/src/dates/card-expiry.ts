import type { Instant } from '@foyer/contract/vocabulary/instants';
import { Temporal } from 'temporal-polyfill';

/** There are few months, and every `me` asks for one of them. */
const monthEnds = new Map<number, Instant>();

/** The first instant at which a card counts as expired: the start of the month after the one printed on it (billing.md §2.7). */
export const cardExpiresAt = (expYear: number, expMonth: number): Instant => {
  const month = expYear * 12 + expMonth;
  const known = monthEnds.get(month);
  if (known !== undefined) return known;
  const end = Temporal.PlainDate.from({ year: expYear, month: expMonth, day: 1 })
    .add({ months: 1 })
    .toZonedDateTime('UTC').epochMilliseconds;
  monthEnds.set(month, end);
  return end;
};

export const isCardExpired = (card: { expYear: number; expMonth: number }, now: Instant): boolean =>
  now >= cardExpiresAt(card.expYear, card.expMonth);
