import { Refused } from '../refused.ts';
import type { RenewTokens } from './ports.ts';
import { REFRESH_IDLE_MS, type Tokens, tokenPair } from './tokens.ts';

/**
 * Begins a new token family for the session that changes its user's credentials (INV-14): every token it had before is
 * refused from the commit on, also a copied one. The new pair exists only in the answer to that call (docs/sessions.md).
 */
export const makeRenewTokens =
  (tokens: Tokens): RenewTokens =>
  async (tx, sessionId, now) => {
    const renewed = await tx.beginFamily(sessionId, now + REFRESH_IDLE_MS);
    if (!renewed) throw new Refused('INVALID_TOKEN');
    return tokenPair(tokens, sessionId, renewed, now);
  };
