import type { KeyObject } from 'node:crypto';
import { MINUTE_MS } from '@foyer/contract/vocabulary/instants';
import { counterKeyOf } from '../../services/keyed-hash.ts';
import type { CountedCalls, ShareCounts } from '../../services/rate-windows/ports.ts';
import type { Database } from './database.ts';

/** Number of expired windows that an exchange deletes for each that it writes. */
const SWEPT_EACH = 2;

/** Adds calls to the windows that all servers share. A key is stored as a hash, because it may be an address. */
export const makeShareCounts =
  (database: Database, counterKey: KeyObject): ShareCounts =>
  async (counted) => {
    const byHash = new Map(counted.map((each) => [counterKeyOf(counterKey, 'calls', each.key), each]));
    const sorted = [...byHash].toSorted(([one], [other]) => (one < other ? -1 : 1));
    const rows = await database.query<CountedCalls>(
      `INSERT INTO rate_windows AS w (key, window_ms, ends_at, count)
       SELECT t.key, $4, now() + t.ends_in_ms * interval '1 millisecond', t.calls
       FROM unnest($1::text[], $2::integer[], $3::integer[]) AS t (key, calls, ends_in_ms) ORDER BY t.key
       ON CONFLICT (key, window_ms) DO UPDATE SET
         count = CASE WHEN w.ends_at > now() THEN w.count ELSE 0 END + excluded.count,
         ends_at = CASE WHEN w.ends_at > now() THEN w.ends_at ELSE excluded.ends_at END
       RETURNING key, count AS calls, (EXTRACT(EPOCH FROM ends_at - now()) * 1000)::float8 AS ends_in_ms`,
      [
        sorted.map(([hash]) => hash),
        sorted.map(([, { calls }]) => calls),
        sorted.map(([, { endsInMs }]) => endsInMs),
        MINUTE_MS,
      ],
    );
    await database.query(
      `DELETE FROM rate_windows WHERE (key, window_ms) IN (
         SELECT key, window_ms FROM rate_windows WHERE ends_at <= now() ORDER BY ends_at LIMIT $1 FOR UPDATE SKIP LOCKED)`,
      [rows.length * SWEPT_EACH],
    );
    return rows.map((row) => ({ ...row, key: byHash.get(row.key)?.key ?? row.key }));
  };
