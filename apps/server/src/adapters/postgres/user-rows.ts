import type { UserId } from '@foyer/contract/vocabulary/ids';
import type { Profile, UserRows } from '../../services/credentials/ports.ts';
import { Refused } from '../../services/refused.ts';
import { type Sql, toDate, violatedConstraint } from './database.ts';

/** Rows of users: address, password and origin. */
export const makeUserRows = (sql: Sql): UserRows => ({
  // No account is inserted for a known address. To insert and delete one would search every table that refers to it. That
  // takes longer with more customers, and only for known addresses, which a caller could measure (INV-19).
  insertUser: async (user) => {
    await sql.query(
      `INSERT INTO accounts (id, brand, gateway)
       SELECT $1, $2, $3 WHERE NOT EXISTS (SELECT FROM users WHERE email = $4::text::citext AND deleted_at IS NULL)`,
      [user.accountId, user.brand, user.gateway, user.email],
    );
    const inserted = await sql.query(
      `INSERT INTO users (id, account_id, first_name, last_name, email, password_hash, password_changed_at, claims, language)
       SELECT $1, id, $3, $4, $5, $6, $7::timestamptz, $8::jsonb, $9 FROM accounts WHERE id = $2
       ON CONFLICT (email) WHERE deleted_at IS NULL DO NOTHING RETURNING id`,
      [
        user.userId,
        user.accountId,
        user.firstName,
        user.lastName,
        user.email,
        user.passwordHash,
        toDate(user.now),
        JSON.stringify(user.claims),
        user.language,
      ],
    );
    if (inserted.length === 1) return true;
    // It exists only if two calls with the same address ran at the same time.
    await sql.query('DELETE FROM accounts WHERE id = $1', [user.accountId]);
    return false;
  },
  userOf: async (email) => {
    const [row] = await sql.query<{ id: UserId }>('SELECT id FROM users WHERE email = $1 AND deleted_at IS NULL', [
      email,
    ]);
    return row?.id ?? null;
  },
  profile: async (userId) => {
    const [row] = await sql.query<Profile>(
      'SELECT email::text AS email, first_name, last_name FROM users WHERE id = $1 AND deleted_at IS NULL',
      [userId],
    );
    return row ?? null;
  },
  setPassword: async (userId, passwordHash, now, by) => {
    // A device is known if it was used after the change, so this one gets a slightly later time.
    await sql.query(
      `WITH kept AS (
         UPDATE known_devices d SET last_used_at = $3::timestamptz + interval '1 millisecond'
         FROM sessions s WHERE s.id = $4 AND d.id = s.device_id AND d.user_id = $1)
       UPDATE users SET password_hash = $2, password_changed_at = $3 WHERE id = $1`,
      [userId, passwordHash, toDate(now), by ?? null],
    );
  },
  setEmail: async (userId, email, now) => {
    try {
      await sql.query('UPDATE users SET email = $2, email_verified_at = $3 WHERE id = $1', [
        userId,
        email,
        toDate(now),
      ]);
    } catch (error) {
      // Another user has taken the address since the link was mailed, so the link is invalid.
      if (violatedConstraint(error) === 'users_email') throw new Refused('INVALID_TOKEN', { status: 400 });
      throw error;
    }
  },
  setVerified: async (userId, now) => {
    await sql.query('UPDATE users SET email_verified_at = $2 WHERE id = $1 AND email_verified_at IS NULL', [
      userId,
      toDate(now),
    ]);
  },
});
