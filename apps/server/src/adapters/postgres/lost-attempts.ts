import type { AttemptId } from '@foyer/contract/vocabulary/ids';
import type { Attempt } from '@foyer/domain/state/entities';
import type { LostAttempt, OpenSetup } from '../../services/payments/gateway-event-ports.ts';
import type { Database } from './database.ts';
import { attemptColumns } from './load-billing-states.ts';

/** Attempts to ask the gateway about. A challenge has a lease only while it is being closed. */
const UNDECIDED = `kind = 'charge' AND status IN ('sending', 'requires_action', 'processing') AND given_up_at IS NULL`;

/** Card setups without a result: the bank has not decided yet, or the customer did not return from the bank. */
const OPEN_SETUP = `kind = 'setup' AND (status = 'processing' OR status = 'requires_action' AND created_at < now() - interval '23 hours')`;

/** Closes card setups whose process died. A setup charges nothing, so none is asked about at the gateway. */
const closeSetups = async (database: Database): Promise<void> => {
  await database.query(
    `UPDATE payment_attempts SET status = 'errored', decided_at = now(), lease_until = NULL
     WHERE status = 'sending' AND kind = 'setup' AND lease_until < now()`,
  );
};

/** Time of the next check: after one minute at first, then after twice as long each time, at most five minutes. */
const LATER = `now() + least(interval '60 seconds' * power(2, least(looks, 8)), interval '5 minutes')`;

/** New lease of an attempt that is being sent, as long as its first lease. */
const LEASE = `interval '60 seconds'`;

/** Payment attempts without a response whose lease has expired, for recovery (INV-2). */
export const makeLostAttempts = (database: Database) => ({
  /** Takes them for one server, until the next check. */
  takeLost: async (limit: number): Promise<LostAttempt[]> => {
    await closeSetups(database);
    return database.query<LostAttempt>(
      `UPDATE payment_attempts SET looks = looks + 1, lease_until = ${LATER}
       WHERE id IN (SELECT id FROM payment_attempts WHERE ${UNDECIDED} AND lease_until < now()
         ORDER BY lease_until LIMIT $1 FOR UPDATE SKIP LOCKED) RETURNING id, account_id`,
      [limit],
    );
  },
  takeOpenSetups: async (limit: number): Promise<OpenSetup[]> => {
    const taken = await database.query<Attempt & { isLastLook: boolean }>(
      `UPDATE payment_attempts t SET looks = looks + 1, lease_until = ${LATER}
       WHERE t.id IN (SELECT id FROM payment_attempts WHERE ${OPEN_SETUP} AND (lease_until IS NULL OR lease_until < now())
         ORDER BY created_at LIMIT $1 FOR UPDATE SKIP LOCKED)
       RETURNING ${attemptColumns}, t.created_at < now() - interval '7 days' AS is_last_look`,
      [limit],
    );
    return taken.map(({ isLastLook, ...attempt }) => ({ attempt, isLastLook }));
  },
  /** Prolongs the leases of a batch's unsent attempts, in one statement. */
  prolong: async (attemptIds: readonly AttemptId[]): Promise<void> => {
    await database.query(
      `UPDATE payment_attempts SET lease_until = greatest(lease_until, now() + ${LEASE}) WHERE id = ANY($1) AND status = 'sending'`,
      [attemptIds],
    );
  },
  giveUp: async (limit: number): Promise<AttemptId[]> => {
    const rows = await database.query<{ id: AttemptId }>(
      `UPDATE payment_attempts SET given_up_at = now()
       WHERE id IN (SELECT id FROM payment_attempts
         WHERE ${UNDECIDED} AND lease_until < now() AND created_at < now() - interval '7 days' LIMIT $1 FOR UPDATE SKIP LOCKED)
       RETURNING id`,
      [limit],
    );
    return rows.map((row) => row.id);
  },
});
