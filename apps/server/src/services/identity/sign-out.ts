import { Refused } from '../refused.ts';
import type { IdentityStore, Origin, Principal } from './ports.ts';

/**
 * Ends the session that the access token of the call belongs to (SE-04). Another session of the user is refused, because
 * ending it needs the password (ASVS 7.5.2). Another user's session is answered as one that does not exist (INV-20).
 */
export const makeSignOut =
  (store: Pick<IdentityStore, 'session' | 'endSession' | 'record'>) =>
  async (principal: Principal, jti: string, origin: Origin): Promise<void> => {
    const session = await store.session(jti);
    if (session?.userId !== principal.userId) throw new Refused('NOT_FOUND');
    if (jti !== principal.sessionId) {
      throw new Refused('FORBIDDEN', {
        message: `Call DELETE /api/auth/me/security/sessions/${jti} with the password to end another session.`,
      });
    }
    const ended = await store.endSession(jti, principal);
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
