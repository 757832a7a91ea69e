import type { CreateToken } from '../../../services/sandbox/ports.ts';
import type { Database } from '../../postgres/database.ts';
import { cardByNumber, unlistedNumber } from './behaviours.ts';
import { newRef } from './keyed.ts';

/** What the sandbox's card field sends: a listed test number becomes a token, any other is refused; neither is kept (INV-21). */
export const makeCreateToken =
  (database: Database): CreateToken =>
  async ({ number, expMonth, expYear }) => {
    const card = cardByNumber(number.replace(/[\s-]/g, ''));
    if (!card) return { kind: 'declined', intentRef: null, ...unlistedNumber };
    const id = newRef('tok');
    await database.query('INSERT INTO sandbox.tokens (id, behaviour, exp_month, exp_year) VALUES ($1, $2, $3, $4)', [
      id,
      card.token,
      expMonth,
      expYear,
    ]);
    return { id, brand: card.brand, last4: card.last4 };
  };
