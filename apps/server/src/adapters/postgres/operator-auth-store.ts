import type { OperatorMailJob } from '../../services/mail/ports.ts';
import type {
  ListedOperator,
  OperatorAuthStore,
  OperatorId,
  OperatorPrincipal,
  OperatorRow,
  OperatorStaffRows,
} from '../../services/operator/auth-ports.ts';
import { type Database, type Sql, toDate } from './database.ts';
import { logEvent, recordEvent } from './security-writes.ts';

export interface OperatorAuthStoreDependencies {
  readonly newEventId: () => string;
  readonly enqueueMails: (sql: Sql, mails: readonly OperatorMailJob[]) => Promise<void>;
}

/** Store of the sign-in, sessions and known devices of operators. */
export const makeOperatorAuthStore = (
  database: Database,
  { newEventId, enqueueMails }: OperatorAuthStoreDependencies,
): OperatorAuthStore => ({
  operatorOf: async (email, deviceId) => {
    const [found] = await database.query<{ folded: string } & (OperatorRow | { id: null })>(
      `SELECT lower($1::text) AS folded, o.id, o.email::text AS email, o.name, o.roles, o.password_hash, o.password_changed_at,
         o.first_password_expires_at, o.first_password_used_at,
         o.totp_sealed_secret, o.totp_last_step, o.last_sign_in_at, d.last_used_at AS device_used_at
       FROM (SELECT) AS asked LEFT JOIN operators o ON o.email = $1::text::citext AND o.disabled_at IS NULL
         LEFT JOIN operator_devices d ON d.id = $2 AND d.operator_id = o.id`,
      [email, deviceId],
    );
    if (!found)
      throw new Error('sign-in: the look-up of the operator returned no row, also none for an unknown address');
    const { folded, ...row } = found;
    return { folded, row: row.id === null ? null : row };
  },
  replaceHash: async (id, from, to) => {
    await database.query('UPDATE operators SET password_hash = $3 WHERE id = $1 AND password_hash = $2', [
      id,
      from,
      to,
    ]);
    const [row] = await database.query<{ passwordHash: string }>(
      'SELECT password_hash FROM operators WHERE id = $1 AND disabled_at IS NULL',
      [id],
    );
    return row?.passwordHash ?? null;
  },
  useTotpStep: async (id, step, resealed) => {
    const rows = await database.query(
      'UPDATE operators SET totp_last_step = $2, totp_sealed_secret = coalesce($3, totp_sealed_secret) WHERE id = $1 AND (totp_last_step IS NULL OR totp_last_step < $2) RETURNING id',
      [id, step, resealed],
    );
    return rows.length === 1;
  },
  startSession: (session, passwordHash, maxDevices, mail) =>
    database.transaction(async (sql) => {
      // `forgotten` does not see the new device, which the same statement writes. So the limit counts the others only.
      const rows = await sql.query(
        `WITH signed_in AS (
         UPDATE operators SET last_sign_in_at = $4,
           first_password_used_at = CASE WHEN first_password_expires_at IS NOT NULL THEN $4::timestamptz END
         WHERE id = $2 AND password_hash = $8 AND disabled_at IS NULL AND first_password_used_at IS NULL RETURNING id),
       known AS (
         INSERT INTO operator_devices (id, operator_id, created_at, last_used_at) SELECT $9, id, $4, $4 FROM signed_in
         ON CONFLICT (id) DO UPDATE SET last_used_at = excluded.last_used_at
           WHERE operator_devices.operator_id = excluded.operator_id),
       forgotten AS (
         DELETE FROM operator_devices WHERE id IN (
           SELECT id FROM operator_devices WHERE operator_id = (SELECT id FROM signed_in) AND id <> $9
           ORDER BY last_used_at DESC, id DESC OFFSET $10))
       INSERT INTO operator_sessions (id, operator_id, token_hash, created_at, last_used_at, expires_at, address, user_agent, device_id)
       SELECT $1, id, $3, $4, $4, $5, $6, $7, $9 FROM signed_in RETURNING id`,
        [
          session.id,
          session.operatorId,
          session.tokenHash,
          toDate(session.now),
          toDate(session.expiresAt),
          session.address,
          session.userAgent,
          passwordHash,
          session.deviceId,
          maxDevices - 1,
        ],
      );
      if (rows.length === 1 && mail) await enqueueMails(sql, [mail]);
      return rows.length === 1;
    }),
  useSession: async (tokenHash, now, idleSince) => {
    const [row] = await database.query<OperatorPrincipal>(
      `UPDATE operator_sessions s SET last_used_at = greatest(s.last_used_at, $2) FROM operators o
       WHERE s.token_hash = $1 AND s.ended_at IS NULL AND s.expires_at > $2 AND s.last_used_at > $3
         AND o.id = s.operator_id AND o.disabled_at IS NULL
       RETURNING o.id AS operator_id, s.id AS session_id, o.email::text AS email, o.name, o.roles, s.expires_at,
         o.first_password_expires_at IS NOT NULL AS must_change_password`,
      [tokenHash, toDate(now), toDate(idleSince)],
    );
    return row ?? null;
  },
  endSession: async (id, now) => {
    await database.query('UPDATE operator_sessions SET ended_at = $2 WHERE id = $1 AND ended_at IS NULL', [
      id,
      toDate(now),
    ]);
  },
  record: (type, origin, operatorId, method) =>
    recordEvent(database, newEventId(), {
      ...origin,
      type,
      operatorId,
      method: method ?? null,
      accountId: null,
      sessionId: null,
    }),
  recordView: async (operatorId, accountId, now, { address, userAgent, requestId }) => {
    const eventId = newEventId();
    const rows = await database.query(
      `INSERT INTO security_events (id, at, account_id, type, address, user_agent, request_id, operator_id)
       VALUES ($1, $2, $3, 'operator_viewed', $4, $5, $6, $7)
       ON CONFLICT (operator_id, account_id, date_trunc('hour', at AT TIME ZONE 'UTC')) WHERE type = 'operator_viewed' DO NOTHING RETURNING id`,
      [eventId, toDate(now), accountId, address, userAgent, requestId, operatorId],
    );
    if (rows.length > 0)
      logEvent(database, { eventId, type: 'operator_viewed', accountId, sessionId: null, operatorId, requestId });
  },
  enqueueMail: (job) => enqueueMails(database, [job]),
});

