import * as z from 'zod/mini';
import { type OperatorCall, operatorRoles } from '../vocabulary/operator-roles.ts';
import { attemptStatuses } from '../vocabulary/record-words.ts';
import { password } from './auth.ts';
import { operatorCustomers } from './operator-customers.ts';
import { operatorHooks } from './operator-hooks.ts';
import { operatorKeys } from './operator-keys.ts';
import { operatorSale } from './operator-sale.ts';
import { command, cursorQuery, nextCursor, operatorErrors, pathId } from './operator-shapes.ts';
import { type Route, route } from './route.ts';
import { counted, id, isoInstant, line } from './text.ts';

/** Header of an operator's token. Operator calls accept no customer tokens, and customer calls no operator tokens. */
export const OPERATOR_TOKEN_HEADER = 'X-OPERATOR-TOKEN';

export const operatorSignInBody = z.object({
  email: line(254),
  password,
  /** One-time code, for operators with two-step authentication. */
  code: z.optional(line(10)),
  /** Device token of the last sign-in in this browser. Failed attempts elsewhere do not lock it out. */
  device: z.optional(line(512)),
});

export const operatorMe = z.object({
  id: z.string(),
  email: z.string(),
  name: z.string(),
  roles: z.array(z.enum(operatorRoles)),
  /** Absolute end of the session. Half an hour without a call ends it too. */
  expiresAt: isoInstant,
  /** The operator signed in with the printed first password. All other calls answer 403 until a new one is set. */
  mustChangePassword: z.boolean(),
});
export type OperatorMe = z.infer<typeof operatorMe>;

const dueAccount = z.object({
  accountId: z.string(),
  email: z.nullable(z.string()),
  at: isoInstant,
});

const openReceipt = z.object({
  receiptId: z.string(),
  number: z.string(),
  accountId: z.string(),
  email: z.nullable(z.string()),
  description: z.string(),
  amountDueCents: z.int(),
  attempts: z.int(),
  /** Reason of the last failed charge in the language of the page; null if no charge was attempted. */
  failureMessage: z.nullable(z.string()),
  nextAttemptAt: z.nullable(isoInstant),
  overdueSince: z.nullable(isoInstant),
});
export type OpenReceipt = z.infer<typeof openReceipt>;

