import type { RefreshRows, SignInRows } from '../../services/identity/ports.ts';
import { at, type Sql } from './database.ts';

/** Within the transaction it is given. */
export const makeSignInRows = (sql: Sql): SignInRows => ({
  startSession: async (session, maxSessions) => {
    // One statement for three tables' worth: a sign-in is all round trips beside its hash. The new row is not seen by the
    // second part, so one session less is left alone there.
    await sql.query(
      `WITH begun AS (
         INSERT INTO sessions (id, user_id, stepped_at, refresh_expires_at, expires_at, user_agent, address)
         VALUES ($1, $2, $3, $4, $5, $6, $7)),
       ended AS (
         UPDATE sessions SET ended_at = now(), end_reason = 'too_many' WHERE id IN
           (SELECT id FROM sessions WHERE user_id = $2 AND ended_at IS NULL ORDER BY created_at DESC, id DESC OFFSET $8))
       UPDATE users SET last_auth_at = $3 WHERE id = $2`,
      [
        session.id,
        session.userId,
        at(session.now),
        at(session.refreshExpiresAt),
        at(session.expiresAt),
        session.userAgent,
        session.address,
        maxSessions - 1,
      ],
    );
  },
  touchDevice: async (deviceId, userId, now) => {
    const rows = await sql.query(
      'UPDATE known_devices SET last_used_at = $3 WHERE id = $1 AND user_id = $2 RETURNING id',
      [deviceId, userId, at(now)],
    );
    return rows.length === 1;
  },
  addDevice: async (deviceId, userId, now, maxDevices) => {
    await sql.query('INSERT INTO known_devices (id, user_id, created_at, last_used_at) VALUES ($1, $2, $3, $3)', [
      deviceId,
      userId,
      at(now),
    ]);
    await sql.query(
      `DELETE FROM known_devices WHERE id IN
         (SELECT id FROM known_devices WHERE user_id = $1 ORDER BY last_used_at DESC, id DESC OFFSET $2)`,
      [userId, maxDevices],
    );
  },
  clearFailures: async (keys) => {
    await sql.query('DELETE FROM failure_counters WHERE key = ANY($1)', [keys]);
  },
});

export const makeRefreshRows = (sql: Sql): RefreshRows => ({
  endReusedSession: async (id) => {
    const rows = await sql.query(
      `UPDATE sessions SET ended_at = now(), end_reason = 'refresh_reused' WHERE id = $1 AND ended_at IS NULL RETURNING id`,
      [id],
    );
    return rows.length === 1;
  },
});
