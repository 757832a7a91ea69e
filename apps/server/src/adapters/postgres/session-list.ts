import type { ActivityRow, LiveSession, SessionEnding, SessionList } from '../../services/activity/ports.ts';
import { atMicrosOf, END_OF_TIME, isBeyond } from './bounded-list.ts';
import { type Sql, toDate } from './database.ts';

/**
 * Sessions and events that a customer sees. `types` are the event types shown to customers; the others are for
 * operators.
 */
export const makeSessionList = (sql: Sql, types: readonly string[]): SessionList => ({
  live: ({ userId, accountId }, now) =>
    sql.query<LiveSession>(
      `SELECT id, user_agent, host(address) AS address, created_at, stepped_at AS last_used_at, portal_link_id IS NOT NULL AS by_portal_link
       FROM sessions
       WHERE user_id = $1 AND account_id = $3 AND ended_at IS NULL AND refresh_expires_at > $2 ORDER BY stepped_at DESC, id DESC`,
      [userId, toDate(now), accountId],
    ),
  activity: (accountId, after, limit) => {
    const { atMicros, id } = after ?? END_OF_TIME;
    return sql.query<ActivityRow>(
      `SELECT id, type, at, ${atMicrosOf('at')}, host(address) AS address, user_agent, method IS NOT DISTINCT FROM 'portal_link' AS is_by_portal_link,
         product_address
       FROM security_events
       WHERE account_id = $1 AND type = ANY($2) AND ${isBeyond('at', 'id', '<', 3)}
       ORDER BY at DESC, id DESC LIMIT $5`,
      [accountId, types, atMicros, id, limit],
    );
  },
});

export const makeSessionEnding = (sql: Sql): SessionEnding => ({
  endOne: async (id, { userId, accountId }) => {
    const ended = await sql.query(
      `UPDATE sessions SET ended_at = now(), end_reason = 'revoked' WHERE id = $1 AND user_id = $2 AND account_id = $3 AND ended_at IS NULL RETURNING id`,
      [id, userId, accountId],
    );
    if (ended.length === 1) return 'ended';
    const known = await sql.query('SELECT id FROM sessions WHERE id = $1 AND user_id = $2 AND account_id = $3', [
      id,
      userId,
      accountId,
    ]);
    return known.length === 1 ? 'over' : null;
  },
});
