import type { FailureCounter } from '@foyer/domain/security/lockout';
import type {
  AddressRow,
  IdentityStore,
  MeRow,
  Principal,
  Session,
  SteppedSession,
} from '../../services/identity/ports.ts';
import { at, type Database } from './database.ts';

const LIVE = 's.ended_at IS NULL AND s.refresh_expires_at > now() AND u.deleted_at IS NULL';

const principal = `SELECT s.id AS session_id, u.id AS user_id, u.account_id, u.claims
  FROM sessions s JOIN users u ON u.id = s.user_id WHERE s.id = $1 AND ${LIVE}`;

/**
 * Session, user, account, card and addresses in one round trip: the busiest call of the product. Measured: one JSON value
 * for what is there once costs less than twenty columns, and a row per address less than an aggregate of them.
 */
const me = `SELECT json_build_object('userId', u.id, 'accountId', u.account_id, 'claims', u.claims, 'email', u.email, 'firstName', u.first_name,
    'lastName', u.last_name, 'emailVerifiedAt', u.email_verified_at, 'mfaEnabledAt', u.mfa_enabled_at, 'allowDataCollection', u.allow_data_collection,
    'lastAuthAt', u.last_auth_at, 'passwordChangedAt', u.password_changed_at, 'accessStatus', u.access_status,
    'cidrRestriction', u.cidr_restriction, 'exportStatus', a.export_status, 'cardExpYear', m.exp_year, 'cardExpMonth', m.exp_month,
    'clockFrozenAt', c.frozen_at) AS me,
    d.seq, d.country, d.first_name, d.last_name, d.organization, d.address_line1, d.address_line2, d.city, d.state, d.postal_code, d.phone1
  FROM sessions s JOIN users u ON u.id = s.user_id JOIN accounts a ON a.id = u.account_id
    LEFT JOIN payment_methods m ON m.account_id = a.id AND m.status = 'active' LEFT JOIN clocks c ON c.id = a.clock_id
    LEFT JOIN addresses d ON d.account_id = a.id
  WHERE s.id = $1 AND ${LIVE}`;

type MeInstant = 'emailVerifiedAt' | 'mfaEnabledAt' | 'lastAuthAt' | 'passwordChangedAt' | 'clockFrozenAt';

/** Inside JSON an instant arrives as text. */
type MeJson = Omit<MeRow, 'sessionId' | 'addresses' | MeInstant> & Record<MeInstant, string | null>;

/** The user again in each row, beside one address; `seq` is null where there is none. */
interface MeAndAddress extends AddressRow {
  readonly me: MeJson;
  readonly seq: number | null;
}

const asMe = (sessionId: string, rows: readonly MeAndAddress[]): MeRow | null => {
  const json = rows[0]?.me;
  if (!json) return null;
  const instant = (text: string | null) => (text === null ? null : Date.parse(text));
  return {
    ...json,
    sessionId,
    emailVerifiedAt: instant(json.emailVerifiedAt),
    mfaEnabledAt: instant(json.mfaEnabledAt),
    lastAuthAt: instant(json.lastAuthAt),
    passwordChangedAt: instant(json.passwordChangedAt),
    clockFrozenAt: instant(json.clockFrozenAt),
    addresses: rows
      .filter((row) => row.seq !== null)
      .sort((a, b) => (a.seq ?? 0) - (b.seq ?? 0))
      .map(({ me: _me, seq: _seq, ...address }) => address),
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
  takeGuess: (key, now, decide) =>
    database.transaction(async (tx) => {
      await tx.query(
        'INSERT INTO failure_counters (key, failures, window_started_at) VALUES ($1, 0, $2) ON CONFLICT (key) DO NOTHING',
        [key, at(now)],
      );
      const [counter] = await tx.query<FailureCounter>(
        'SELECT failures, locked_until FROM failure_counters WHERE key = $1 FOR UPDATE',
        [key],
      );
      const before = counter ?? { failures: 0, lockedUntil: null };
      const after = decide(before);
      if (!after) return before;
      await tx.query('UPDATE failure_counters SET failures = $2, locked_until = $3 WHERE key = $1', [
        key,
        after.failures,
        after.lockedUntil === null ? null : at(after.lockedUntil),
      ]);
      return after;
    }),
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
  me: async (id) => asMe(id, await database.query<MeAndAddress>(me, [id])),
  record: async (event) => {
    await database.query(
      'INSERT INTO security_events (id, account_id, session_id, type, address, request_id) VALUES ($1, $2, $3, $4, $5, $6)',
      [newEventId(), event.accountId, event.sessionId, event.type, event.address, event.requestId],
    );
  },
});
