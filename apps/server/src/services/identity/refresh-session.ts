import type { TokenPair } from '@foyer/contract/api/auth';
import type { Instant } from '@foyer/contract/vocabulary/instants';
import { decideRefresh } from '@foyer/domain/security/refresh-rotation';
import { Refused } from '../refused.ts';
import type { IdentityStore, Origin } from './ports.ts';
import { REFRESH_IDLE_MS, type Tokens } from './tokens.ts';

export interface RefreshNeeds {
  readonly store: Pick<IdentityStore, 'stepSession' | 'session' | 'endSession' | 'record'>;
  readonly tokens: Tokens;
  readonly wallNow: () => Instant;
}

const invalid = () => new Refused('INVALID_TOKEN', { message: 'Invalid Refresh Token' });

/**
 * Exchanges a refresh token (INV-15). The ordinary case is one statement; only a token that is not the present one is
 * looked at more closely, and a copy in other hands ends its family.
 */
export const makeRefreshSession =
  ({ store, tokens, wallNow }: RefreshNeeds) =>
  async (refreshToken: string, origin: Origin): Promise<TokenPair> => {
    const presented = tokens.readRefresh(refreshToken);
    if (!presented) throw invalid();
    const { sessionId, generation } = presented;
    const now = wallNow();
    const answer = (userId: string, current: number, expiresAt: Instant): TokenPair => ({
      accessToken: tokens.access(sessionId, userId, now),
      refreshToken: tokens.refresh(sessionId, current),
      refreshExpiresAt: new Date(expiresAt).toISOString(),
    });

    const stepped = await store.stepSession(sessionId, generation, now, now + REFRESH_IDLE_MS);
    if (stepped) return answer(stepped.userId, stepped.generation, stepped.refreshExpiresAt);

    const session = await store.session(sessionId);
    if (!session) throw invalid();
    const decision = decideRefresh(session, generation, now);
    if (decision === 'repeat') return answer(session.userId, session.generation, session.refreshExpiresAt);
    if (decision === 'revoke_family') {
      await store.endSession(sessionId, 'refresh_reused');
      await store.record({
        type: 'refresh_reused',
        accountId: session.accountId,
        sessionId,
        address: origin.address,
        requestId: origin.requestId,
      });
    }
    throw invalid();
  };
