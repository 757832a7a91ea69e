import { DAY_MS, type Instant } from '@foyer/contract/vocabulary/instants';
import type { FailureCounter } from '@foyer/domain/identity/lockout';
import type {
  AddressRow,
  IdentityStore,
  MeRow,
  Session,
  SessionPrincipal,
  SessionStep,
  SignInUser,
  SteppedSession,
} from '../../services/identity/ports.ts';
import { batched } from './batched.ts';
import { type Database, type Sql, toDate } from './database.ts';
import { FIRST_NAME } from './first-name.ts';
import { recordEvent } from './security-writes.ts';

const LIVE = 's.ended_at IS NULL AND s.refresh_expires_at > now() AND u.deleted_at IS NULL';

/**
 * Array of ids that the planner cannot estimate. Otherwise it would prefer a plan for the ids of each call and plan each
 * time, which takes longer than the statement (measured).
 */
const GIVEN_IDS = '(SELECT $1::text[])::text[]';

const principal = `SELECT s.id AS session_id, u.id AS user_id, u.account_id, u.claims, u.language, s.first_generation, u.email_verified_at
  FROM sessions s JOIN users u ON u.id = s.user_id WHERE s.id = ANY (${GIVEN_IDS}) AND ${LIVE}`;

/**
 * Read-only view of an operator that lives: its operator still has the operator session it began in, and a role that
 * may. The end of the view by time is the end of its token.
 */
const LIVE_VIEW = `s.ended_at IS NULL AND u.deleted_at IS NULL AND EXISTS (
    SELECT FROM operator_sessions x JOIN operators o ON o.id = x.operator_id WHERE x.id = s.operator_session_id
      AND x.ended_at IS NULL AND o.disabled_at IS NULL AND o.roles && ARRAY['support', 'admin'])`;

const viewPrincipal = `SELECT s.id AS session_id, u.id AS user_id, u.account_id, u.claims, u.language, u.email_verified_at, 0 AS first_generation,
    s.operator_id AS viewed_by
  FROM operator_views s JOIN users u ON u.id = s.user_id WHERE s.id = $1 AND ${LIVE_VIEW}`;

/**
 * Session, user, account, card and addresses in one round trip: the busiest call of the product. Measured: one JSON value
 * for what is there once costs less than twenty columns, and a row per address less than an aggregate of them.
 */
const meOf = (
  sessions: string,
  firstGeneration: string,
  live: string,
) => `SELECT json_build_object('userId', u.id, 'accountId', u.account_id, 'claims', u.claims, 'language', u.language, 'email', u.email, 'firstName', u.first_name,
    'lastName', u.last_name, 'emailVerifiedAt', u.email_verified_at, 'mfaEnabledAt', u.mfa_enabled_at, 'allowDataCollection', u.allow_data_collection,
    'lastAuthAt', u.last_auth_at, 'passwordChangedAt', u.password_changed_at, 'accessStatus', u.access_status,
    'cidrRestriction', u.cidr_restriction, 'exportStatus', a.export_status, 'cardExpYear', m.exp_year, 'cardExpMonth', m.exp_month,
    'clockFrozenAt', c.frozen_at, 'firstGeneration', ${firstGeneration}, 'marketingAnswered', EXISTS (SELECT FROM consents o WHERE o.user_id = u.id AND o.article = 'marketing')) AS me,
    s.id AS session_id, d.seq, d.country, d.first_name, d.last_name, d.organization, d.address_line1, d.address_line2, d.city, d.state, d.postal_code, d.phone1
  FROM ${sessions} s JOIN users u ON u.id = s.user_id JOIN accounts a ON a.id = u.account_id
    LEFT JOIN payment_methods m ON m.account_id = a.id AND m.status = 'active' LEFT JOIN clocks c ON c.id = a.clock_id
    LEFT JOIN addresses d ON d.account_id = a.id
  WHERE s.id = ANY (${GIVEN_IDS}) AND ${live}`;

const me = meOf('sessions', 's.first_generation', LIVE);
const viewMe = meOf('operator_views', '0', LIVE_VIEW);

