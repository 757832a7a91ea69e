import type { CodeLookupRows } from '../../services/billing/ports.ts';
import type {
  LockedUser,
  SecurityEvent,
  SecurityWrites,
  SignInMethod,
  SteppedSession,
  UserOfAccount,
} from '../../services/identity/ports.ts';
import type { SecurityMailJob } from '../../services/mail/ports.ts';
import type { OperatorId } from '../../services/operator/auth-ports.ts';
import { type Sql, toDate } from './database.ts';
import { FIRST_NAME } from './first-name.ts';

export interface SecurityWritesNeeds {
  readonly newEventId: () => string;
  readonly enqueueMails: (sql: Sql, mails: readonly SecurityMailJob[]) => Promise<void>;
}

/** Writes a security event to the log too, with ids only. Log lines may leave the machine (ASVS 16.4.3). */
export const logEvent = (
  sql: Sql,
  event: {
    readonly eventId: string;
    readonly type: string;
    readonly accountId: string | null;
    readonly sessionId: string | null;
    readonly operatorId?: string | null | undefined;
    readonly requestId: string | null;
    readonly method?: SignInMethod | null | undefined;
  },
): void => {
  const { eventId, type, accountId, sessionId, operatorId = null, requestId, method = null } = event;
  sql.logAfterCommit('security event', { eventId, type, accountId, sessionId, operatorId, requestId, method });
};

/**
 * Records a security event. `type` is one that customers see, or one that only operators see (migration 0006). A name
 * given on the command line is no operator of the database, so the event has the name instead.
 */
export const recordEvent = async (
  sql: Sql,
  id: string,
  event: Omit<SecurityEvent, 'type'> & {
    readonly type: string;
    readonly operatorId?: OperatorId | null;
    readonly method?: SignInMethod | null;
  },
): Promise<void> => {
  const [stored] = await sql.query<{ operatorId: string | null }>(
    `INSERT INTO security_events (id, account_id, session_id, type, address, user_agent, request_id, operator_id, method, actor)
     VALUES ($1, $2, $3, $4, $5, $6, $7, (SELECT id FROM operators WHERE id = $8), $9,
       CASE WHEN NOT EXISTS (SELECT FROM operators WHERE id = $8) THEN $10 END) RETURNING operator_id`,
    [
      id,
      event.accountId,
      event.sessionId,
      event.type,
      event.address,
      event.userAgent,
      event.requestId,
      event.operatorId ?? event.actor ?? null,
      event.method ?? null,
      event.actor ?? null,
    ],
  );
  logEvent(sql, { ...event, eventId: id, operatorId: stored?.operatorId });
};

/**
 * Records a wrong code of any kind in the transaction that counts it. Operators use it to distinguish typing errors of a
 * customer from guesses of a stranger. The typed text is not stored (INV-22).
 */
export const makeRecordWrongCode =
  (sql: Sql, newEventId: () => string): CodeLookupRows['recordWrongCode'] =>
  ({ accountId, address, userAgent, requestId }) =>
    recordEvent(sql, newEventId(), { type: 'code_refused', accountId, sessionId: null, address, userAgent, requestId });

/** Ends the sessions of a user, except one, and returns how many ended. */
export const endSessions = async (
  sql: Sql,
  ...[{ userId, accountId }, except, reason]: Parameters<SecurityWrites['endSessions']>
): Promise<number> => {
  const ended = await sql.query(
    `UPDATE sessions SET ended_at = now(), end_reason = $3
     WHERE user_id = $1 AND account_id = $4 AND ended_at IS NULL AND id IS DISTINCT FROM $2 RETURNING id`,
    [userId, except, reason, accountId],
  );
  // The person who ordered the closing may not be the one who owns the new credentials (decision 55).
  if (reason === 'credentials_changed')
    await sql.query('DELETE FROM closing_orders WHERE account_id = $1', [accountId]);
  return ended.length;
};

/** Voids the links that were sent to a user by mail. */
export const voidEmailTokens = async (sql: Sql, { userId, accountId }: UserOfAccount): Promise<void> => {
  await sql.query(
    'UPDATE email_tokens SET voided_at = now() WHERE user_id = $1 AND account_id = $2 AND used_at IS NULL AND voided_at IS NULL',
    [userId, accountId],
  );
};

/**
 * Writes that all security use cases share, in the given transaction. The stores of single use cases use the same
 * `sql`.
 */
export const makeSecurityWrites = (sql: Sql, { newEventId, enqueueMails }: SecurityWritesNeeds): SecurityWrites => ({
  lockUser: async (userId) => {
    const [row] = await sql.query<LockedUser>(
      `SELECT u.id AS user_id, u.account_id, a.brand, u.email::text AS email, u.first_name, u.language, u.email_verified_at,
         u.password_hash, u.mfa_enabled_at, u.cidr_restriction, u.last_auth_at
       FROM users u JOIN accounts a ON a.id = u.account_id WHERE u.id = $1 AND u.deleted_at IS NULL FOR UPDATE OF u`,
      [userId],
    );
    return row ?? null;
  },
  endSessions: (of, except, reason) => endSessions(sql, of, except, reason),
  voidEmailTokens: (of) => voidEmailTokens(sql, of),
  beginFamily: async (id, refreshExpiresAt, path) => {
    // A token in an address stays in the browser history. Its one late use counts as made, so a late use is refused.
    const [renewed] = await sql.query<SteppedSession>(
      `UPDATE sessions s SET generation = generation + 1, first_generation = generation + 1, stepped_at = now(),
         refresh_expires_at = least($2, expires_at),
         late_generation = CASE WHEN $3 THEN generation + 1 ELSE late_generation END
       FROM users u WHERE s.id = $1 AND u.id = s.user_id AND s.ended_at IS NULL
       RETURNING s.user_id, s.generation, s.refresh_expires_at, ${FIRST_NAME} AS first_name`,
      [id, toDate(refreshExpiresAt), path === 'in_address'],
    );
    return renewed ?? null;
  },
  record: (event) => recordEvent(sql, newEventId(), event),
  mail: (job) => enqueueMails(sql, [job]),
});
