import type { SecondFactorRows, TotpSecret } from '../../services/identity/ports.ts';
import { type Sql, toDate } from './database.ts';

/** Rows of two-step authentication, on the given connection or transaction. */
export const makeSecondFactorRows = (sql: Sql): SecondFactorRows => ({
  totpSecret: async ({ userId, accountId }) => {
    const [row] = await sql.query<TotpSecret>(
      'SELECT sealed_secret, begun_at, last_step FROM totp_secrets WHERE user_id = $1 AND account_id = $2',
      [userId, accountId],
    );
    return row ?? null;
  },
  beginTotp: async ({ userId, accountId }, sealedSecret, now) => {
    await sql.query(
      `INSERT INTO totp_secrets (user_id, account_id, sealed_secret, begun_at) VALUES ($1, $4, $2, $3)
       ON CONFLICT (user_id) DO UPDATE SET sealed_secret = excluded.sealed_secret, begun_at = excluded.begun_at, last_step = NULL`,
      [userId, sealedSecret, toDate(now), accountId],
    );
  },
  useTotpStep: async ({ userId, accountId }, step, resealed) => {
    await sql.query(
      'UPDATE totp_secrets SET last_step = $2, sealed_secret = coalesce($3, sealed_secret) WHERE user_id = $1 AND account_id = $4',
      [userId, step, resealed, accountId],
    );
  },
  setMfa: async (userId, enabledAt) => {
    await sql.query('UPDATE users SET mfa_enabled_at = $2 WHERE id = $1', [
      userId,
      enabledAt === null ? null : toDate(enabledAt),
    ]);
  },
  removeSecondFactor: async ({ userId, accountId }) => {
    await sql.query('DELETE FROM totp_secrets WHERE user_id = $1 AND account_id = $2', [userId, accountId]);
    await sql.query('DELETE FROM recovery_codes WHERE user_id = $1 AND account_id = $2', [userId, accountId]);
  },
  replaceRecoveryCodes: async ({ userId, accountId }, hashes, now) => {
    await sql.query('DELETE FROM recovery_codes WHERE user_id = $1 AND account_id = $2', [userId, accountId]);
    await sql.query(
      'INSERT INTO recovery_codes (user_id, account_id, code_hash, created_at) SELECT $1, $4, unnest($2::text[]), $3::timestamptz',
      [userId, hashes, toDate(now), accountId],
    );
  },
  useRecoveryCode: async ({ userId, accountId }, hashes, now) => {
    const rows = await sql.query(
      'UPDATE recovery_codes SET used_at = $3 WHERE user_id = $1 AND account_id = $4 AND code_hash = ANY($2) AND used_at IS NULL RETURNING user_id',
      [userId, hashes, toDate(now), accountId],
    );
    return rows.length === 1;
  },
  recoveryCodes: async ({ userId, accountId }) => {
    const [row] = await sql.query<{ left: number; createdAt: number | null }>(
      `SELECT (count(*) FILTER (WHERE used_at IS NULL))::integer AS "left", max(created_at) AS created_at
       FROM recovery_codes WHERE user_id = $1 AND account_id = $2`,
      [userId, accountId],
    );
    return row ?? { left: 0, createdAt: null };
  },
});
