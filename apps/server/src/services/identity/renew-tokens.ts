import { Refused } from '../refused.ts';
import type { RenewInAddress, RenewTokens } from './ports.ts';
import { FIRST_TOKEN_LIFE_MS, REFRESH_IDLE_MS, type Tokens, tokenPair } from './tokens.ts';

/**
 * Begins a new token family for the session that changes its user's credentials (INV-14): every token it had before is
 * refused from the commit on, also a copied one. The new pair exists only in the answer to that call (docs/sessions.md).
 */
export const makeRenewTokens =
  (tokens: Tokens): RenewTokens =>
  async (tx, sessionId, now) => {
    const renewed = await tx.beginFamily(sessionId, now + REFRESH_IDLE_MS, 'in_answer');
    if (!renewed) throw new Refused('INVALID_TOKEN');
    return tokenPair(tokens, sessionId, renewed, now);
  };

/**
 * Begins a new token family for the session that was proved at the provider. The redirect carries its refresh token, which
 * lives as short as that of a sign-in (docs/sessions.md).
 */
export const makeRenewInAddress =
  (tokens: Pick<Tokens, 'refresh'>): RenewInAddress =>
  async (tx, sessionId, now) => {
    const renewed = await tx.beginFamily(sessionId, now + FIRST_TOKEN_LIFE_MS, 'in_address');
    if (!renewed) throw new Refused('INVALID_TOKEN', { status: 400 });
    return tokens.refresh(sessionId, renewed.generation);
  };
