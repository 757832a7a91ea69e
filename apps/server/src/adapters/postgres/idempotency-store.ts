import type { IdempotencyStore, KeyedCall, KeyRecord, KeyState } from '../../services/idempotency/ports.ts';
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

/** An older key counts as new. */
export const KEYS_KEPT_HOURS = 72;
const KEEP = `interval '${KEYS_KEPT_HOURS} hours'`;
const DEAD = `interval '60 seconds'`;

/** Table of idempotency keys and its owner column. `withSubject`: a key stores the ids that its call created. */
interface KeyTable {
  readonly name: string;
  readonly owner: string;
  readonly withSubject: boolean;
}

const ofAccounts: KeyTable = { name: 'idempotency_keys', owner: 'account_id', withSubject: true };
const ofOperators: KeyTable = { name: 'operator_idempotency_keys', owner: 'operator_id', withSubject: false };

const ofVendorKeys: KeyTable = { name: 'vendor_idempotency_keys', owner: 'vendor_key_id', withSubject: false };

const makeStore = (database: Database, { name, owner, withSubject }: KeyTable): IdempotencyStore => {
  const subject = withSubject ? 'subject_id' : 'NULL::text';
  const release = async (call: KeyedCall): Promise<void> => {
    await database.query(
      `DELETE FROM ${name} WHERE ${owner} = $1 AND key = $2 AND state = 'started' AND ${subject} IS NULL`,
      [call.owner, call.key],
    );
  };
  const find = async (ownerId: string, key: string): Promise<KeyRecord | null> => {
    const [row] = await database.query<KeyRow>(
      `SELECT method, path, body_hash, state, status_code, response, ${subject} AS subject_id, locked_at < now() - ${DEAD} AS stale
       FROM ${name} WHERE ${owner} = $1 AND key = $2 AND created_at >= now() - ${KEEP}`,
      [ownerId, key],
    );
    if (!row) return null;
    const { method, path, bodyHash, subjectId, stale } = row;
    const call: KeyedCall = { owner: ownerId, key, method, path, bodyHash };
    return row.state === 'finished'
      ? { kind: 'finished', call, subjectId, answer: { statusCode: row.statusCode ?? 200, response: row.response } }
      : { kind: 'running', call, subjectId, stale };
  };
  return {
    claim: async (call): Promise<KeyState> => {
      const [taken] = await database.query<{ lockedAt: string }>(
        `INSERT INTO ${name} AS k (${owner}, key, method, path, body_hash, state, locked_at) VALUES ($1, $2, $3, $4, $5, 'started', now())
       ON CONFLICT (${owner}, key) DO UPDATE SET method = excluded.method, path = excluded.path, body_hash = excluded.body_hash, state = 'started',
         status_code = NULL, response = NULL, ${withSubject ? 'subject_id = NULL, ' : ''}locked_at = now(), created_at = now()
       WHERE k.created_at < now() - ${KEEP}
       RETURNING locked_at::text`,
        [call.owner, call.key, call.method, call.path, call.bodyHash],
      );
      if (taken) return { kind: 'mine', lockedAt: taken.lockedAt };
      // The key was released between the two statements. It is reported as running, so the caller tries again.
      return (await find(call.owner, call.key)) ?? { kind: 'running', call, subjectId: null, stale: false };
    },
    find,
    takeOver: async (call) => {
      const [taken] = await database.query<{ lockedAt: string }>(
        `UPDATE ${name} SET locked_at = now() WHERE ${owner} = $1 AND key = $2 AND state = 'started' AND locked_at < now() - ${DEAD}
         RETURNING locked_at::text`,
        [call.owner, call.key],
      );
      return taken?.lockedAt ?? null;
    },
    finish: async (call, { statusCode, response }) => {
      await database.query(
        `UPDATE ${name} SET state = 'finished', status_code = $3, response = $4 WHERE ${owner} = $1 AND key = $2`,
        [call.owner, call.key, statusCode, JSON.stringify(response ?? null)],
      );
    },
    release,
    releaseForTakeOver: async (call) => {
      await release(call);
      await database.query(
        `UPDATE ${name} SET locked_at = '-infinity' WHERE ${owner} = $1 AND key = $2 AND state = 'started'`,
        [call.owner, call.key],
      );
    },
    giveUp: async (call, lockedAt) => {
      await database.query(
        `WITH given_up AS (UPDATE ${name} SET locked_at = '-infinity'
           WHERE ${owner} = $1 AND key = $2 AND state = 'started' AND locked_at = $3::timestamptz RETURNING ${subject} AS subject)
         UPDATE payment_attempts SET lease_until = now()
         WHERE id = (SELECT subject::jsonb ->> 'attemptId' FROM given_up) AND kind = 'charge' AND status = 'sending' AND looks = 0`,
        [call.owner, call.key, lockedAt],
      );
    },
  };
};

/** Keys of customers' calls. */
export const makeIdempotencyStore = (database: Database): IdempotencyStore => makeStore(database, ofAccounts);

/** Idempotency keys of the vendor API. The audit log says what a call did whose process died, as for operators. */
export const makeVendorKeyStore = (database: Database): IdempotencyStore => makeStore(database, ofVendorKeys);

/** Keys of operator calls. The audit log, not the key, says what a call did whose process died. */
export const makeOperatorKeyStore = (database: Database): IdempotencyStore => makeStore(database, ofOperators);
