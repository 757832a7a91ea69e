import { DAY_MS, HOUR_MS } from '@foyer/contract/vocabulary/instants';
import type { ExportRow, ExportRows, Exports, PendingExport, Removals } from '../../services/leaving/ports.ts';
import { firstIdAt } from '../new-id.ts';
import { collectPerson } from './closing-rows.ts';
import { at, type Database, type Sql } from './database.ts';

const columns = 'id, user_id, requested_at, expires_at, bytes';

/** How long the audit trail is kept (docs/personal-data.md). */
const EVENTS_KEPT_MS = 365 * DAY_MS;

export const makeExports = (database: Database): Exports => ({
  latest: async (userId) => {
    const [row] = await database.query<ExportRow>(
      `SELECT ${columns} FROM data_exports WHERE user_id = $1 ORDER BY requested_at DESC, id DESC LIMIT 1`,
      [userId],
    );
    return row ?? null;
  },
  find: async (id, userId) => {
    const [row] = await database.query<ExportRow & { document: string | null }>(
      `SELECT ${columns}, document FROM data_exports WHERE id = $1 AND user_id = $2`,
      [id, userId],
    );
    return row ?? null;
  },
  pending: (limit) =>
    database.query<PendingExport>(
      `SELECT e.id, e.user_id, u.account_id FROM data_exports e JOIN users u ON u.id = e.user_id
       WHERE e.ready_at IS NULL ORDER BY e.requested_at LIMIT $1`,
      [limit],
    ),
  sweep: async (now, rowsBefore) => {
    await database.query('UPDATE data_exports SET document = NULL WHERE expires_at <= $1 AND document IS NOT NULL', [
      at(now),
    ]);
    await database.query('DELETE FROM data_exports WHERE expires_at < $1', [at(rowsBefore)]);
    await database.query(
      `DELETE FROM mails m USING accounts a WHERE a.id = m.account_id AND a.status = 'closed' AND m.sent_at < $1`,
      [at(rowsBefore)],
    );
    const ago = now - EVENTS_KEPT_MS;
    // Found by the key, which sorts by age; a trail of many years goes a part each hour.
    await database.query(
      `DELETE FROM security_events WHERE id IN (SELECT id FROM security_events WHERE id < $1 ORDER BY id LIMIT 10000) AND at < $2`,
      [firstIdAt('audit', ago), at(ago)],
    );
    // Past its 72 hours a key counts as new (idempotency-store.ts), so its row says nothing any more.
    for (const table of ['idempotency_keys', 'operator_idempotency_keys'])
      await database.query(`DELETE FROM ${table} WHERE created_at < $1`, [at(now - 72 * HOUR_MS)]);
  },
});

/** Within a transaction that holds the lock of the user, so that closing and exporting do not meet half-way. */
export const makeExportRows = (sql: Sql): ExportRows => ({
  pendingOf: async (userId) => {
    const [row] = await sql.query<ExportRow>(
      `SELECT ${columns} FROM data_exports WHERE user_id = $1 AND ready_at IS NULL`,
      [userId],
    );
    return row ?? null;
  },
  add: async ({ id, userId, requestedAt }) => {
    await sql.query('INSERT INTO data_exports (id, user_id, requested_at) VALUES ($1, $2, $3)', [
      id,
      userId,
      at(requestedAt),
    ]);
  },
  isPending: async (id) =>
    (await sql.query('SELECT 1 FROM data_exports WHERE id = $1 AND ready_at IS NULL', [id])).length === 1,
  collect: async (userId, accountId) => {
    const [row] = await sql.query<{ document: string }>(collectPerson, [userId, accountId]);
    return row?.document ?? '{}';
  },
  finish: async ({ id, userId, expiresAt, readyAt, bytes, document }) => {
    await sql.query('UPDATE data_exports SET ready_at = $2, expires_at = $3, bytes = $4, document = $5 WHERE id = $1', [
      id,
      at(readyAt),
      expiresAt === null ? null : at(expiresAt),
      bytes,
      document,
    ]);
    await sql.query('DELETE FROM data_exports WHERE user_id = $1 AND id <> $2', [userId, id]);
  },
});

export const makeRemovals = (database: Database): Removals => ({
  take: (now, retryAt, limit) =>
    database.query<{ customerRef: string; tries: number }>(
      `UPDATE gateway_removals SET retry_at = $2, tries = tries + 1 WHERE customer_ref IN (
         SELECT customer_ref FROM gateway_removals WHERE removed_at IS NULL AND retry_at <= $1
         ORDER BY retry_at LIMIT $3 FOR UPDATE SKIP LOCKED) RETURNING customer_ref, tries`,
      [at(now), at(retryAt), limit],
    ),
  done: async (customerRef, removedAt) => {
    await database.query('UPDATE gateway_removals SET removed_at = $2 WHERE customer_ref = $1 AND removed_at IS NULL', [
      customerRef,
      at(removedAt),
    ]);
  },
  putOff: async (customerRef, retryAt) => {
    await database.query('UPDATE gateway_removals SET retry_at = $2 WHERE customer_ref = $1 AND removed_at IS NULL', [
      customerRef,
      at(retryAt),
    ]);
  },
});
