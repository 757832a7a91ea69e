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
  record: async (id, { status, httpStatus, error }) => {
    const now = wallNow();
    await database.query(
      `UPDATE product_hook_deliveries SET status = $2, attempts = attempts + 1, last_http_status = $3, last_error = $4, last_attempt_at = $5
       WHERE id = $1`,
      [id, status, httpStatus, error, toDate(now)],
    );
    await database.query(
      `DELETE FROM product_hook_deliveries WHERE status = 'delivered' AND last_attempt_at < $1::timestamptz - ${KEPT}`,
      [toDate(now)],
    );
  },
});

/** Marks a failed message as waiting again. False if there is none. The caller queues its job. */
export const takeFailedHook = async (sql: Sql, id: string): Promise<boolean> => {
  const taken = await sql.query(
    `UPDATE product_hook_deliveries SET status = 'waiting' WHERE id = $1 AND status = 'failed' RETURNING id`,
    [id],
  );
  return taken.length === 1;
};