/**
 * Advances the generation of several sessions in one statement. Rows are locked in the order of their ids, so that
 * servers do not deadlock. `stepped_at` comes from the clock of the database, which all servers share.
 */
const step = `WITH wanted AS (
    SELECT s.id, w.generation, w.now, w.refresh_expires_at FROM sessions s
    JOIN (SELECT DISTINCT ON (id, generation) * FROM unnest((SELECT $1::text[]), (SELECT $2::integer[]), (SELECT $3::timestamptz[]), (SELECT $4::timestamptz[]))
      AS w (id, generation, now, refresh_expires_at)) w ON w.id = s.id AND w.generation = s.generation
    WHERE s.ended_at IS NULL AND s.refresh_expires_at > w.now AND (s.generation > 0 OR s.code_challenge IS NULL)
    ORDER BY s.id FOR UPDATE OF s)
  UPDATE sessions s SET generation = s.generation + 1, stepped_at = now(), refresh_expires_at = least(w.refresh_expires_at, s.expires_at)
  FROM wanted w WHERE s.id = w.id RETURNING s.id, s.user_id, s.generation, s.refresh_expires_at,
    (SELECT ${FIRST_NAME} FROM users u WHERE u.id = s.user_id) AS first_name`;

type MeInstant = 'emailVerifiedAt' | 'mfaEnabledAt' | 'lastAuthAt' | 'passwordChangedAt' | 'clockFrozenAt';

/** Columns as JSON has them: instants are texts. */
type MeJson = Omit<MeRow, 'sessionId' | 'addresses' | MeInstant> & Record<MeInstant, string | null>;

/** Row of the query: the user, repeated for each address. `seq` is null if there is no address. */
interface MeAndAddress extends AddressRow {
  readonly sessionId: string;
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
      .map(({ me: _me, seq: _seq, sessionId: _session, ...address }) => address),
  };
};

/** Two look-up statements run at a time. Further calls are collected for the next one. */
const LOOKUPS = { atOnce: 2 };
/** One statement at a time, because two that lock several rows could deadlock. */
const STEPS = { atOnce: 1 };

const loadMes = (database: Database) => async (sessionIds: readonly string[], since: number) => {
  const rowsOf = Map.groupBy(await database.query<MeAndAddress>(me, [sessionIds], since), (row) => row.sessionId);
  return sessionIds.map((id) => asMe(id, rowsOf.get(id) ?? []));
};

const loadPrincipals = (database: Database) => async (sessionIds: readonly string[], since: number) => {
  const rows = await database.query<SessionPrincipal>(principal, [sessionIds], since);
  const of = new Map(rows.map((row) => [row.sessionId, row]));
  return sessionIds.map((id) => of.get(id) ?? null);
};

const stepSessions = (database: Database) => async (steps: readonly SessionStep[], since: number) => {
  const rows = await database.query<SteppedSession & { id: string }>(
    step,
    [
      steps.map((one) => one.id),
      steps.map((one) => one.generation),
      steps.map((one) => toDate(one.now)),
      steps.map((one) => toDate(one.refreshExpiresAt)),
    ],
    since,
  );
  const of = new Map(rows.map(({ id, ...stepped }) => [`${id} ${stepped.generation}`, stepped]));
  return steps.map(({ id, generation }) => of.get(`${id} ${generation + 1}`) ?? null);
};

const FAILURES_KEPT_MS = 30 * DAY_MS;
type Decide = Parameters<IdentityStore['countLoginAttempt']>[2];

const lockedUntil = (counter: FailureCounter): Date | null =>
  counter.lockedUntil === null ? null : toDate(counter.lockedUntil);

/**
 * Counts the first attempt under a key in one statement, which is the usual case; null when the key has a counter. It deletes
 * a few old counters as well, but none that only a reset of the password ends.
 */
