import type { Origin, Principal, SecurityWrites } from '../identity/ports.ts';
import { Refused } from '../refused.ts';
import type { ConfirmPassword, SessionEnding } from './ports.ts';

interface Dependencies {
  readonly inTransaction: <T>(work: (tx: SecurityWrites & SessionEnding) => Promise<T>) => Promise<T>;
  readonly confirmPassword: ConfirmPassword;
}

/** Refuses a password that was changed since it was confirmed. */
const requireConfirmed = async (tx: SecurityWrites, { userId }: Principal, confirmed: string): Promise<void> => {
  const user = await tx.lockUser(userId);
  if (user?.passwordHash !== confirmed) throw new Refused('INVALID_CREDENTIALS', { field: 'password' });
};

/**
 * Ends one session of the caller. Another session than the present one needs the password (ASVS 7.5.2). A repeated call
 * changes nothing, and both tokens are refused at the next request (INV-13). Another user's session is answered as one
 * that does not exist (INV-20).
 */
export const makeEndSession =
  ({ inTransaction, confirmPassword }: Dependencies) =>
  async (principal: Principal, id: string, password: string | undefined, origin: Origin): Promise<void> => {
    const { userId, accountId, sessionId } = principal;
    const confirmed = id === sessionId ? null : await confirmPassword(principal, password, origin);
    await inTransaction(async (tx) => {
      if (confirmed !== null) await requireConfirmed(tx, principal, confirmed);
      const outcome = await tx.endOne(id, userId);
      if (outcome === null) throw new Refused('NOT_FOUND');
      if (outcome === 'ended') await tx.record({ ...origin, type: 'session_ended', accountId, sessionId: id });
    });
  };

/** Ends all sessions of the caller except the present one, after the password (INV-13, ASVS 7.5.2). */
export const makeEndOtherSessions =
  ({ inTransaction, confirmPassword }: Dependencies) =>
  async (principal: Principal, password: string | undefined, origin: Origin): Promise<void> => {
    const { userId, accountId, sessionId } = principal;
    const confirmed = await confirmPassword(principal, password, origin);
    await inTransaction(async (tx) => {
      await requireConfirmed(tx, principal, confirmed);
      const ended = await tx.endSessions(userId, sessionId, 'revoked');
      if (ended > 0) await tx.record({ ...origin, type: 'sessions_ended', accountId, sessionId });
    });
  };
