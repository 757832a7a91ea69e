import type { Instant } from '@foyer/contract/vocabulary/instants';
import type { CreateToken } from '../../../services/sandbox/ports.ts';
import type { Database } from '../../postgres/database.ts';
import { cardByNumber, invalidExpiry, unlistedNumber } from './behaviours.ts';
import { newRef } from './keyed.ts';

/** The card is good to the end of its month. */
const hasEnded = (expYear: number, expMonth: number, now: Instant): boolean => Date.UTC(expYear, expMonth, 1) <= now;

/**
 * What the sandbox's card field sends: a listed test number becomes a token, any other is refused; neither is kept (INV-21).
 * A card that has ended is refused as Stripe refuses it.
 */
export const makeCreateToken =
  (database: Database, wallNow: () => Instant): CreateToken =>
  async ({ number, expMonth, expYear }) => {
    const card = cardByNumber(number.replace(/[\s-]/g, ''));
    if (!card) return { kind: 'declined', intentRef: null, ...unlistedNumber };
    const now = wallNow();
    if (hasEnded(expYear, expMonth, now)) {
      const inItsYear = expYear === new Date(now).getUTCFullYear();
      return { kind: 'declined', intentRef: null, ...invalidExpiry[inItsYear ? 'month' : 'year'] };
    }
    const id = newRef('tok');
    await database.query('INSERT INTO sandbox.tokens (id, behaviour, exp_month, exp_year) VALUES ($1, $2, $3, $4)', [
      id,
      card.token,
      expMonth,
      expYear,
    ]);
    return { id, brand: card.brand, last4: card.last4 };
  };
