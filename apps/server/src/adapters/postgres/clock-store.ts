import type { AccountId } from '@foyer/contract/vocabulary/ids';
import type { Instant } from '@foyer/contract/vocabulary/instants';
import type { Clock, ClockStore } from '../../services/sandbox/ports.ts';
import { type Database, toDate } from './database.ts';

const columns = 'c.id, c.frozen_at, c.status, c.advance_to';

export const makeClockStore = (database: Database, newId: () => string): ClockStore => {
  const ofAccount = async (accountId: AccountId): Promise<Clock | null> => {
    const [clock] = await database.query<Clock>(
      `SELECT ${columns} FROM accounts a JOIN clocks c ON c.id = a.clock_id WHERE a.id = $1`,
      [accountId],
    );
    return clock ?? null;
  };
  return {
    ofAccount,
    create: async (accountId, frozenAt) =>
      database.transaction(async (tx) => {
        await tx.query('SELECT id FROM accounts WHERE id = $1 FOR UPDATE', [accountId]);
        const [there] = await tx.query<Clock>(
          `SELECT ${columns} FROM accounts a JOIN clocks c ON c.id = a.clock_id WHERE a.id = $1`,
          [accountId],
        );
        if (there) return there;
        const id = newId();
        await tx.query('INSERT INTO clocks (id, frozen_at) VALUES ($1, $2)', [id, toDate(frozenAt)]);
        await tx.query('UPDATE accounts SET clock_id = $2 WHERE id = $1', [accountId, id]);
        return { id, frozenAt, status: 'ready', advanceTo: null };
      }),
    startAdvance: async (clockId, to) => {
      const rows = await database.query(
        `UPDATE clocks SET status = 'advancing', advance_to = $2, lease_until = now() WHERE id = $1 AND status <> 'advancing' RETURNING id`,
        [clockId, toDate(to)],
      );
      return rows.length === 1;
    },
    claimAdvancing: async () => {
      const [clock] = await database.query<Clock>(
        `UPDATE clocks AS c SET lease_until = now() + interval '30 seconds'
         WHERE c.id = (SELECT id FROM clocks WHERE status = 'advancing' AND lease_until <= now() ORDER BY lease_until LIMIT 1 FOR UPDATE SKIP LOCKED)
         RETURNING ${columns}`,
      );
      return clock ?? null;
    },
    earliestDue: async (clockId, to) => {
      const [due] = await database.query<{ accountId: AccountId; at: Instant }>(
        `SELECT id AS account_id, next_action_at AS at FROM accounts WHERE clock_id = $1 AND next_action_at <= $2 ORDER BY next_action_at, id LIMIT 1`,
        [clockId, toDate(to)],
      );
      return due ?? null;
    },
    moveTo: async (clockId, to) => {
      await database.query(
        `UPDATE clocks SET frozen_at = greatest(frozen_at, $2), lease_until = now() + interval '30 seconds' WHERE id = $1`,
        [clockId, toDate(to)],
      );
    },
    finish: async (clockId, status) => {
      await database.query('UPDATE clocks SET status = $2, advance_to = NULL, lease_until = NULL WHERE id = $1', [
        clockId,
        status,
      ]);
    },
    nextRenewal: async (accountId) => {
      const [row] = await database.query<{ at: Instant | null }>(
        `SELECT min(current_period_end) AS at FROM subscriptions
         WHERE account_id = $1 AND status IN ('active', 'trialing')
           AND ((unit_amount_cents > 0 AND term = 'recurring') OR transition_at_end)`,
        [accountId],
      );
      return row?.at ?? null;
    },
  };
};
