import type { Origin, Principal, SecurityWrites } from '../identity/ports.ts';
import { Refused } from '../refused.ts';
import type { SessionEnding } from './ports.ts';

export interface EndSessionsNeeds {
  readonly inTransaction: <T>(work: (tx: SecurityWrites & SessionEnding) => Promise<T>) => Promise<T>;
}

/**
 * Ends one session of the caller's, this one included; a repeated call changes nothing. Neither of its tokens is good on
 * the next request (INV-13). Another user's session answers as one that does not exist (INV-20).
 */
export const makeEndSession =
  ({ inTransaction }: EndSessionsNeeds) =>
  ({ userId, accountId }: Principal, id: string, origin: Origin): Promise<void> =>
    inTransaction(async (tx) => {
      const outcome = await tx.endOne(id, userId);
      if (outcome === null) throw new Refused('NOT_FOUND');
      if (outcome === 'ended') await tx.record({ ...origin, type: 'session_ended', accountId, sessionId: id });
    });

/** Ends every session of the caller's but the one that asks (INV-13). */
export const makeEndOtherSessions =
  ({ inTransaction }: EndSessionsNeeds) =>
  ({ userId, accountId, sessionId }: Principal, origin: Origin): Promise<void> =>
    inTransaction(async (tx) => {
      const ended = await tx.endSessions(userId, sessionId, 'revoked');
      if (ended > 0) await tx.record({ ...origin, type: 'sessions_ended', accountId, sessionId });
    });