/** Rows of the lists of pending work, next or oldest first. */
const workRows = {
  /** Accounts with something due within seven days. */
  due: z.array(dueAccount),
  /** Accounts with a sandbox clock and planned work, which is due when their clock reaches it. They are not in `due`. */
  onClock: z.array(z.extend(dueAccount, { /** Time of their clock. */ clockAt: isoInstant })),
  /** Requests for a plan by agreement that wait for an operator (S23). */
  requests: z.array(
    z.object({
      subscriptionId: z.string(),
      accountId: z.string(),
      email: z.nullable(z.string()),
      /** Name of the customer; null if they gave none. */
      name: z.nullable(z.string()),
      product: z.string(),
      /** Null if the catalogue no longer has the plan. */
      planName: z.nullable(z.string()),
      requestedAt: isoInstant,
    }),
  ),
  /** Receipts whose charge failed and is retried. */
  failing: z.array(openReceipt),
  /** Receipts after the last retry. */
  overdue: z.array(openReceipt),
  /** Payments and refunds sent to the gateway without an answer. */
  waiting: z.array(
    z.object({
      id: z.string(),
      kind: z.enum(['payment', 'refund']),
      status: z.string(),
      at: isoInstant,
      /** True for a payment that the server has asked about for seven days and asks about no more. */
      isGivenUp: z.boolean(),
      accountId: z.string(),
      email: z.nullable(z.string()),
    }),
  ),
  /** Payments that the customer's bank disputes and has not decided about. Operators answer at the gateway. */
  disputes: z.array(
    z.object({
      /** Id of the payment. */
      id: z.string(),
      accountId: z.string(),
      email: z.nullable(z.string()),
      receipt: z.nullable(z.string()),
      amountCents: z.int(),
      disputedAt: isoInstant,
    }),
  ),
  /** Payments at the gateway that the books lack, as reconcile found them. */
  parkedPayments: z.array(
    z.object({
      gatewayRef: z.string(),
      /** Null if the payment names no account of the books. */
      accountId: z.nullable(z.string()),
      email: z.nullable(z.string()),
      receipt: z.nullable(z.string()),
      amountCents: z.int(),
      reason: z.string(),
      foundAt: isoInstant,
    }),
  ),
  /** Mails that failed for good. Each can be queued again. */
  failedMails: z.array(
    z.object({
      id: z.string(),
      template: z.string(),
      accountId: z.nullable(z.string()),
      email: z.nullable(z.string()),
      failedAt: isoInstant,
    }),
  ),
  /** Messages to products that failed for good (BY-08). The same call queues each again. */
  failedHooks: z.array(
    z.object({
      id: z.string(),
      product: z.string(),
      accountId: z.string(),
      email: z.nullable(z.string()),
      attempts: z.int(),
      lastHttpStatus: z.nullable(z.int()),
      lastError: z.nullable(z.string()),
      failedAt: isoInstant,
    }),
  ),
  /** Replaced cards that could not be removed at the gateway, so it could still charge them. The same call tries again. */
  failedDetachments: z.array(
    z.object({
      id: z.string(),
      /** Null, as all about the card, if the account was closed since. */
      accountId: z.nullable(z.string()),
      email: z.nullable(z.string()),
      brand: z.nullable(z.string()),
      last4: z.nullable(z.string()),
      failedAt: isoInstant,
    }),
  ),
  /** Refunds made at the gateway that match no payment. An operator books or dismisses each on the command line. */
  unplacedRefunds: z.array(
    z.object({
      /** Id of the refund at the gateway. */
      id: z.string(),
      amountCents: z.int(),
      accountId: z.nullable(z.string()),
      email: z.nullable(z.string()),
      /** Number of the receipt; null if the payment is unknown. */
      receipt: z.nullable(z.string()),
      foundAt: isoInstant,
    }),
  ),
};

const ofEach = <Shape extends z.core.SomeType>(shape: Shape) => ({
  due: shape,
  onClock: shape,
  requests: shape,
  failing: shape,
  overdue: shape,
  waiting: shape,
  disputes: shape,
  parkedPayments: shape,
  failedMails: shape,
  failedHooks: shape,
  failedDetachments: shape,
  unplacedRefunds: shape,
});

export const operatorWork = z.object({
  /** First fifty of each list. `inAll` counts the whole list, `next` is the cursor of the next page. */
  ...workRows,
  queue: z.object({ waiting: counted, active: counted, failed: counted }),
  reviewsWaiting: counted,
  inAll: z.object(ofEach(counted)),
  next: z.object(ofEach(nextCursor)),
});
export type OperatorWork = z.infer<typeof operatorWork>;

const dailyCounts = z.object({
  days: z.array(z.object({ /** Day in UTC, `2026-11-27`. */ day: z.string(), count: z.int() })),
  /** The counts cover only a part, because the server reads a limited number of rows. */
  isPartial: z.boolean(),
});

/** Accounts with a sandbox clock count as if the time of their clock were the present time. */
export const operatorCharts = z.object({
  /** Renewals of paid subscriptions, today and on the next thirteen days. */
  renewals: dailyCounts,
  /**
   * Unpaid receipts with a failed charge, by the day of the last one, today and on the thirteen days before. All accounts
   * are counted, as in `failing` and `overdue` of the current work.
   */
  failedPayments: dailyCounts,
  /** Payments that succeeded, less refunds, this month and in the five months before. With tax. */
  received: z.object({
    months: z.array(z.object({ /** Month in UTC, `2026-11`. */ month: z.string(), cents: z.int() })),
    /** The sums cover only the newest payments, because the server reads a limited number of rows. */
    isPartial: z.boolean(),
  }),
});
export type OperatorCharts = z.infer<typeof operatorCharts>;

export const auditEntry = z.object({
  id: z.string(),
  at: isoInstant,
  /** Name of the operator if known, else the name given to the command line. */
  actor: z.string(),
  action: z.string(),
  accountId: z.nullable(z.string()),
  subjectType: z.string(),
  subjectId: z.nullable(z.string()),
  reason: z.string(),
  after: z.record(z.string(), z.any()),
});
export type AuditEntry = z.infer<typeof auditEntry>;

