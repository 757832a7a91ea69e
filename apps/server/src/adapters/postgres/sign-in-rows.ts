import type { AccountId } from '@foyer/contract/vocabulary/ids';
import type { RefreshRows, SignInRows } from '../../services/identity/ports.ts';
import { type Sql, toDate } from './database.ts';
import { logEvent } from './security-writes.ts';

/**
 * Everything depends on the locked row of the user: without it the statement writes nothing. `ended` does not see the
 * new session, so the limit it gets is one less. LIMIT makes the planner read the index from the newest session instead
 * of sorting. Values are in subqueries, so that all calls share one plan (one-plan.int.test.ts).
 */
const ENTER = `WITH locked AS (
    UPDATE users SET last_auth_at = CASE WHEN $16::text IS NULL THEN $3 ELSE last_auth_at END, language = COALESCE($14, language)
    WHERE id = $2 AND account_id = $18 AND deleted_at IS NULL AND access_status = 'active' AND ($9::text IS NULL OR (password_hash = $9 AND mfa_enabled_at IS NULL))
    RETURNING id, account_id),
  begun AS (
    INSERT INTO sessions (id, user_id, account_id, stepped_at, refresh_expires_at, expires_at, user_agent, address, device_id, portal_link_id)
    SELECT $1, id, account_id, now(), $4, $5, $6, $7, $12, $16 FROM locked),
  ended AS (
    UPDATE sessions SET ended_at = now(), end_reason = 'too_many' WHERE account_id = (SELECT account_id FROM locked) AND id IN
      (SELECT id FROM sessions WHERE user_id = (SELECT id FROM locked) AND account_id = (SELECT account_id FROM locked) AND ended_at IS NULL
       ORDER BY created_at DESC OFFSET (SELECT $8::bigint) LIMIT 8)),
  noted AS (
    INSERT INTO security_events (id, account_id, session_id, type, address, user_agent, request_id, method, product_address)
    SELECT $10, account_id, $1, 'signed_in', $7, $6, $11, $15, $17 FROM locked),
  used AS (
    UPDATE known_devices d SET last_used_at = $3 FROM locked l WHERE d.id = $12 AND d.user_id = l.id AND d.account_id = l.account_id RETURNING d.id),
  cleared AS (DELETE FROM failure_counters WHERE key = ANY ((SELECT $13::text[] FROM locked)::text[]))
  SELECT account_id, EXISTS (SELECT FROM used) AS device_known FROM locked`;

/** Rows of a new session, in the given transaction. */
export const makeSignInRows = (sql: Sql): SignInRows => ({
  enter: async (
    { session, eventId, requestId, method, deviceId, clear, language, unchanged, productAddress },
    maxSessions,
  ) => {
    const [entered] = await sql.query<{ accountId: AccountId; deviceKnown: boolean }>(ENTER, [
      session.id,
      session.userId,
      toDate(session.now),
      toDate(session.refreshExpiresAt),
      toDate(session.expiresAt),
      session.userAgent,
      session.address,
      maxSessions - 1,
      unchanged,
      eventId,
      requestId,
      deviceId,
      clear,
      language,
      method,
      session.portalLinkId ?? null,
      productAddress ?? null,
      session.accountId,
    ]);
    if (!entered) return null;
    const { accountId, deviceKnown } = entered;
    logEvent(sql, { eventId, type: 'signed_in', accountId, sessionId: session.id, requestId, method });
    return { deviceKnown };
  },
  addDevice: async (deviceId, { userId, accountId }, now, maxDevices) => {
    await sql.query(
      'INSERT INTO known_devices (id, user_id, account_id, created_at, last_used_at) VALUES ($1, $2, $4, $3, $3)',
      [deviceId, userId, toDate(now), accountId],
    );
    await sql.query(
      `DELETE FROM known_devices WHERE account_id = $3 AND id IN
         (SELECT id FROM known_devices WHERE user_id = $1 AND account_id = $3 ORDER BY last_used_at DESC, id DESC OFFSET $2)`,
      [userId, maxDevices, accountId],
    );
  },
});

export const makeRefreshRows = (sql: Sql): RefreshRows => ({
  endReusedSession: async ({ id, accountId }) => {
    const rows = await sql.query(
      `UPDATE sessions SET ended_at = now(), end_reason = 'refresh_reused' WHERE id = $1 AND account_id = $2 AND ended_at IS NULL RETURNING id`,
      [id, accountId],
    );
    return rows.length === 1;
  },
});
