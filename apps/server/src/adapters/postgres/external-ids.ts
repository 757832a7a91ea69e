import type { AccountId } from '@foyer/contract/vocabulary/ids';
import type { ExternalIdRows } from '../../services/vendor/ports.ts';
import type { Sql } from './database.ts';

/** Ids that the vendor gives its customers, in the given transaction. */
export const externalIdsOn = (sql: Sql): ExternalIdRows => ({
  lockExternalId: async (externalId) => {
    await sql.query(`SELECT pg_advisory_xact_lock(hashtextextended('external id ' || $1, 0))`, [externalId]);
    const [row] = await sql.query<{ accountId: AccountId }>(
      'SELECT account_id FROM account_external_ids WHERE external_id = $1',
      [externalId],
    );
    return row?.accountId ?? null;
  },
  externalIdOf: async (accountId) => {
    const [row] = await sql.query<{ externalId: string }>(
      'SELECT external_id FROM account_external_ids WHERE account_id = $1 FOR KEY SHARE',
      [accountId],
    );
    return row?.externalId ?? null;
  },
  addExternalId: async (accountId, externalId) => {
    await sql.query('INSERT INTO account_external_ids (account_id, external_id) VALUES ($1, $2)', [
      accountId,
      externalId,
    ]);
  },
  removeExternalId: async (accountId) => {
    await sql.query('DELETE FROM account_external_ids WHERE account_id = $1', [accountId]);
    // First the links: a link that is being used has its session after this statement.
    await sql.query('DELETE FROM portal_links WHERE account_id = $1 AND used_at IS NULL', [accountId]);
    await sql.query(
      `UPDATE sessions SET ended_at = now(), end_reason = 'revoked' WHERE account_id = $1 AND ended_at IS NULL AND id IN
         (SELECT session_id FROM portal_links WHERE account_id = $1 AND session_id IS NOT NULL)`,
      [accountId],
    );
  },
});
