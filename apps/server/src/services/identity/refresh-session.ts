import { createHash } from 'node:crypto';
import type { TokenPair } from '@foyer/contract/api/auth';
import type { Instant } from '@foyer/contract/vocabulary/instants';
import { decideRefresh, type RefreshDecision } from '@foyer/domain/identity/refresh-rotation';
import type { Platform } from '../platform.ts';
import { Refused } from '../refused.ts';
import type { IdentityStore, Origin, RefreshRows, SecurityWrites, Session, SteppedSession } from './ports.ts';
import { notifyOwner } from './security-mail.ts';
import { REFRESH_IDLE_MS, type Tokens, tokenPair } from './tokens.ts';

interface Dependencies {
  readonly store: Pick<IdentityStore, 'stepSession' | 'redeemCode' | 'session' | 'recordLateUse'>;
  readonly inTransaction: <T>(work: (tx: SecurityWrites & RefreshRows) => Promise<T>) => Promise<T>;
  readonly tokens: Tokens;
}

/** Returns the PKCE challenge of a verifier by the method S256 (RFC 7636, 4.2). */
const challengeOf = (verifier: string): string => createHash('sha256').update(verifier).digest('base64url');

const invalid = () => new Refused('INVALID_TOKEN', { message: 'Invalid Refresh Token' });

/**
 * Exchanges a refresh token (docs/sessions.md, INV-15), or an authorization code with its verifier. The current token
 * takes one statement. Any other token is decided from the session's row.
 */
export const makeRefreshSession = (
  { originFacts, wallNow }: Platform,
  { store, tokens, inTransaction }: Dependencies,
) => {
  /** Ends a family after a reuse and mails its owner. If several reuses arrive at once, one of them does. */
  const revoke = ({ id, userId, accountId }: Session, origin: Origin, now: Instant): Promise<void> =>
    inTransaction(async (tx) => {
      const user = await tx.lockUser(userId);
      if (!(await tx.endReusedSession({ id, accountId }))) return;
      await tx.record({ ...origin, type: 'refresh_reused', accountId, sessionId: id });
      if (user) await tx.mail(notifyOwner('refresh_reused', user, now, originFacts(origin)));
    });

  return async (refreshToken: string, codeVerifier: string | undefined, origin: Origin): Promise<TokenPair> => {
    const presented = tokens.readRefresh(refreshToken);
    if (!presented) throw invalid();
    const { sessionId, generation } = presented;
    const now = wallNow();
    const answer = (session: SteppedSession) => tokenPair(tokens, sessionId, session, now);

    const step = { id: sessionId, generation, now, refreshExpiresAt: now + REFRESH_IDLE_MS };
    const stepped =
      codeVerifier === undefined
        ? await store.stepSession(step)
        : await store.redeemCode({ ...step, codeChallenge: challengeOf(codeVerifier) });
    if (stepped) return answer(stepped);

    const decide = async (): Promise<{ session: Session; decision: RefreshDecision }> => {
      const session = await store.session(sessionId);
      if (!session) throw invalid();
      return { session, decision: decideRefresh(session, generation, now) };
    };
    let { session, decision } = await decide();
    // A verifier is only for a code, which was exchanged above.
    if (codeVerifier !== undefined && decision !== 'revoke_family') throw invalid();
    if (decision === 'repeat_late') {
      if (await store.recordLateUse(session)) return answer(session);
      // another call was faster, so the family is read again
      ({ session, decision } = await decide());
    }
    if (decision === 'repeat') return answer(session);
    if (decision === 'wait') throw new Refused('UNAVAILABLE', { retryAfterSeconds: 1 });
    if (decision === 'revoke_family') await revoke(session, origin, now);
    throw invalid();
  };
};
