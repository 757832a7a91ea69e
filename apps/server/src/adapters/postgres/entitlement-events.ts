import type { AccountId } from '@foyer/contract/vocabulary/ids';
import type { Instant } from '@foyer/contract/vocabulary/instants';
import type { Product } from '@foyer/contract/vocabulary/plans';
import type { HookData } from '../../services/entitlements/ports.ts';
import type { EntitlementEvent, EntitlementEventReads } from '../../services/vendor/ports.ts';
import { type Database, type Sql, toDate } from './database.ts';

interface NewEvent {
  readonly id: string;
  readonly accountId: AccountId;
  readonly product: Product;
  readonly data: HookData;
  readonly occurredAt: Instant;
  readonly createdAt: Instant;
}

/**
 * Stores changes of entitlements. A change that is also a message to a product gets the number of that message; another one
 * takes the next number of the same sequence. So the numbers of an account agree in both.
 */
export const storeEvents = async (sql: Sql, events: readonly NewEvent[]): Promise<void> => {
  await sql.query(
    `INSERT INTO entitlement_events (id, seq, account_id, product, data, occurred_at, created_at)
     SELECT e.id, COALESCE(d.seq, nextval(pg_get_serial_sequence('product_hook_deliveries', 'seq'))),
       e."accountId", e.product, e.data, to_timestamp(e."occurredAt" / 1000.0), to_timestamp(e."createdAt" / 1000.0)
     FROM jsonb_to_recordset($1::jsonb) AS e(id text, "accountId" text, product text, data jsonb, "occurredAt" bigint, "createdAt" bigint)
       LEFT JOIN product_hook_deliveries d ON d.id = e.id`,
    [JSON.stringify(events)],
  );
};

/** Advisory lock of the readers that give positions. */
const POSITIONS_LOCK = 7_100_060;

/** Events that get a position at once. */
const PORTION = 1_000;

/**
 * Gives committed events their position, one reader at a time. A transaction that commits later gets higher positions, also if
 * its sequence numbers are lower. So a reader that continues after a position misses nothing.
 */
const givePositions = async (database: Database): Promise<void> => {
  const waiting = await database.query('SELECT 1 FROM entitlement_events WHERE position IS NULL LIMIT 1');
  if (waiting.length === 0) return;
  await database.transaction(async (sql) => {
    await sql.query('SELECT pg_advisory_xact_lock($1)', [POSITIONS_LOCK]);
    await sql.query(
      `UPDATE entitlement_events e SET position = p.position
       FROM (SELECT w.id, nextval('entitlement_event_positions') AS position
             FROM (SELECT id FROM entitlement_events WHERE position IS NULL ORDER BY seq LIMIT ${PORTION}) w) p
       WHERE e.id = p.id`,
    );
  });
};

export const makeEntitlementEventReads = (database: Database): EntitlementEventReads => ({
  // The message counts too, because an account may have changed before there was a feed.
  sequenceOf: async (accountId) => {
    const [row] = await database.query<{ sequence: number }>(
      `SELECT GREATEST(COALESCE((SELECT max(seq) FROM entitlement_events WHERE account_id = $1), 0),
         COALESCE((SELECT max(seq) FROM product_hook_deliveries WHERE account_id = $1), 0),
         COALESCE((SELECT sequence_from FROM restored_backups), 0)) AS sequence`,
      [accountId],
    );
    return row?.sequence ?? 0;
  },
  eventsAfter: async (position, limit) => {
    await givePositions(database);
    return database.query<EntitlementEvent>(
      `SELECT id, seq, data, occurred_at, position FROM entitlement_events WHERE position > $1 ORDER BY position LIMIT $2`,
      [position, limit],
    );
  },
  readFeed: async () => {
    const [row] = await database.query<{ lastPosition: number; restoredAt: Instant | null }>(
      `SELECT CASE WHEN is_called THEN last_value ELSE 0 END AS last_position,
         (SELECT marked_at FROM restored_backups) AS restored_at
       FROM entitlement_event_positions`,
    );
    return row ?? { lastPosition: 0, restoredAt: null };
  },
});

/** Age at which events are deleted. The last one of each account stays, because it has the sequence of the account. */
const KEPT_DAYS = 30;

/** Deletes old events. */
export const sweepEntitlementEvents = async (database: Database, now: Instant): Promise<void> => {
  await database.query(
    `DELETE FROM entitlement_events e WHERE e.id IN (
       SELECT o.id FROM entitlement_events o WHERE o.created_at < $1::timestamptz - interval '${KEPT_DAYS} days'
         AND EXISTS (SELECT FROM entitlement_events n WHERE n.account_id = o.account_id AND n.seq > o.seq)
       ORDER BY o.created_at LIMIT 10000)`,
    [toDate(now)],
  );
};
