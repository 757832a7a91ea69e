import type { ConfirmPassword } from '../identity/confirm-password.ts';
import type { Origin, Principal, SecurityWrites } from '../identity/ports.ts';
import { requireConfirmed } from '../identity/require-confirmed.ts';
import { Refused } from '../refused.ts';
import type { SessionEnding } from './ports.ts';

interface Dependencies {
  readonly inTransaction: <T>(work: (tx: SecurityWrites & SessionEnding) => Promise<T>) => Promise<T>;
  readonly confirmPassword: ConfirmPassword;
}

/**
 * Ends one session of the caller. Another session than the current one needs the password (ASVS 7.5.2). A repeated call
 * changes nothing, and both tokens are refused at the next request (INV-13). Another user's session is answered as one
 * that does not exist (INV-20).
 */
export const makeEndSession =
  ({ inTransaction, confirmPassword }: Dependencies) =>
  async (principal: Principal, id: string, password: string | undefined, origin: Origin): Promise<void> => {
    const { userId, accountId, sessionId } = principal;
    const confirmed = id === sessionId ? null : await confirmPassword(principal, password, origin);
    await inTransaction(async (tx) => {
      if (confirmed !== null) requireConfirmed(await tx.lockUser(userId), confirmed);
      const outcome = await tx.endOne(id, principal);
      if (outcome === null) throw new Refused('NOT_FOUND');
      if (outcome === 'ended') await tx.record({ ...origin, type: 'session_ended', accountId, sessionId: id });
    });
  };

/** Ends all sessions of the caller except the current one, or those named, after the password (INV-13, ASVS 7.5.2). */
export const makeEndOtherSessions =
  ({ inTransaction, confirmPassword }: Dependencies) =>
  async (
    principal: Principal,
    { password, ids }: { readonly password?: string | undefined; readonly ids?: readonly string[] | undefined },
    origin: Origin,
  ): Promise<void> => {
    const { userId, accountId, sessionId } = principal;
    const confirmed = await confirmPassword(principal, password, origin);
    await inTransaction(async (tx) => {
      requireConfirmed(await tx.lockUser(userId), confirmed);
      if (ids) {
        for (const id of new Set(ids)) {
          if (id !== sessionId && (await tx.endOne(id, principal)) === 'ended')
            await tx.record({ ...origin, type: 'session_ended', accountId, sessionId: id });
        }
        return;
      }
      const ended = await tx.endSessions(principal, sessionId, 'revoked');
      if (ended > 0) await tx.record({ ...origin, type: 'sessions_ended', accountId, sessionId });
    });
  };
