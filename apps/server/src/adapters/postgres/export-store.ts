import type { ExportRow, ExportRows, Exports, PendingExport, Removals } from '../../services/closing/ports.ts';
import { exportPersonalData } from './closing-rows.ts';
import { type Database, type Sql, toDate } from './database.ts';
import { makeSweep } from './sweep.ts';

const columns = 'id, user_id, account_id, session_id, requested_at, expires_at, bytes';

export const makeExports = (database: Database): Exports => ({
  latest: async ({ userId, accountId }) => {
    const [row] = await database.query<ExportRow>(
      `SELECT ${columns} FROM data_exports WHERE user_id = $1 AND account_id = $2 ORDER BY requested_at DESC, id DESC LIMIT 1`,
      [userId, accountId],
    );
    return row ?? null;
  },
  find: async (id, { userId, accountId }) => {
    const [row] = await database.query<ExportRow & { document: string | null }>(
      `SELECT ${columns}, document FROM data_exports WHERE id = $1 AND user_id = $2 AND account_id = $3`,
      [id, userId, accountId],
    );
    return row ?? null;
  },
  pending: (limit) =>
    database.query<PendingExport>(
      'SELECT id, user_id, account_id FROM data_exports WHERE ready_at IS NULL ORDER BY requested_at LIMIT $1',
      [limit],
    ),
  sweep: makeSweep(database),
});

/**
 * Rows of a data export, in a transaction that holds the lock of the user. So an account cannot be closed during its export.
 */
export const makeExportRows = (sql: Sql): ExportRows => ({
  pendingOf: async ({ userId, accountId }) => {
    const [row] = await sql.query<ExportRow>(
      `SELECT ${columns} FROM data_exports WHERE user_id = $1 AND account_id = $2 AND ready_at IS NULL`,
      [userId, accountId],
    );
    return row ?? null;
  },
  add: async ({ id, userId, accountId, sessionId, requestedAt }) => {
    await sql.query(
      'INSERT INTO data_exports (id, user_id, account_id, session_id, requested_at) VALUES ($1, $2, $5, $3, $4)',
      [id, userId, sessionId, toDate(requestedAt), accountId],
    );
  },
  setSession: async ({ id, accountId }, sessionId) => {
    await sql.query('UPDATE data_exports SET session_id = $2 WHERE id = $1 AND account_id = $3', [
      id,
      sessionId,
      accountId,
    ]);
  },
  isPending: async ({ id, accountId }) =>
    (
      await sql.query('SELECT 1 FROM data_exports WHERE id = $1 AND account_id = $2 AND ready_at IS NULL', [
        id,
        accountId,
      ])
    ).length === 1,
  collect: async (userId, accountId) => {
    const [row] = await sql.query<{ document: string }>(exportPersonalData, [userId, accountId]);
    return row?.document ?? '{}';
  },
  finish: async ({ id, userId, accountId, expiresAt, readyAt, bytes, document }) => {
    await sql.query(
      'UPDATE data_exports SET ready_at = $2, expires_at = $3, bytes = $4, document = $5 WHERE id = $1 AND account_id = $6',
      [id, toDate(readyAt), expiresAt === null ? null : toDate(expiresAt), bytes, document, accountId],
    );
    await sql.query('DELETE FROM data_exports WHERE user_id = $1 AND account_id = $3 AND id <> $2', [
      userId,
      id,
      accountId,
    ]);
  },
});

export const makeRemovals = (database: Database): Removals => ({
  take: (now, retryAt, limit) =>
    database.query<{ customerRef: string; tries: number }>(
      `UPDATE gateway_removals SET retry_at = $2, tries = tries + 1 WHERE customer_ref IN (
         SELECT customer_ref FROM gateway_removals WHERE removed_at IS NULL AND retry_at <= $1
         ORDER BY retry_at LIMIT $3 FOR UPDATE SKIP LOCKED) RETURNING customer_ref, tries`,
      [toDate(now), toDate(retryAt), limit],
    ),
  done: async (customerRef, removedAt) => {
    await database.query('UPDATE gateway_removals SET removed_at = $2 WHERE customer_ref = $1 AND removed_at IS NULL', [
      customerRef,
      toDate(removedAt),
    ]);
  },
  putOff: async (customerRef, retryAt) => {
    await database.query('UPDATE gateway_removals SET retry_at = $2 WHERE customer_ref = $1 AND removed_at IS NULL', [
      customerRef,
      toDate(retryAt),
    ]);
  },
});