const endSessions = `UPDATE operator_sessions SET ended_at = $2 WHERE operator_id = $1 AND id IS DISTINCT FROM $3 AND ended_at IS NULL`;

/** Accounts of operators, read and written in the given transaction. */
export const operatorStaffOn = (sql: Sql): OperatorStaffRows => ({
  addOperator: async (operator) => {
    const rows = await sql.query(
      `INSERT INTO operators (id, email, name, password_hash, password_changed_at, roles, totp_sealed_secret, first_password_expires_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT (email) WHERE disabled_at IS NULL DO NOTHING RETURNING id`,
      [
        operator.id,
        operator.email,
        operator.name,
        operator.passwordHash,
        toDate(operator.now),
        operator.roles,
        operator.totpSealedSecret,
        toDate(operator.firstPasswordExpiresAt),
      ],
    );
    return rows.length === 1;
  },
  // A device is known if it was used after the change, so this one gets a slightly later time.
  replacePassword: async ({ id, from, to, exceptSession, now }) => {
    const rows = await sql.query(
      `WITH changed AS (
         UPDATE operators SET password_hash = $3, password_changed_at = $4,
           first_password_expires_at = NULL, first_password_used_at = NULL
         WHERE id = $1 AND password_hash = $2 AND disabled_at IS NULL RETURNING id),
       kept AS (
         UPDATE operator_devices d SET last_used_at = $4::timestamptz + interval '1 millisecond'
         FROM changed c, operator_sessions s WHERE s.id = $5 AND d.id = s.device_id AND d.operator_id = c.id)
       SELECT id FROM changed`,
      [id, from, to, toDate(now), exceptSession],
    );
    if (rows.length === 0) return false;
    await sql.query(endSessions, [id, toDate(now), exceptSession]);
    return true;
  },
  disableOperator: async (email, now) => {
    const [row] = await sql.query<{ id: OperatorId }>(
      'UPDATE operators SET disabled_at = $2 WHERE email = $1 AND disabled_at IS NULL RETURNING id',
      [email, toDate(now)],
    );
    if (!row) return null;
    await sql.query(endSessions, [row.id, toDate(now), null]);
    await sql.query('DELETE FROM operator_devices WHERE operator_id = $1', [row.id]);
    return row.id;
  },
});

export const listOperators = (database: Database): Promise<ListedOperator[]> =>
  database.query<ListedOperator>(
    `SELECT id, email::text AS email, name, roles, totp_sealed_secret IS NOT NULL AS second_step, last_sign_in_at, disabled_at
     FROM operators ORDER BY disabled_at NULLS FIRST, email`,
  );
