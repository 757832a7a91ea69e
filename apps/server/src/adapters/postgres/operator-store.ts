import type { AccountId, RefundId, UserId } from '@foyer/contract/vocabulary/ids';
import type { Instant } from '@foyer/contract/vocabulary/instants';
import { readReceiptNumber } from '@foyer/contract/vocabulary/receipt-number';
import type { Refund } from '@foyer/domain/state/entities';
import type { Owner } from '../../services/identity/ports.ts';
import type { QueuedMail } from '../../services/mail/ports.ts';
import {
  actionSubjects,
  type DueList,
  type FailedHook,
  type NamedInvoice,
  type NamedSubscription,
  type OperatorReads,
  type OperatorRows,
  type SentPayment,
} from '../../services/operator/ports.ts';
import { refusedCommand } from '../../services/refused.ts';
import { countOf, readBoundedList } from './bounded-list.ts';
import { type Database, type Sql, toDate, violatedConstraint } from './database.ts';
import { paymentOf } from './refundable-payments.ts';
import { insertRows } from './rows.ts';
import { makeSecondFactorRows } from './second-factor-rows.ts';
import { endSessions, recordEvent, voidEmailTokens } from './security-writes.ts';
import { listWaitingRefunds, unplacedRefundOf } from './unplaced-refunds.ts';
import { attemptsWithoutAnswer, ON_A_CLOCK, refundsWithoutAnswer, workLists } from './work-lists.ts';

const AUDIT = { name: 'audit_log', instants: ['wallAt', 'domainAt'] };

const refundColumns = `r.id, r.account_id, r.attempt_id, r.amount_cents, r.tax_cents, r.status, r.gateway_ref, r.error_message, r.lease_until,
  r.sent_at, r.decided_at`;

/** Columns of an owner. `u`: the user, `a`: the account. */
const ownerColumns = 'u.account_id, u.email::text AS email, u.first_name, u.language, a.brand';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** True if the tables of the queue exist. The first start of a server creates them. */
export const hasQueue = async (sql: Sql): Promise<boolean> => {
  const [queue] = await sql.query<{ there: boolean }>(`SELECT to_regclass('pgboss.job') IS NOT NULL AS there`);
  return queue?.there ?? false;
};

/** Origin of an event that an operator caused. The customer sees the event; only the audit log names the operator. */
const noOrigin = { address: null, userAgent: null, requestId: null, sessionId: null };

export interface OperatorRowsNeeds {
  readonly newId: () => string;
  readonly wallNow: () => Instant;
}

const accountOf = async (sql: Sql, reference: string): Promise<AccountId | null> => {
  const [row] = await sql.query<{ id: AccountId }>(
    `SELECT a.id FROM accounts a WHERE a.id = $1
     UNION SELECT u.account_id FROM users u WHERE u.email = $1::text::citext AND u.deleted_at IS NULL`,
    [reference],
  );
  return row?.id ?? null;
};

const userOf = async (sql: Sql, accountId: AccountId): Promise<UserId | null> => {
  const [row] = await sql.query<{ id: UserId }>('SELECT id FROM users WHERE account_id = $1 AND deleted_at IS NULL', [
    accountId,
  ]);
  return row?.id ?? null;
};

const invoiceOf = async (sql: Sql, reference: string): Promise<NamedInvoice | null> => {
  const [row] = await sql.query<NamedInvoice>(
    'SELECT id, number, account_id, status FROM invoices WHERE id = $1 OR number = $2',
    [reference, readReceiptNumber(reference)],
  );
  return row ?? null;
};

const subscriptionOf = async (sql: Sql, id: string): Promise<NamedSubscription | null> => {
  const [row] = await sql.query<NamedSubscription>(
    `SELECT s.account_id, s.ended_at IS NULL AS is_live, ARRAY(SELECT i.id FROM invoices i
       WHERE i.account_id = s.account_id AND i.status = 'open' AND (i.subscription_id = s.id
         OR i.id IN (SELECT p.invoice_id FROM one_time_purchases p WHERE p.for_subscription_id = s.id AND p.status = 'pending'))) AS open_invoices
     FROM subscriptions s WHERE s.id = $1`,
    [id],
  );
  return row ?? null;
};

const refundOfGateway = async (sql: Sql, gatewayRef: string): Promise<Refund | null> => {
  const [row] = await sql.query<Refund>(`SELECT ${refundColumns} FROM refunds r WHERE r.gateway_ref = $1`, [
    gatewayRef,
  ]);
  return row ?? null;
};

