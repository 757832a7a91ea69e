import type { Instant } from '@foyer/contract/vocabulary/instants';
import type { Product } from '@foyer/contract/vocabulary/plans';
import type { EntitlementChange } from '@foyer/domain/entitlements/changes';
import type { HookDeliveries, HookDelivery, ViewChange } from '../../services/entitlements/ports.ts';
import { type Database, type Sql, toDate } from './database.ts';
import { storeEvents } from './entitlement-events.ts';
import { insertRows } from './rows.ts';

const TABLE = { name: 'product_hook_deliveries', instants: ['occurredAt', 'createdAt'] };

/** Age at which delivered messages are deleted. Messages that failed finally stay, until they are sent again. */
const KEPT = `interval '30 days'`;

/** Attempt for a product without an endpoint. */
const NO_CALL = { httpStatus: null, error: 'no_endpoint', durationMs: 0, answer: null } as const;

/**
 * Stores each change for the feed of the vendor's servers, and messages with their jobs for products with an endpoint. All of
 * it happens in the transaction of the change, so that none exists without the others (INV-26).
 */
export type AnnounceEntitlements = (sql: Sql, changes: readonly EntitlementChange[]) => Promise<void>;

export interface AnnounceNeeds {
  /** Products with an endpoint. Changes of others are in the feed only. */
  readonly products: readonly Product[];
  readonly enqueueHooks: (sql: Sql, ids: readonly string[]) => Promise<void>;
  readonly view: ViewChange;
  readonly newId: () => string;
  readonly wallNow: () => Instant;
}

export const makeAnnounceEntitlements =
  ({ products, enqueueHooks, view, newId, wallNow }: AnnounceNeeds): AnnounceEntitlements =>
  async (sql, changes) => {
    if (changes.length === 0) return;
    const events = changes.map((change) => ({
      id: newId(),
      accountId: change.accountId,
      product: change.product,
      data: view(change),
      occurredAt: change.at,
      createdAt: wallNow(),
    }));
    const messages = events
      .filter(({ product }) => products.includes(product))
      .map((event) => ({ ...event, type: 'entitlement.changed', status: 'waiting', attempts: 0 }));
    if (messages.length > 0) await insertRows(sql, TABLE, messages);
    await storeEvents(sql, events);
    if (messages.length > 0)
      await enqueueHooks(
        sql,
        messages.map(({ id }) => id),
      );
  };

export const makeHookDeliveries = (database: Database, wallNow: () => Instant): HookDeliveries => ({
  find: async (id) => {
    const [delivery] = await database.query<HookDelivery>(
      'SELECT id, seq, product, type, data, occurred_at, status FROM product_hook_deliveries WHERE id = $1',
      [id],
    );
    return delivery ?? null;
  },
  record: async (id, { status, outcome }) => {
    const now = wallNow();
    const { httpStatus, error, durationMs, answer } = outcome ?? NO_CALL;
    await database.query(
      `WITH delivery AS (
         UPDATE product_hook_deliveries SET status = $2, attempts = attempts + 1, last_http_status = $3, last_error = $4, last_attempt_at = $5
         WHERE id = $1 RETURNING id, attempts)
       INSERT INTO product_hook_attempts (delivery_id, number, at, duration_ms, http_status, error, answer)
       SELECT id, attempts, $5, $6, $3, $4, $7 FROM delivery`,
      [id, status, httpStatus, error, toDate(now), durationMs, answer],
    );
    await database.query(`DELETE FROM product_hook_attempts WHERE at < $1::timestamptz - ${KEPT}`, [toDate(now)]);
    await database.query(
      `DELETE FROM product_hook_deliveries WHERE status = 'delivered' AND last_attempt_at < $1::timestamptz - ${KEPT}`,
      [toDate(now)],
    );
  },
});

/** Marks a message that is not in the queue as waiting again. The caller queues its job. */
export const takeHookAgain = async (sql: Sql, id: string): Promise<'done' | 'unknown' | 'waiting'> => {
  const [found] = await sql.query<{ status: HookDelivery['status'] }>(
    'SELECT status FROM product_hook_deliveries WHERE id = $1 FOR UPDATE',
    [id],
  );
  if (!found) return 'unknown';
  if (found.status === 'waiting') return 'waiting';
  await sql.query(`UPDATE product_hook_deliveries SET status = 'waiting' WHERE id = $1`, [id]);
  return 'done';
};

/** Stores a test message, and deletes failed ones that are older than delivered messages become. The caller queues its job. */
export const addTestHook = async (sql: Sql, test: { id: string; product: Product; at: Instant }): Promise<void> => {
  const { id, product, at } = test;
  const row = { id, accountId: null, product, type: 'webhook.test', data: { product }, status: 'waiting', attempts: 0 };
  await insertRows(sql, TABLE, [{ ...row, occurredAt: at, createdAt: at }]);
  await sql.query(
    `DELETE FROM product_hook_deliveries
     WHERE status = 'failed' AND account_id IS NULL AND last_attempt_at < $1::timestamptz - ${KEPT}`,
    [toDate(at)],
  );
};

/** Marks a failed message as waiting again. False if there is none. The caller queues its job. */
export const takeFailedHook = async (sql: Sql, id: string): Promise<boolean> => {
  const taken = await sql.query(
    `UPDATE product_hook_deliveries SET status = 'waiting' WHERE id = $1 AND status = 'failed' RETURNING id`,
    [id],
  );
  return taken.length === 1;
};

/** Deletes a failed message with its attempts. False if there is none. */
export const removeFailedHook = async (sql: Sql, id: string): Promise<boolean> => {
  const removed = await sql.query(
    `DELETE FROM product_hook_deliveries WHERE id = $1 AND status = 'failed' RETURNING id`,
    [id],
  );
  return removed.length === 1;
};
