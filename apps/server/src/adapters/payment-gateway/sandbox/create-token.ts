import type { Instant } from '@foyer/contract/vocabulary/instants';
import type { Declined } from '../../../services/billing/ports.ts';
import type { Database } from '../../postgres/database.ts';
import { cardByNumber, invalidExpiry, unlistedNumber } from './behaviours.ts';
import { newRef } from './keyed.ts';

/** Card as the card field of the sandbox sends it. */
interface CardDetails {
  readonly number: string;
  readonly expMonth: number;
  readonly expYear: number;
}

interface CardToken {
  readonly id: string;
  readonly brand: string;
  readonly last4: string;
}

/** True if a card has expired. It is valid to the end of its month. */
const hasEnded = (expYear: number, expMonth: number, now: Instant): boolean => Date.UTC(expYear, expMonth, 1) <= now;

/**
 * Makes a token of a listed test number. Any other number is declined, and no number is stored (INV-21). An expired card
 * is declined as Stripe does it.
 */
export const makeCreateToken =
  (database: Database, wallNow: () => Instant) =>
  async ({ number, expMonth, expYear }: CardDetails): Promise<CardToken | Declined> => {
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