const accountAndWork = {
  'POST /api/operator/sessions': route({
    summary: 'Sign in to the operator site',
    access: 'public',
    limit: 'credentials',
    body: operatorSignInBody,
    replies: { 201: z.object({ token: z.string(), device: z.string(), operator: operatorMe }) },
    errors: ['INVALID_CREDENTIALS', 'MFA_REQUIRED', 'CODE_NOT_VALID'],
  }),
  'DELETE /api/operator/sessions/me': route({
    summary: 'Sign out of the operator site',
    access: 'operator',
    limit: 'write',
    replies: { 204: null },
    errors: operatorErrors,
  }),
  'GET /api/operator/me': route({
    summary: 'Get the signed-in operator and their roles',
    access: 'operator',
    limit: 'read',
    replies: { 200: operatorMe },
    errors: operatorErrors,
  }),
  'POST /api/operator/me/change-password': route({
    summary: 'Change the password of the signed-in operator. Ends their other sessions',
    access: 'operator',
    limit: 'credentials',
    body: z.object({ password, newPassword: password }),
    replies: { 204: null },
    errors: [...operatorErrors, 'INVALID_CREDENTIALS', 'INVALID_PASSWORD'],
  }),
  'GET /api/operator/work': route({
    summary: 'List work that is due, has failed or has no outcome: renewals, payments, refunds, mails',
    access: 'operator',
    limit: 'read',
    replies: { 200: operatorWork },
    errors: operatorErrors,
  }),
  'GET /api/operator/work/:list': route({
    summary: 'List the rows of one of the work lists, 50 per page',
    access: 'operator',
    limit: 'read',
    params: z.object({ list: line(40) }),
    query: cursorQuery,
    replies: { 200: z.extend(z.partial(z.object(workRows)), { nextCursor }) },
    errors: operatorErrors,
  }),
  'GET /api/operator/charts': route({
    summary: 'Count renewals and failed payments by day',
    access: 'operator',
    limit: 'read',
    replies: { 200: operatorCharts },
    errors: operatorErrors,
  }),
  'POST /api/operator/jobs/:id/retry': route({
    summary: 'Retry a mail, a message to a product or the removal of a replaced card that was given up',
    ...command,
    params: pathId('id'),
    replies: { 204: null },
  }),
  'POST /api/operator/jobs/:id/dismiss': route({
    summary: 'Dismiss a mail, a message to a product or the removal of a replaced card that was given up',
    ...command,
    params: pathId('id'),
    replies: { 204: null },
  }),
  'POST /api/operator/payments/:id/ask': route({
    summary: 'Ask the payment provider about a payment that was given up, and book its answer. Nothing is charged',
    ...command,
    params: pathId('id'),
    replies: {
      200: z.object({
        status: z.enum(attemptStatuses),
        amountCents: z.int(),
        /** False: the payment provider gave no answer, or has not decided yet. The call can be repeated. */
        isDecided: z.boolean(),
      }),
    },
  }),
  'GET /api/operator/audit': route({
    summary: 'List what operators did and why, newest first, 50 per page',
    access: 'operator',
    limit: 'read',
    query: z.extend(cursorQuery, { accountId: z.optional(id) }),
    replies: { 200: z.object({ entries: z.array(auditEntry), nextCursor }) },
    errors: operatorErrors,
  }),
} as const;

const calls = { ...accountAndWork, ...operatorCustomers, ...operatorSale, ...operatorKeys, ...operatorHooks } as const;

type Guarded = {
  [Name in keyof typeof calls]: (typeof calls)[Name] extends { access: 'operator' } ? Name : never;
}[keyof typeof calls];

/**
 * All calls of the operator site (OP-01…OP-04). Roles are in `vocabulary/operator-roles.ts`. A guarded call without roles, or
 * roles without a call, does not compile.
 */
export const operator = calls satisfies Record<OperatorCall, Route> & Record<Exclude<Guarded, OperatorCall>, never>;
