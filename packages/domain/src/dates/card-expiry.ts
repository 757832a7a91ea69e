import type { Instant } from '@foyer/contract/vocabulary/instants';
import { Temporal } from 'temporal-polyfill';

/** Cache: few different months occur, and every `GET /api/auth/me` needs one. */
const monthEnds = new Map<number, Instant>();

/** First instant at which a card is expired: the start of the month after the printed one, in UTC. */
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

/** Tells whether a card has expired. It is valid through the printed month, in UTC. */
export const isCardExpired = (card: { expYear: number; expMonth: number }, now: Instant): boolean =>
  now >= cardExpiresAt(card.expYear, card.expMonth);