const countFirstAttempt = async (
  sql: Sql,
  key: string,
  now: Instant,
  decide: Decide,
): Promise<FailureCounter | null> => {
  const first = decide(null);
  if (!first) return null;
  const written = await sql.query(
    `WITH forgotten AS (
       DELETE FROM failure_counters WHERE NOT EXISTS (SELECT FROM failure_counters WHERE key = $1) AND key IN (
         SELECT key FROM failure_counters WHERE last_failure_at < $5 AND (locked_until IS NULL OR locked_until < $5)
         ORDER BY last_failure_at LIMIT 8 FOR UPDATE SKIP LOCKED))
     INSERT INTO failure_counters (key, failures, locked_until, last_failure_at) VALUES ($1, $2, $3, $4)
     ON CONFLICT (key) DO NOTHING RETURNING key`,
    [key, first.failures, lockedUntil(first), toDate(now), toDate(now - FAILURES_KEPT_MS)],
  );
  return written.length === 1 ? first : null;
};

const countNextAttempt = (database: Database, key: string, now: Instant, decide: Decide): Promise<FailureCounter> =>
  database.transaction(async (tx) => {
    // An update without a change locks the row, so that parallel attempts count each other.
    const [before] = await tx.query<FailureCounter>(
      `INSERT INTO failure_counters AS f (key, failures, last_failure_at) VALUES ($1, 0, $2)
       ON CONFLICT (key) DO UPDATE SET failures = f.failures RETURNING failures, locked_until, last_failure_at`,
      [key, toDate(now)],
    );
    if (!before) throw new Error('failure_counters: the insert of a counter returned no row');
    const after = decide(before.failures === 0 ? null : before);
    if (!after) return before;
    await tx.query(
      'UPDATE failure_counters SET failures = $2, locked_until = $3, last_failure_at = $4 WHERE key = $1',
      [key, after.failures, lockedUntil(after), toDate(now)],
    );
    return after;
  });

