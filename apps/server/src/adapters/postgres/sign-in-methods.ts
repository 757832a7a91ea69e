import type { RemovedSignInMethods, SignInMethodRows } from '../../services/credentials/ports.ts';
import type { Sql } from './database.ts';

/** Sign-in methods of a user except the password. The caller holds the lock of the user. */
export const makeSignInMethodRows = (sql: Sql): SignInMethodRows => ({
  passkeyNames: async ({ userId, accountId }) => {
    const rows = await sql.query<{ name: string }>(
      'SELECT name FROM passkeys WHERE user_id = $1 AND account_id = $2 ORDER BY created_at, id',
      [userId, accountId],
    );
    return rows.map(({ name }) => name);
  },
  removePasskeys: async ({ userId, accountId }) => {
    // An open challenge could add a passkey afterwards.
    await sql.query('DELETE FROM passkey_challenges WHERE user_id = $1', [userId]);
    await sql.query('DELETE FROM passkeys WHERE user_id = $1 AND account_id = $2', [userId, accountId]);
  },
  removeSignInMethods: async ({ userId, accountId }) => {
    const [removed] = await sql.query<RemovedSignInMethods>(
      `WITH challenges AS (DELETE FROM passkey_challenges WHERE user_id = $1),
         keys AS (DELETE FROM passkeys WHERE user_id = $1 AND account_id = $2 RETURNING id),
         secrets AS (DELETE FROM totp_secrets WHERE user_id = $1 AND account_id = $2),
         codes AS (DELETE FROM recovery_codes WHERE user_id = $1 AND account_id = $2 RETURNING code_hash),
         devices AS (DELETE FROM known_devices WHERE user_id = $1 AND account_id = $2 RETURNING id),
         opened AS (UPDATE users SET mfa_enabled_at = NULL, cidr_restriction = NULL WHERE id = $1 AND account_id = $2)
       SELECT (SELECT count(*) FROM keys)::integer AS passkeys, (SELECT count(*) FROM codes)::integer AS recovery_codes,
         (SELECT count(*) FROM devices)::integer AS devices`,
      [userId, accountId],
    );
    return removed ?? { passkeys: 0, recoveryCodes: 0, devices: 0 };
  },
});
