import type { Instant } from '@foyer/contract/vocabulary/instants';
import { Temporal } from 'temporal-polyfill';

/** The first instant at which a card counts as expired: the start of the month after the one printed on it (billing.md §2.7). */
export const cardExpiresAt = (expYear: number, expMonth: number): Instant =>
  Temporal.PlainDate.from({ year: expYear, month: expMonth, day: 1 }).add({ months: 1 }).toZonedDateTime('UTC')
    .epochMilliseconds;

export const isCardExpired = (card: { expYear: number; expMonth: number }, now: Instant): boolean =>
  now >= cardExpiresAt(card.expYear, card.expMonth);
