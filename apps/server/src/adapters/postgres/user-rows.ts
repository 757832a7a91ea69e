import type { UserId } from '@foyer/contract/vocabulary/ids';
import type { Profile, UserRows } from '../../services/credentials/ports.ts';
import { Refused } from '../../services/refused.ts';
import { at, type Sql, violatedConstraint } from './database.ts';

/** Rows of users: address, password and origin. */
export const makeUserRows = (sql: Sql): UserRows => ({
  // An account that is made and taken away again would be looked for in every table that refers to it: that costs more
  // the more customers there are, and for known addresses alone (INV-19). So none is made for them.
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
        at(user.now),
        JSON.stringify(user.claims),
        user.language,
      ],
    );
    if (inserted.length === 1) return true;
    // There is one only when two came with one address at the same moment.
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
    // Known is what was used after the change: a moment later is soon enough.
    await sql.query(
      `WITH kept AS (
         UPDATE known_devices d SET last_used_at = $3::timestamptz + interval '1 millisecond'
         FROM sessions s WHERE s.id = $4 AND d.id = s.device_id AND d.user_id = $1)
       UPDATE users SET password_hash = $2, password_changed_at = $3 WHERE id = $1`,
      [userId, passwordHash, at(now), by ?? null],
    );
  },
  setEmail: async (userId, email, now) => {
    try {
      await sql.query('UPDATE users SET email = $2, email_verified_at = $3 WHERE id = $1', [userId, email, at(now)]);
    } catch (error) {
      // The address was free when the link was mailed; now the link leads nowhere.
      if (violatedConstraint(error) === 'users_email') throw new Refused('INVALID_TOKEN', { status: 400 });
      throw error;
    }
  },
  setVerified: async (userId, now) => {
    await sql.query('UPDATE users SET email_verified_at = $2 WHERE id = $1 AND email_verified_at IS NULL', [
      userId,
      at(now),
    ]);
  },
});
