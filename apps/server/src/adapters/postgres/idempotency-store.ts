import type { IdempotencyStore, KeyedCall, KeyState } from '../../services/idempotency/ports.ts';
import type { Database } from './database.ts';

interface KeyRow {
  readonly method: string;
  readonly path: string;
  readonly bodyHash: string;
  readonly state: 'started' | 'finished';
  readonly statusCode: number | null;
  readonly response: unknown;
  readonly subjectId: string | null;
  readonly stale: boolean;
}

const KEEP = `interval '72 hours'`;
const DEAD = `interval '60 seconds'`;

export const makeIdempotencyStore = (database: Database): IdempotencyStore => {
  const release = async ({ accountId, key }: KeyedCall): Promise<void> => {
    await database.query(
      `DELETE FROM idempotency_keys WHERE account_id = $1 AND key = $2 AND state = 'started' AND subject_id IS NULL`,
      [accountId, key],
    );
  };
  return {
    claim: async (call): Promise<KeyState> => {
      const taken = await database.query(
        `INSERT INTO idempotency_keys AS k (account_id, key, method, path, body_hash, state, locked_at) VALUES ($1, $2, $3, $4, $5, 'started', now())
       ON CONFLICT (account_id, key) DO UPDATE SET method = excluded.method, path = excluded.path, body_hash = excluded.body_hash, state = 'started',
         status_code = NULL, response = NULL, subject_id = NULL, locked_at = now(), created_at = now()
       WHERE k.created_at < now() - ${KEEP}
       RETURNING key`,
        [call.accountId, call.key, call.method, call.path, call.bodyHash],
      );
      if (taken.length === 1) return { kind: 'mine' };
      const [row] = await database.query<KeyRow>(
        `SELECT method, path, body_hash, state, status_code, response, subject_id, locked_at < now() - ${DEAD} AS stale
       FROM idempotency_keys WHERE account_id = $1 AND key = $2`,
        [call.accountId, call.key],
      );
      // Released between the two statements: say "running", the caller tries again.
      if (!row) return { kind: 'running', call, subjectId: null, stale: false };
      const first: KeyedCall = {
        accountId: call.accountId,
        key: call.key,
        method: row.method,
        path: row.path,
        bodyHash: row.bodyHash,
      };
      if (row.state === 'finished') {
        return { kind: 'finished', call: first, answer: { statusCode: row.statusCode ?? 200, response: row.response } };
      }
      return { kind: 'running', call: first, subjectId: row.subjectId, stale: row.stale };
    },
    takeOver: async ({ accountId, key }) => {
      const rows = await database.query(
        `UPDATE idempotency_keys SET locked_at = now() WHERE account_id = $1 AND key = $2 AND state = 'started' AND locked_at < now() - ${DEAD} RETURNING key`,
        [accountId, key],
      );
      return rows.length === 1;
    },
    finish: async ({ accountId, key }, { statusCode, response }) => {
      await database.query(
        `UPDATE idempotency_keys SET state = 'finished', status_code = $3, response = $4 WHERE account_id = $1 AND key = $2`,
        [accountId, key, statusCode, JSON.stringify(response ?? null)],
      );
    },
    release,
    letGo: async (call) => {
      await release(call);
      await database.query(
        `UPDATE idempotency_keys SET locked_at = '-infinity' WHERE account_id = $1 AND key = $2 AND state = 'started'`,
        [call.accountId, call.key],
      );
    },
  };
};