/** Users that sign in, their sessions and failed attempts. The frequent queries are one statement each. */
export const makeIdentityStore = (database: Database, newEventId: () => string): IdentityStore => {
  const store: IdentityStore = {
    signInUser: async (email, device, now) => {
      const [found] = await database.query<{ folded: string } & (SignInUser | { userId: null })>(
        `WITH found AS (
         SELECT u.id AS user_id, u.account_id, a.brand, u.email::text AS email, u.first_name, u.language, u.password_hash,
           u.password_changed_at, u.mfa_enabled_at, u.cidr_restriction, d.last_used_at AS device_used_at
         FROM users u JOIN accounts a ON a.id = u.account_id LEFT JOIN known_devices d ON d.id = $2 AND d.user_id = u.id
         WHERE u.email = $1::text::citext AND u.deleted_at IS NULL),
       taken AS (
         INSERT INTO failure_counters (key, failures, locked_until, last_failure_at) SELECT $3, $4, $5, $6 FROM found
         WHERE device_used_at > COALESCE(password_changed_at, 'epoch') ON CONFLICT (key) DO NOTHING RETURNING key)
       SELECT lower($1::text) AS folded, found.*, EXISTS (SELECT FROM taken) AS is_device_attempt_counted
       FROM (SELECT) AS asked LEFT JOIN found ON true`,
        [
          email,
          device?.id,
          device?.key,
          device?.firstAttempt.failures,
          device && lockedUntil(device.firstAttempt),
          toDate(now),
        ],
      );
      if (!found) throw new Error('sign-in: the look-up of the user returned no row, also none for an unknown address');
      const { folded, ...row } = found;
      return { folded, row: row.userId === null ? null : row };
    },
    countLoginAttempt: async (key, now, decide) =>
      (await countFirstAttempt(database, key, now, decide)) ?? countNextAttempt(database, key, now, decide),
    clearFailures: async (key) => {
      await database.query('DELETE FROM failure_counters WHERE key = $1', [key]);
    },
    passwordHash: async (userId) => {
      const [row] = await database.query<{ passwordHash: string }>(
        'SELECT password_hash FROM users WHERE id = $1 AND deleted_at IS NULL',
        [userId],
      );
      return row?.passwordHash ?? null;
    },
    replaceHash: async (userId, from, to) => {
      const replaced = await database.query(
        'UPDATE users SET password_hash = $3 WHERE id = $1 AND password_hash = $2 AND deleted_at IS NULL RETURNING id',
        [userId, from, to],
      );
      return replaced.length === 1 ? to : store.passwordHash(userId);
    },
    proofOf: async (id) => {
      const [row] = await database.query<NonNullable<Awaited<ReturnType<IdentityStore['proofOf']>>>>(
        `SELECT CASE WHEN s.portal_link_id IS NULL THEN s.created_at END AS signed_in_at, s.proved_at, u.password_hash FROM sessions s JOIN users u ON u.id = s.user_id WHERE s.id = $1 AND ${LIVE}`,
        [id],
      );
      return row ?? null;
    },
    stepSession: batched(stepSessions(database), STEPS),
    bindCode: async (id, codeChallenge, now) => {
      const bound = await database.query(
        `UPDATE sessions SET code_challenge = $2 WHERE id = $1 AND generation = 0 AND code_challenge IS NULL
           AND ended_at IS NULL AND refresh_expires_at > $3 RETURNING id`,
        [id, codeChallenge, toDate(now)],
      );
      return bound.length === 1;
    },
    redeemCode: async ({ id, generation, codeChallenge, now, refreshExpiresAt }) => {
      if (generation !== 0) return null;
      const [redeemed] = await database.query<SteppedSession>(
        `UPDATE sessions s SET generation = 1, stepped_at = now(), refresh_expires_at = least($3, s.expires_at)
         FROM users u WHERE s.id = $1 AND u.id = s.user_id AND s.generation = 0 AND s.code_challenge = $2
           AND s.ended_at IS NULL AND s.refresh_expires_at > $4
         RETURNING s.user_id, s.generation, s.refresh_expires_at, ${FIRST_NAME} AS first_name`,
        [id, codeChallenge, toDate(refreshExpiresAt), toDate(now)],
      );
      return redeemed ?? null;
    },
    session: async (id) => {
      const [row] = await database.query<Session>(
        `SELECT s.id, s.user_id, u.account_id, s.generation, s.first_generation, s.refresh_expires_at, s.expires_at, s.ended_at,
         s.code_challenge IS NOT NULL AS has_code, ${FIRST_NAME} AS first_name,
         (extract(epoch FROM now() - s.stepped_at) * 1000)::bigint AS step_age_ms,
         s.late_generation, (extract(epoch FROM now() - s.late_at) * 1000)::bigint AS late_age_ms
       FROM sessions s JOIN users u ON u.id = s.user_id WHERE s.id = $1`,
        [id],
      );
      return row ?? null;
    },
    recordLateUse: async ({ id, accountId, generation }) => {
      const rows = await database.query(
        `UPDATE sessions SET late_generation = $2, late_at = now()
       WHERE id = $1 AND account_id = $3 AND generation = $2 AND late_generation IS DISTINCT FROM $2 AND ended_at IS NULL RETURNING id`,
        [id, generation, accountId],
      );
      return rows.length === 1;
    },
    endSession: async (id, { userId, accountId }) => {
      const rows = await database.query(
        `UPDATE sessions SET ended_at = now(), end_reason = 'signed_out' WHERE id = $1 AND user_id = $2 AND account_id = $3 AND ended_at IS NULL RETURNING id`,
        [id, userId, accountId],
      );
      return rows.length === 1;
    },
    principal: batched(loadPrincipals(database), LOOKUPS),
    me: batched(loadMes(database), LOOKUPS),
    viewPrincipal: async (id) => {
      const [row] = await database.query<SessionPrincipal>(viewPrincipal, [id]);
      return row ?? null;
    },
    viewMe: async (id) => {
      const [viewer] = await database.query<SessionPrincipal>(viewPrincipal, [id]);
      const row = asMe(id, await database.query<MeAndAddress>(viewMe, [[id]]));
      return viewer?.viewedBy !== undefined && row ? { ...row, viewedBy: viewer.viewedBy } : null;
    },
    record: async (event) => {
      await recordEvent(database, newEventId(), event);
    },
  };
  return store;
};
