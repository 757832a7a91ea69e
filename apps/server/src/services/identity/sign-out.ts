import { Refused } from '../refused.ts';
import type { IdentityStore, Origin, Principal } from './ports.ts';

/**
 * Ends the session an access token belongs to (SE-04), also when it has ended already. Another user's session answers
 * as one that does not exist (INV-20).
 */
export const makeSignOut =
  (store: Pick<IdentityStore, 'session' | 'endSession' | 'record'>) =>
  async (principal: Principal, jti: string, origin: Origin): Promise<void> => {
    const session = await store.session(jti);
    if (session?.userId !== principal.userId) throw new Refused('NOT_FOUND');
    const ended = await store.endSession(jti, principal.userId);
    if (!ended) return;
    await store.record({
      type: 'signed_out',
      accountId: principal.accountId,
      sessionId: jti,
      address: origin.address,
      userAgent: origin.userAgent,
      requestId: origin.requestId,
    });
  };
