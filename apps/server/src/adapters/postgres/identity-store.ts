import type { IdentityStore, MeRow, Principal, Session, SteppedSession } from '../../services/identity/ports.ts';
import { at, type Database } from './database.ts';

const LIVE = 's.ended_at IS NULL AND s.refresh_expires_at > now() AND u.deleted_at IS NULL';

const principal = `SELECT s.id AS session_id, u.id AS user_id, u.account_id, u.claims
  FROM sessions s JOIN users u ON u.id = s.user_id WHERE s.id = $1 AND ${LIVE}`;

/**
 * Session, user, account, card and addresses in one round trip: the busiest call of the product. One JSON value costs both
 * sides less than twenty columns.
 */
const me = `SELECT json_build_object('userId', u.id, 'accountId', u.account_id, 'claims', u.claims, 'email', u.email, 'firstName', u.first_name,
    'lastName', u.last_name, 'emailVerifiedAt', u.email_verified_at, 'mfaEnabledAt', u.mfa_enabled_at, 'allowDataCollection', u.allow_data_collection,
    'lastAuthAt', u.last_auth_at, 'passwordChangedAt', u.password_changed_at, 'accessStatus', u.access_status,
    'cidrRestriction', u.cidr_restriction, 'exportStatus', a.export_status, 'cardExpYear', m.exp_year, 'cardExpMonth', m.exp_month,
    'clockFrozenAt', c.frozen_at,
    'addresses', COALESCE((SELECT json_agg(json_build_object('country', d.country, 'firstName', d.first_name, 'lastName', d.last_name,
        'organization', d.organization, 'addressLine1', d.address_line1, 'addressLine2', d.address_line2, 'city', d.city, 'state', d.state,
        'postalCode', d.postal_code, 'phone1', d.phone1) ORDER BY d.seq) FROM addresses d WHERE d.account_id = a.id), '[]')) AS me
  FROM sessions s JOIN users u ON u.id = s.user_id JOIN accounts a ON a.id = u.account_id
    LEFT JOIN payment_methods m ON m.account_id = a.id AND m.status = 'active' LEFT JOIN clocks c ON c.id = a.clock_id
  WHERE s.id = $1 AND ${LIVE}`;

type MeInstant = 'emailVerifiedAt' | 'mfaEnabledAt' | 'lastAuthAt' | 'passwordChangedAt' | 'clockFrozenAt';

/** Inside JSON an instant arrives as text. */
type MeJson = Omit<MeRow, 'sessionId' | MeInstant> & Record<MeInstant, string | null>;

const asMe = (sessionId: string, json: MeJson): MeRow => {
  const instant = (text: string | null) => (text === null ? null : Date.parse(text));
  return {
    ...json,
    sessionId,
    emailVerifiedAt: instant(json.emailVerifiedAt),
    mfaEnabledAt: instant(json.mfaEnabledAt),
    lastAuthAt: instant(json.lastAuthAt),
    passwordChangedAt: instant(json.passwordChangedAt),
    clockFrozenAt: instant(json.clockFrozenAt),
  };
};

export const makeIdentityStore = (database: Database, newEventId: () => string): IdentityStore => ({
  credentials: async (email) => {
    const [row] = await database.query<{ userId: string; accountId: string; passwordHash: string }>(
      'SELECT id AS user_id, account_id, password_hash FROM users WHERE email = $1 AND deleted_at IS NULL',
      [email],
    );
    return row ?? null;
  },
  failures: async (key) => {
    const [row] = await database.query<{ failures: number; lockedUntil: number | null }>(
      'SELECT failures, locked_until FROM failure_counters WHERE key = $1',
      [key],
    );
    return row ?? null;
  },
  countFailure: async (key, now) => {
    const [row] = await database.query<{ failures: number }>(
      `INSERT INTO failure_counters AS f (key, failures, window_started_at) VALUES ($1, 1, $2)
       ON CONFLICT (key) DO UPDATE SET failures = f.failures + 1 RETURNING failures`,
      [key, at(now)],
    );
    return row?.failures ?? 1;
  },
  lockUntil: async (key, until) => {
    await database.query('UPDATE failure_counters SET locked_until = greatest(locked_until, $2) WHERE key = $1', [
      key,
      at(until),
    ]);
  },
  clearFailures: async (key) => {
    await database.query('DELETE FROM failure_counters WHERE key = $1', [key]);
  },
  startSession: (session, maxSessions) =>
    database.transaction(async (tx) => {
      await tx.query(
        `INSERT INTO sessions (id, user_id, stepped_at, refresh_expires_at, expires_at, user_agent, address) VALUES ($1, $2, $3, $4, $5, $6, $7)`,
        [
          session.id,
          session.userId,
          at(session.now),
          at(session.refreshExpiresAt),
          at(session.expiresAt),
          session.userAgent,
          session.address,
        ],
      );
      await tx.query(
        `UPDATE sessions SET ended_at = now(), end_reason = 'too_many' WHERE id IN
           (SELECT id FROM sessions WHERE user_id = $1 AND ended_at IS NULL ORDER BY created_at DESC, id DESC OFFSET $2)`,
        [session.userId, maxSessions],
      );
      await tx.query('UPDATE users SET last_auth_at = $2 WHERE id = $1', [session.userId, at(session.now)]);
    }),
  stepSession: async (id, generation, now, refreshExpiresAt) => {
    const [row] = await database.query<SteppedSession>(
      `UPDATE sessions SET generation = generation + 1, stepped_at = $3, refresh_expires_at = least($4, expires_at)
       WHERE id = $1 AND generation = $2 AND ended_at IS NULL AND refresh_expires_at > $3
       RETURNING user_id, generation, refresh_expires_at`,
      [id, generation, at(now), at(refreshExpiresAt)],
    );
    return row ?? null;
  },
  session: async (id) => {
    const [row] = await database.query<Session>(
      `SELECT s.id, s.user_id, u.account_id, s.generation, s.stepped_at, s.refresh_expires_at, s.expires_at, s.ended_at
       FROM sessions s JOIN users u ON u.id = s.user_id WHERE s.id = $1`,
      [id],
    );
    return row ?? null;
  },
  endSession: async (id, reason, ofUser) => {
    const rows = await database.query(
      `UPDATE sessions SET ended_at = now(), end_reason = $2 WHERE id = $1 AND ended_at IS NULL AND ($3::text IS NULL OR user_id = $3) RETURNING id`,
      [id, reason, ofUser ?? null],
    );
    return rows.length === 1;
  },
  principal: async (id) => (await database.query<Principal>(principal, [id]))[0] ?? null,
  me: async (id) => {
    const [row] = await database.query<{ me: MeJson }>(me, [id]);
    return row ? asMe(id, row.me) : null;
  },
  record: async (event) => {
    await database.query(
      'INSERT INTO security_events (id, account_id, session_id, type, address, request_id) VALUES ($1, $2, $3, $4, $5, $6)',
      [newEventId(), event.accountId, event.sessionId, event.type, event.address, event.requestId],
    );
  },
});
