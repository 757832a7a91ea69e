import type {
  ListedVendorKey,
  VendorKeyReads,
  VendorKeyRows,
  VendorKeyWithMaker,
} from '../../services/vendor/ports.ts';
import { type Database, type Sql, toDate } from './database.ts';
import { insertRows } from './rows.ts';

const KEYS = { name: 'vendor_keys', instants: ['createdAt', 'expiresAt'] };

const columns = 'id, name, hint, scopes, created_at, expires_at, last_used_at, revoked_at';

/** Rows of vendor keys, in the given transaction. */
export const vendorKeysOn = (sql: Sql): VendorKeyRows => ({
  addVendorKey: (key) => insertRows(sql, KEYS, [key]),
  revokeVendorKey: async (id, now) => {
    const [revoked] = await sql.query(
      'UPDATE vendor_keys SET revoked_at = $2 WHERE id = $1 AND revoked_at IS NULL RETURNING id',
      [id, toDate(now)],
    );
    if (revoked) {
      await sql.query(
        `UPDATE sessions SET ended_at = now(), end_reason = 'revoked' WHERE ended_at IS NULL AND id IN
           (SELECT session_id FROM portal_links WHERE vendor_key_id = $1 AND session_id IS NOT NULL)`,
        [id],
      );
      return 'done';
    }
    const found = await sql.query('SELECT 1 FROM vendor_keys WHERE id = $1', [id]);
    return found.length === 0 ? 'unknown' : 'revoked';
  },
});

export const makeVendorKeyReads = (database: Database): VendorKeyReads => ({
  vendorKeyOf: async (secretHash) => {
    const [key] = await database.query<ListedVendorKey>(`SELECT ${columns} FROM vendor_keys WHERE secret_hash = $1`, [
      secretHash,
    ]);
    return key ?? null;
  },
  // Several servers may notice the same minute. Only the first one writes.
  touchVendorKey: async (id, now) => {
    await database.query(
      `UPDATE vendor_keys SET last_used_at = $2
       WHERE id = $1 AND (last_used_at IS NULL OR last_used_at <= $2::timestamptz - interval '1 minute')`,
      [id, toDate(now)],
    );
  },
  listVendorKeys: () =>
    database.query<VendorKeyWithMaker>(
      `SELECT ${columns},
         (SELECT COALESCE(o.name, l.actor) FROM audit_log l LEFT JOIN operators o ON o.id = l.actor
          WHERE l.action = 'create_vendor_key' AND l.subject_id = vendor_keys.id LIMIT 1) AS created_by
       FROM vendor_keys ORDER BY revoked_at IS NOT NULL, created_at DESC, id DESC LIMIT 500`,
    ),
});
