import type { UserId } from '@foyer/contract/vocabulary/ids';
import type { IdentityRows, OidcSignIn, OidcSignIns } from '../../services/oidc/ports.ts';
import { type Sql, toDate } from './database.ts';

/** Number of expired sign-ins that each new one deletes. */
const SWEPT = 8;

export const makeOidcSignIns = (sql: Sql): OidcSignIns => ({
  begin: async (id, { destination, sessionId, expiresAt }, now) => {
    await sql.query(
      `WITH swept AS (
         DELETE FROM oidc_sign_ins WHERE id IN (SELECT id FROM oidc_sign_ins WHERE expires_at <= $3
           ORDER BY expires_at LIMIT ${SWEPT} FOR UPDATE SKIP LOCKED))
       INSERT INTO oidc_sign_ins (id, destination, expires_at, session_id) VALUES ($1, $2, $4, $5)`,
      [id, destination, toDate(now), toDate(expiresAt), sessionId],
    );
  },
  take: async (id, now) => {
    const [row] = await sql.query<OidcSignIn>(
      'DELETE FROM oidc_sign_ins WHERE id = $1 AND expires_at > $2 RETURNING destination, session_id, expires_at',
      [id, toDate(now)],
    );
    return row ?? null;
  },
});

export const makeIdentityRows = (sql: Sql): IdentityRows => ({
  userOfIdentity: async (issuer, subject) => {
    const [row] = await sql.query<{ userId: UserId }>(
      `SELECT i.user_id FROM user_identities i JOIN users u ON u.id = i.user_id
       WHERE i.issuer = $1 AND i.subject = $2 AND u.deleted_at IS NULL`,
      [issuer, subject],
    );
    return row?.userId ?? null;
  },
  addIdentity: async (issuer, subject, userId) => {
    // An existing row belongs to an account that was closed.
    await sql.query(
      `INSERT INTO user_identities (issuer, subject, user_id) VALUES ($1, $2, $3)
       ON CONFLICT (issuer, subject) DO UPDATE SET user_id = EXCLUDED.user_id, created_at = now()`,
      [issuer, subject, userId],
    );
  },
  prove: async (sessionId, userId, now) => {
    const rows = await sql.query(
      'UPDATE sessions SET proved_at = $3 WHERE id = $1 AND user_id = $2 AND ended_at IS NULL RETURNING id',
      [sessionId, userId, toDate(now)],
    );
    return rows.length === 1;
  },
});
