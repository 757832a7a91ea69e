import * as z from 'zod/mini';
import { type OperatorCall, operatorRoles } from '../vocabulary/operator-roles.ts';
import { password } from './auth.ts';
import { operatorCustomers } from './operator-customers.ts';
import { operatorSale } from './operator-sale.ts';
import { asOperator, command, nextCursor, oneOf, onwards } from './operator-shapes.ts';
import { type Route, route } from './route.ts';
import { counted, id, isoInstant, line } from './text.ts';

/** The header an operator's token travels in. A customer's token is nothing there, and this one is nothing elsewhere. */
export const OPERATOR_TOKEN_HEADER = 'X-OPERATOR-TOKEN';

export const operatorSignInBody = z.object({
  email: line(254),
  password,
  /** The one-time code, for operators who have a second step. */
  code: z.optional(line(10)),
  /** What the last sign-in in this browser was given: nobody who guesses elsewhere locks it out. */
  device: z.optional(line(512)),
});

export const operatorMe = z.object({
  id: z.string(),
  email: z.string(),
  name: z.string(),
  roles: z.array(z.enum(operatorRoles)),
  /** When the session ends, whatever is done in it; half an hour without a call ends it too. */
  expiresAt: isoInstant,
  /** The printed first password was used to sign in: until a new one is set, every other call answers 403. */
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
  /** In the gateway's words; null when nothing was tried. */
  failureMessage: z.nullable(z.string()),
  nextAttemptAt: z.nullable(isoInstant),
  overdueSince: z.nullable(isoInstant),
});
export type OpenReceipt = z.infer<typeof openReceipt>;

/** The lists of what is due and what hangs, the next or oldest first. */
const workRows = {
  /** With something due within seven days. */
  due: z.array(dueAccount),
  /** Receipts whose charge failed and is tried again. */
  failing: z.array(openReceipt),
  /** Receipts past the last try. */
  overdue: z.array(openReceipt),
  /** Sent to the gateway, and no answer yet. */
  waiting: z.array(
    z.object({ id: z.string(), kind: z.enum(['payment', 'refund']), status: z.string(), at: isoInstant }),
  ),
  /** Mails that were given up; each can be put back into the queue. */
  failedMails: z.array(
    z.object({ id: z.string(), template: z.string(), accountId: z.nullable(z.string()), failedAt: isoInstant }),
  ),
  /** Messages to products that were given up (BY-08); the same call puts each back. */
  failedHooks: z.array(
    z.object({
      id: z.string(),
      product: z.string(),
      accountId: z.string(),
      attempts: z.int(),
      lastHttpStatus: z.nullable(z.int()),
      lastError: z.nullable(z.string()),
      failedAt: isoInstant,
    }),
  ),
};

const ofEach = <Shape extends z.core.SomeType>(shape: Shape) => ({
  due: shape,
  failing: shape,
  overdue: shape,
  waiting: shape,
  failedMails: shape,
  failedHooks: shape,
});

export const operatorWork = z.object({
  /** Of each list the first fifty; `inAll` counts the whole of it, `next` says where it goes on. */
  ...workRows,
  /** How many more have something ahead by a sandbox clock of their own: they are in no list of what is due. */
  onSandboxClock: counted,
  queue: z.object({ waiting: counted, active: counted, failed: counted }),
  reviewsWaiting: counted,
  inAll: z.object(ofEach(counted)),
  next: z.object(ofEach(nextCursor)),
});
export type OperatorWork = z.infer<typeof operatorWork>;

export const auditEntry = z.object({
  id: z.string(),
  at: isoInstant,
  /** The operator's name where it is known, else what was written down: the command line takes any name. */
  actor: z.string(),
  action: z.string(),
  accountId: z.nullable(z.string()),
  subjectType: z.string(),
  subjectId: z.nullable(z.string()),
  reason: z.string(),
  after: z.record(z.string(), z.any()),
});
export type AuditEntry = z.infer<typeof auditEntry>;

const desk = {
  'POST /api/operator/sessions': route({
    summary: 'Sign in to the console',
    access: 'public',
    limit: 'credentials',
    body: operatorSignInBody,
    replies: { 201: z.object({ token: z.string(), device: z.string(), operator: operatorMe }) },
    errors: ['INVALID_CREDENTIALS', 'MFA_REQUIRED', 'CODE_NOT_VALID'],
  }),
  'DELETE /api/operator/sessions/me': route({
    summary: 'Sign out of the console',
    access: 'operator',
    limit: 'write',
    replies: { 204: null },
    errors: asOperator,
  }),
  'GET /api/operator/me': route({
    summary: 'Who is signed in to the console, and with which roles',
    access: 'operator',
    limit: 'read',
    replies: { 200: operatorMe },
    errors: asOperator,
  }),
  'POST /api/operator/me/change-password': route({
    summary: 'Set a new password of one’s own; every other session of the same operator ends',
    access: 'operator',
    limit: 'credentials',
    body: z.object({ password, newPassword: password }),
    replies: { 204: null },
    errors: [...asOperator, 'INVALID_CREDENTIALS', 'INVALID_PASSWORD'],
  }),
  'GET /api/operator/work': route({
    summary: 'What is due, what failed and what hangs: renewals, payments, refunds, mails',
    access: 'operator',
    limit: 'read',
    replies: { 200: operatorWork },
    errors: asOperator,
  }),
  'GET /api/operator/work/:list': route({
    summary: 'More of one of these lists, fifty at a time',
    access: 'operator',
    limit: 'read',
    params: z.object({ list: line(40) }),
    query: onwards,
    replies: { 200: z.extend(z.partial(z.object(workRows)), { nextCursor }) },
    errors: asOperator,
  }),
  'POST /api/operator/jobs/:id/retry': route({
    summary: 'Put a mail, or a message to a product, that was given up back into the queue',
    ...command,
    params: oneOf('id'),
    replies: { 204: null },
  }),
  'GET /api/operator/audit': route({
    summary: 'What operators did and why, newest first, fifty at a time',
    access: 'operator',
    limit: 'read',
    query: z.extend(onwards, { accountId: z.optional(id) }),
    replies: { 200: z.object({ entries: z.array(auditEntry), nextCursor }) },
    errors: asOperator,
  }),
} as const;

const calls = { ...desk, ...operatorCustomers, ...operatorSale } as const;

type Guarded = {
  [Name in keyof typeof calls]: (typeof calls)[Name] extends { access: 'operator' } ? Name : never;
}[keyof typeof calls];

/**
 * Every call of the console (OP-01…OP-04). Who may make which stands in vocabulary/operator-roles.ts; a guarded call that
 * is missing there, or a line there without a call, does not compile.
 */
export const operator = calls satisfies Record<OperatorCall, Route> & Record<Exclude<Guarded, OperatorCall>, never>;
