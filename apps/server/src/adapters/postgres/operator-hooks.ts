import type { Instant } from '@foyer/contract/vocabulary/instants';
import type { HookReads, HookRow } from '../../services/operator/hook-ports.ts';
import { countOf } from './bounded-list.ts';
import type { Database } from './database.ts';
import { hasQueue } from './operator-store.ts';

const hooks = `SELECT d.id, d.seq, d.type, d.product, d.account_id, d.status, d.created_at, d.occurred_at, d.attempts,
    d.last_attempt_at, d.last_http_status, d.last_error, d.data,
    (SELECT u.email::text FROM users u WHERE u.account_id = d.account_id AND u.deleted_at IS NULL LIMIT 1) AS email
  FROM product_hook_deliveries d`;

/** Messages to products for the operator site. */
export const makeHookReads = (database: Database): HookReads => ({
  hooks: ({ product, status }, before, limit) =>
    database.query<HookRow>(
      `${hooks} WHERE ($1::text IS NULL OR d.product = $1) AND ($2::text IS NULL OR d.status = $2)
         AND ($3::text IS NULL OR d.id < $3)
       ORDER BY d.id DESC LIMIT $4`,
      [product, status, before, limit],
    ),
  hook: async (id) => {
    const [row] = await database.query<HookRow>(`${hooks} WHERE d.id = $1`, [id]);
    return row ?? null;
  },
  attemptsOf: (id, limit) =>
    database.query(
      `SELECT number, at, duration_ms, http_status, error, answer FROM product_hook_attempts
       WHERE delivery_id = $1 ORDER BY number DESC LIMIT $2`,
      [id, limit],
    ),
  nextAttempts: async (ids) => {
    if (ids.length === 0 || !(await hasQueue(database))) return new Map();
    const jobs = await database.query<{ id: string; at: Instant }>(
      `SELECT data ->> 'deliveryId' AS id, start_after AS at FROM pgboss.job
       WHERE name = 'product-hook' AND state < 'active' AND data ->> 'deliveryId' = ANY ($1)`,
      [ids],
    );
    return new Map(jobs.map(({ id, at }) => [id, at]));
  },
  failedCount: async (product) => {
    const [row] = await database.query<{ n: number }>(
      `SELECT ${countOf(`product_hook_deliveries WHERE status = 'failed' AND account_id IS NOT NULL AND product = $1`)} AS n`,
      [product],
    );
    return row?.n ?? 0;
  },
});