/** Rows of operator commands, in the given transaction. */
export const operatorRowsOn = (sql: Sql, { newId, wallNow }: OperatorRowsNeeds): OperatorRows => ({
  accountOf: (reference) => accountOf(sql, reference),
  userOf: (accountId) => userOf(sql, accountId),
  invoiceOf: (reference) => invoiceOf(sql, reference),
  paymentOf: (accountId, invoiceId) => paymentOf(sql, accountId, invoiceId),
  refund: async (id) => {
    const [row] = await sql.query<Refund>(`SELECT ${refundColumns} FROM refunds r WHERE r.id = $1`, [id]);
    return row ?? null;
  },
  refundOfGateway: (gatewayRef) => refundOfGateway(sql, gatewayRef),
  hasUndecidedRefund: async (attemptId) => {
    const rows = await sql.query(`SELECT id FROM refunds WHERE attempt_id = $1 AND status = 'sending'`, [attemptId]);
    return rows.length > 0;
  },
  retryQueued: async (jobId) => {
    if (!UUID.test(jobId) || !(await hasQueue(sql))) return false;
    const rows = await sql.query(
      `UPDATE pgboss.job SET state = 'retry', retry_limit = retry_limit + 1, completed_on = NULL, start_after = now()
       WHERE name IN ('mail', 'detach-card') AND id = $1 AND state = 'failed' RETURNING id`,
      [jobId],
    );
    return rows.length === 1;
  },
  dismissQueued: async (jobId) => {
    if (!UUID.test(jobId) || !(await hasQueue(sql))) return null;
    const [job] = await sql.query<{ queue: string }>(
      `UPDATE pgboss.job SET state = 'cancelled', completed_on = now()
       WHERE name IN ('mail', 'detach-card', 'product-hook') AND id = $1 AND state = 'failed' RETURNING name AS queue`,
      [jobId],
    );
    return job?.queue ?? null;
  },
  retryWaiting: async (queue) => {
    if (!(await hasQueue(sql))) return 0;
    const [due] = await sql.query<{ jobs: number }>(
      `WITH due AS (UPDATE pgboss.job SET start_after = now()
         WHERE name = $1 AND state = 'retry' AND start_after > now() RETURNING id)
       SELECT count(*) AS jobs FROM due`,
      [queue],
    );
    return due?.jobs ?? 0;
  },
  endSessionsOf: async (accountId, { actor }) => {
    const [user] = await sql.query<{ id: UserId }>('SELECT id FROM users WHERE account_id = $1', [accountId]);
    if (!user) return null;
    const ended = await endSessions(sql, { userId: user.id, accountId }, null, 'revoked');
    if (ended > 0) await recordEvent(sql, newId(), { ...noOrigin, type: 'sessions_ended', accountId, actor });
    return ended;
  },
  liftNetworksOf: async (accountId, { actor }) => {
    const [owner] = await sql.query<Owner>(
      `UPDATE users u SET cidr_restriction = NULL FROM accounts a
       WHERE a.id = u.account_id AND a.id = $1 AND u.deleted_at IS NULL AND u.cidr_restriction IS NOT NULL
       RETURNING ${ownerColumns}`,
      [accountId],
    );
    if (owner) await recordEvent(sql, newId(), { ...noOrigin, type: 'networks_changed', accountId, actor });
    return owner ?? null;
  },
  ownerOf: async (accountId) => {
    const [owner] = await sql.query<Owner>(
      `SELECT ${ownerColumns}
       FROM users u JOIN accounts a ON a.id = u.account_id WHERE a.id = $1 AND u.deleted_at IS NULL`,
      [accountId],
    );
    return owner ?? null;
  },
  isClosing: async (accountId) =>
    (await sql.query('SELECT 1 FROM closing_orders WHERE account_id = $1', [accountId])).length > 0,
  addActivity: (accountId, type, { actor }) => recordEvent(sql, newId(), { ...noOrigin, type, accountId, actor }),
  liftTwoStepOf: async (accountId, { actor }) => {
    const [owner] = await sql.query<Owner & { userId: UserId }>(
      `UPDATE users u SET mfa_enabled_at = NULL FROM accounts a
       WHERE a.id = u.account_id AND a.id = $1 AND u.deleted_at IS NULL AND u.mfa_enabled_at IS NOT NULL
       RETURNING u.id AS user_id, ${ownerColumns}`,
      [accountId],
    );
    if (!owner) return null;
    const { userId, ...named } = owner;
    const user = { userId, accountId };
    await makeSecondFactorRows(sql).removeSecondFactor(user);
    await voidEmailTokens(sql, user);
    await endSessions(sql, user, null, 'credentials_changed');
    await recordEvent(sql, newId(), { ...noOrigin, type: 'mfa_disabled', accountId, actor });
    return named;
  },
  mailOf: async (accountId, mailId) => {
    if (!UUID.test(mailId) || !(await hasQueue(sql))) return null;
    const [row] = await sql.query<{ job: QueuedMail; isForPresentAddress: boolean }>(
      `SELECT j.data AS job, NOT j.data ? 'to' OR EXISTS (
         SELECT FROM users u WHERE u.account_id = $1 AND u.deleted_at IS NULL AND u.email = (j.data ->> 'to')::citext) AS is_for_present_address
       FROM pgboss.job j WHERE j.name = 'mail' AND j.id = $2 AND j.data ->> 'accountId' = $1`,
      [accountId, mailId],
    );
    return row ?? null;
  },
  wasGranted: async (accountId, amountCents, since, { actor, requestKey }) => {
    const rows = await sql.query(
      `SELECT id FROM audit_log WHERE account_id = $1 AND action = 'grant_credit' AND (after ->> 'amountCents')::bigint = $2
         AND wall_at > $3 AND (actor <> $4 OR request_key IS DISTINCT FROM $5 OR request_key IS NULL) LIMIT 1`,
      [accountId, amountCents, new Date(since), actor, requestKey ?? null],
    );
    return rows.length > 0;
  },
  record: async (entry) => {
    const subjectType = actionSubjects[entry.action];
    const row = { ...entry, subjectType, requestKey: entry.requestKey ?? null, id: newId(), wallAt: wallNow() };
    await insertRows(sql, AUDIT, [row]).catch((error: unknown) => {
      if (violatedConstraint(error) === 'audit_log_request_key')
        throw refusedCommand('done_already', { type: 'request', id: row.requestKey ?? row.id });
      throw error;
    });
    const { id: auditId, actor, action, accountId, subjectId } = row;
    sql.logAfterCommit('operator command', { auditId, actor, action, accountId, subjectType, subjectId });
  },
});

