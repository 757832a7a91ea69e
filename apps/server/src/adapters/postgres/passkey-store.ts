import type {
  PasskeyChallenge,
  PasskeyHolder,
  PasskeyRow,
  PasskeyStore,
  PasskeyWrites,
} from '../../services/passkeys/ports.ts';
import { type Sql, toDate } from './database.ts';

const PASSKEY = `p.id, p.user_id, p.account_id, p.rp_id, p.credential_id, p.public_key, p.counter, p.transports, p.synced, p.name,
  p.last_used_at, p.created_at`;

/** Number of expired challenges that each new challenge deletes. */
const SWEPT = 8;

/** Converts the bytes of the driver, a `Buffer`, to the `Uint8Array` that WebAuthn needs. */
const asRow = (row: PasskeyRow): PasskeyRow => ({ ...row, publicKey: new Uint8Array(row.publicKey) });

export const makePasskeyStore = (sql: Sql): PasskeyStore => ({
  addChallenge: async ({ id, userId, rpId, challenge }, now, expiresAt) => {
    await sql.query(
      `WITH swept AS (
         DELETE FROM passkey_challenges WHERE id IN (SELECT id FROM passkey_challenges WHERE expires_at <= $5
           ORDER BY expires_at LIMIT ${SWEPT} FOR UPDATE SKIP LOCKED))
       INSERT INTO passkey_challenges (id, user_id, rp_id, challenge, expires_at) VALUES ($1, $2, $3, $4, $6)`,
      [id, userId, rpId, challenge, toDate(now), toDate(expiresAt)],
    );
  },
  takeChallenge: async (id, userId, now) => {
    const [row] = await sql.query<PasskeyChallenge>(
      `DELETE FROM passkey_challenges WHERE id = $1 AND user_id IS NOT DISTINCT FROM $2 AND expires_at > $3
       RETURNING id, user_id, rp_id, challenge`,
      [id, userId, toDate(now)],
    );
    return row ?? null;
  },
  ofUser: async ({ userId, accountId }) => {
    const rows = await sql.query<PasskeyRow>(
      `SELECT ${PASSKEY} FROM passkeys p WHERE p.user_id = $1 AND p.account_id = $2 ORDER BY p.created_at, p.id`,
      [userId, accountId],
    );
    return rows.map(asRow);
  },
  byCredential: async (credentialId) => {
    const [row] = await sql.query<PasskeyRow>(
      `SELECT ${PASSKEY} FROM passkeys p JOIN users u ON u.id = p.user_id WHERE p.credential_id = $1 AND u.deleted_at IS NULL`,
      [credentialId],
    );
    return row ? asRow(row) : null;
  },
  hasPasskey: async ({ userId, accountId }) => {
    const rows = await sql.query('SELECT FROM passkeys WHERE user_id = $1 AND account_id = $2 LIMIT 1', [
      userId,
      accountId,
    ]);
    return rows.length === 1;
  },
  holder: async (userId) => {
    const [row] = await sql.query<PasskeyHolder>(
      'SELECT email::text AS email, first_name, last_name FROM users WHERE id = $1 AND deleted_at IS NULL',
      [userId],
    );
    return row ?? null;
  },
  used: async (passkey, { counter, synced }, now) => {
    const stepped = await sql.query(
      'UPDATE passkeys SET counter = $3, synced = $4, last_used_at = $5 WHERE id = $1 AND account_id = $6 AND counter = $2 RETURNING id',
      [passkey.id, passkey.counter, counter, synced, toDate(now), passkey.accountId],
    );
    return stepped.length === 1;
  },
});

export const makePasskeyWrites = (sql: Sql): PasskeyWrites => ({
  countPasskeys: async ({ userId, accountId }) => {
    const [row] = await sql.query<{ count: number }>(
      'SELECT count(*) AS count FROM passkeys WHERE user_id = $1 AND account_id = $2',
      [userId, accountId],
    );
    return row?.count ?? 0;
  },
  addPasskey: async (passkey) => {
    const added = await sql.query(
      `INSERT INTO passkeys (id, user_id, account_id, rp_id, credential_id, public_key, counter, transports, synced, name, created_at)
       VALUES ($1, $2, $11, $3, $4, $5, $6, $7, $8, $9, $10) ON CONFLICT (credential_id) DO NOTHING RETURNING id`,
      [
        passkey.id,
        passkey.userId,
        passkey.rpId,
        passkey.credentialId,
        Buffer.from(passkey.publicKey),
        passkey.counter,
        passkey.transports,
        passkey.synced,
        passkey.name,
        toDate(passkey.createdAt),
        passkey.accountId,
      ],
    );
    return added.length === 1;
  },
  removePasskey: async (id, { userId, accountId }) => {
    const [row] = await sql.query<{ name: string }>(
      'DELETE FROM passkeys WHERE id = $1 AND user_id = $2 AND account_id = $3 RETURNING name',
      [id, userId, accountId],
    );
    return row?.name ?? null;
  },
});