/** Failed jobs of a list. None before the first server has made the queue. */
const failedJobs = async <Name extends 'failedMails' | 'failedDetachments'>(
  database: Database,
  name: Name,
  limit: number,
): Promise<DueList[Name]> =>
  ((await hasQueue(database))
    ? await readBoundedList(database, workLists[name], limit)
    : { rows: [], inAll: 0 }) as DueList[Name];

export const makeOperatorReads = (database: Database): OperatorReads => ({
  accountOf: (reference) => accountOf(database, reference),
  userOf: (accountId) => userOf(database, accountId),
  invoiceOf: (reference) => invoiceOf(database, reference),
  subscriptionOf: (id) => subscriptionOf(database, id),
  liveSubscriptions: (accountId) =>
    database.query(
      'SELECT id, plan_id, status, term, current_period_end FROM subscriptions WHERE account_id = $1 AND ended_at IS NULL ORDER BY created_at, id',
      [accountId],
    ),
  refundOrder: async (id) => {
    const [row] = await database.query<Refund & { chargeRef: string | null; intentRef: string | null; ageMs: number }>(
      `SELECT ${refundColumns}, t.gateway_charge_ref AS charge_ref, t.gateway_intent_ref AS intent_ref,
         (extract(epoch FROM now() - r.created_at) * 1000)::bigint AS age_ms FROM refunds r JOIN payment_attempts t ON t.id = r.attempt_id WHERE r.id = $1`,
      [id],
    );
    if (!row?.chargeRef || !row.intentRef) return null;
    const { chargeRef, intentRef, ageMs, ...refund } = row;
    return { refund, chargeRef, intentRef, ageMs };
  },
  refundOfGateway: (gatewayRef) => refundOfGateway(database, gatewayRef),
  unplacedRefund: (gatewayRef) => unplacedRefundOf(database, gatewayRef),
  waitingRefunds: (limit) => listWaitingRefunds(database, limit),
  parkedPayments: (limit) => readBoundedList(database, workLists.parkedPayments, limit),
  sentPayment: async (id) => {
    const [row] = await database.query<SentPayment>(
      `SELECT account_id, amount_cents, created_at AS sent_at_wall,
         status IN ('sending', 'requires_action', 'processing') AND given_up_at IS NOT NULL AS is_given_up,
         EXISTS (SELECT FROM restored_backups WHERE reconciled_at IS NULL) AS is_restored
       FROM payment_attempts WHERE id = $1 AND kind = 'charge'`,
      [id],
    );
    return row ?? null;
  },
  takeLostRefunds: async (now, until, limit) => {
    const rows = await database.query<{ id: RefundId }>(
      `UPDATE refunds SET lease_until = $2 WHERE id IN (
         SELECT id FROM refunds WHERE status = 'sending' AND lease_until < $1 ORDER BY lease_until LIMIT $3 FOR UPDATE SKIP LOCKED)
       RETURNING id`,
      [toDate(now), toDate(until), limit],
    );
    return rows.map(({ id }) => id);
  },
  due: async (until, limit) => {
    const [due, [aside], undecidedAttempts, undecidedRefunds, mails, hooks, detachments] = await Promise.all([
      readBoundedList<DueList['accounts']['rows'][number]>(database, workLists.due, limit, [toDate(until)]),
      database.query<{ n: number }>(`SELECT ${countOf(ON_A_CLOCK)} AS n`),
      readBoundedList<DueList['undecidedAttempts']['rows'][number]>(database, attemptsWithoutAnswer, limit),
      readBoundedList<{ id: RefundId; sentAt: Instant }>(database, refundsWithoutAnswer, limit),
      failedJobs(database, 'failedMails', limit),
      readBoundedList<FailedHook>(database, workLists.failedHooks, limit),
      failedJobs(database, 'failedDetachments', limit),
    ]);
    return {
      accounts: due,
      onSandboxClock: aside?.n ?? 0,
      undecidedAttempts,
      undecidedRefunds,
      failedMails: mails,
      failedHooks: hooks,
      failedDetachments: detachments,
    };
  },
});
