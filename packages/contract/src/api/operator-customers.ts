import * as z from 'zod/mini';
import { exportStatuses } from '../vocabulary/export-status.ts';
import { CREDIT_MAX_CENTS } from '../vocabulary/operator-roles.ts';
import { accountView } from './account.ts';
import { sessionView, signInMethods } from './activity.ts';
import { storedAddress, typedAddress } from './addresses.ts';
import { command, cursorQuery, nextCursor, operatorErrors, pathId, reasonBody } from './operator-shapes.ts';
import { receipt } from './receipt.ts';
import { route } from './route.ts';
import { address, subscription } from './shapes.ts';
import { cents, counted, id, isoInstant, line } from './text.ts';

/** Search result with enough data to recognise the customer. */
export const foundCustomer = z.object({
  accountId: z.string(),
  userId: z.nullable(z.string()),
  name: z.string(),
  email: z.nullable(z.string()),
  organization: z.nullable(z.string()),
  brand: z.string(),
  status: z.enum(['open', 'closed']),
  exportStatus: z.enum(exportStatuses),
  overdue: z.boolean(),
  /** Field that matched. */
  by: z.enum(['email', 'id', 'receipt', 'card', 'code']),
});
export type FoundCustomer = z.infer<typeof foundCustomer>;

const heldThing = z.object({ kind: z.enum(['promotion', 'prepaid']), name: z.string(), heldAt: isoInstant });

export const review = z.object({
  id: z.string(),
  accountId: z.string(),
  name: z.string(),
  email: z.nullable(z.string()),
  reason: z.string(),
  status: z.enum(['pending', 'cleared', 'denied']),
  openedAt: isoInstant,
  /** U.S. business day by whose end the review is answered; null once decided. */
  answerBy: z.nullable(z.iso.date()),
  held: z.array(heldThing),
});
export type Review = z.infer<typeof review>;

export const mailStates = ['waiting', 'sent', 'failed'] as const;

const sentMail = z.object({ id: z.string(), template: z.string(), state: z.enum(mailStates), at: isoInstant });

/** Twenty receipts, newest first. */
const receiptPart = {
  receipts: z.array(receipt),
  /** Refundable amount by receipt id; receipts without one are left out. */
  refundable: z.record(z.string(), cents),
  nextCursor,
};

/** Everything an operator needs about one customer, on one page (OP-02). */
export const operatorCustomer = z.object({
  who: z.object({
    accountId: z.string(),
    userId: z.nullable(z.string()),
    firstName: z.string(),
    lastName: z.string(),
    email: z.nullable(z.string()),
    emailVerified: z.boolean(),
    brand: z.string(),
    status: z.enum(['open', 'closed']),
    createdAt: isoInstant,
    closedAt: z.nullable(isoInstant),
    lastSignInAt: z.nullable(isoInstant),
    twoStepSince: z.nullable(isoInstant),
    passkeys: z.int(),
    sessions: z.array(sessionView),
    /** Latest answer to the marketing question; null if there is none. */
    news: z.nullable(z.object({ answer: z.enum(['yes', 'no']), at: isoInstant })),
    usageData: z.boolean(),
    exportStatus: z.enum(exportStatuses),
    address: z.nullable(address),
    /** Id of that address. A change of address must name the one it replaces. */
    addressId: z.nullable(z.string()),
  }),
  /**
   * Order to close the account that waits for the payment gateway (decision 55); null without one. `orderedBy` is the
   * operator, by name if known, or null for the customer.
   */
  closing: z.nullable(z.object({ orderedAt: isoInstant, orderedBy: z.nullable(z.string()) })),
  /** Open export review, or null. */
  review: z.nullable(review),
  /** Subscriptions as shown in the customer's portal, ended ones included. */
  holds: z.array(subscription),
  paid: z.object({
    paidCents: cents,
    payments: z.int(),
    since: z.nullable(isoInstant),
    overdueCents: cents,
    overdueSince: z.nullable(isoInstant),
    /** Unpaid receipts that are not overdue. */
    dueCents: cents,
    /** Next charge of one of them; null if none is planned. */
    nextTryAt: z.nullable(isoInstant),
    /** Payments that the customer's bank disputes and has not decided about. */
    disputedCents: cents,
    /** Time of the first of those disputes. */
    disputedSince: z.nullable(isoInstant),
    creditCents: cents,
    receiptsInAll: z.int(),
    ...receiptPart,
  }),
  /** Future charges, as shown in the customer's portal. */
  next: accountView,
  mails: z.array(sentMail),
  mailsInAll: counted,
  /** Cursor of the next mails. */
  mailsNext: nextCursor,
});
export type OperatorCustomer = z.infer<typeof operatorCustomer>;

export const timelineKinds = [
  'security',
  'subscription',
  'invoice',
  'payment',
  'refund',
  'consent',
  'review',
  'operator',
] as const;

export const timelineEntry = z.object({
  id: z.string(),
  at: isoInstant,
  kind: z.enum(timelineKinds),
  /** Type of the event: `signed_in`, `renewed`, `declined`, `yes`, `grant_credit`. */
  type: z.string(),
  /** `customer`, `system`, or the name of the operator. */
  actor: z.string(),
  /** Id of the subscription, receipt, article or account. */
  subject: z.nullable(z.string()),
  amountCents: z.nullable(cents),
  /** Message of the gateway, reason of an operator, or country of a sign-in. */
  note: z.nullable(z.string()),
  /** Proof of a sign-in; null for other events. */
  method: z.nullable(z.enum(signInMethods)),
});
export type TimelineEntry = z.infer<typeof timelineEntry>;

const decided = z.object({ receiptId: z.string(), endedSubscriptions: z.array(z.string()) });

export const operatorCustomers = {
  'POST /api/operator/customers/search': route({
    summary: 'Search customers by email address or its beginning, id, receipt, last four digits of a card, or code',
    access: 'operator',
    limit: 'read',
    body: z.object({ q: line(254) }),
    replies: { 200: z.object({ customers: z.array(foundCustomer), more: z.boolean() }) },
    errors: operatorErrors,
  }),
  'GET /api/operator/customers/:accountId': route({
    summary: 'Get a customer: profile, subscriptions, payments, and what happens next',
    access: 'operator',
    limit: 'read',
    params: pathId('accountId'),
    replies: { 200: operatorCustomer },
    errors: operatorErrors,
  }),
  'GET /api/operator/customers/:accountId/timeline': route({
    summary: 'List the security, billing, consent and operator events of a customer, newest first, 30 per page',
    access: 'operator',
    limit: 'read',
    params: pathId('accountId'),
    query: cursorQuery,
    replies: { 200: z.object({ entries: z.array(timelineEntry), nextCursor }) },
    errors: operatorErrors,
  }),
  'GET /api/operator/customers/:accountId/receipts': route({
    summary: 'List the receipts of a customer, 20 per page',
    access: 'operator',
    limit: 'read',
    params: pathId('accountId'),
    query: cursorQuery,
    replies: { 200: z.object(receiptPart) },
    errors: operatorErrors,
  }),
  'GET /api/operator/customers/:accountId/mails': route({
    summary: 'List the mails to a customer, 20 per page',
    access: 'operator',
    limit: 'read',
    params: pathId('accountId'),
    query: cursorQuery,
    replies: { 200: z.object({ mails: z.array(sentMail), nextCursor }) },
    errors: operatorErrors,
  }),
  'POST /api/operator/customers/:accountId/credit': route({
    summary:
      'Grant credit to a customer, in cents. It pays open receipts first; written-off ones only when the customer pays them',
    ...command,
    params: pathId('accountId'),
    body: z.extend(reasonBody, {
      amountCents: z.int().check(z.minimum(1), z.maximum(CREDIT_MAX_CENTS)),
      /** Grants the same amount again within an hour, which is otherwise refused as `granted_before`. */
      again: z.optional(z.boolean()),
    }),
    replies: {
      200: z.object({
        creditCents: cents,
        usedFor: z.array(z.object({ id: z.string(), invoice: z.string(), amountCents: cents, isPaid: z.boolean() })),
      }),
    },
  }),
  'POST /api/operator/customers/:accountId/address': route({
    summary: 'Change the address of a customer. ADDRESS_INVALID names the parts with a problem, and suggestions',
    ...command,
    params: pathId('accountId'),
    body: z.extend(z.extend(typedAddress, reasonBody.shape), {
      /**
       * Id of the address that the operator saw, or null for none. If the current one differs, the call is refused as
       * `address_changed`.
       */
      replaces: z.optional(z.nullable(id)),
    }),
    replies: { 201: storedAddress },
    errors: [...command.errors, 'ADDRESS_INVALID'],
  }),
  'POST /api/operator/customers/:accountId/close': route({
    summary:
      'Close the account of a customer. Ends all subscriptions and removes personal data; invoices stay, as the law requires',
    ...command,
    params: pathId('accountId'),
    /** Credit that stays in the ledger, to be paid out. */
    replies: { 200: z.object({ creditCents: cents }) },
    errors: [...command.errors, 'CLOSURE_BLOCKED', 'PAYMENT_GATEWAY_ERROR'],
  }),
  'POST /api/operator/customers/:accountId/view': route({
    summary: 'Begin a read-only view of the pages of a customer. Only this response has its token',
    access: 'operator',
    limit: 'write',
    params: pathId('accountId'),
    body: reasonBody,
    /** `portal` is the address of the customer's portal, by brand. */
    replies: { 201: z.object({ token: z.string(), portal: z.string() }) },
    errors: command.errors,
    idempotent: 'unkept',
  }),
  'POST /api/operator/customers/:accountId/sessions/end': route({
    summary: 'End every session of a customer',
    ...command,
    params: pathId('accountId'),
    replies: { 200: z.object({ ended: z.int() }) },
  }),
  'POST /api/operator/customers/:accountId/mails/:mailId/resend': route({
    summary: 'Send a mail of this customer again, to the current email address',
    ...command,
    params: z.object({ accountId: id, mailId: id }),
    replies: { 202: null },
  }),
  'POST /api/operator/receipts/:id/refund': route({
    summary: 'Refund the payment of a receipt, or a part of it in cents',
    ...command,
    params: pathId('id'),
    body: z.extend(reasonBody, { amountCents: z.optional(z.int().check(z.minimum(1))) }),
    replies: {
      200: z.object({
        refundId: z.string(),
        /** `sending`: the gateway has not answered. The server asks it again automatically. */
        status: z.enum(['sending', 'succeeded', 'failed']),
        amountCents: cents,
        message: z.nullable(z.string()),
      }),
    },
  }),
  'POST /api/operator/receipts/:id/void': route({
    summary: 'Void an open receipt. Nothing is owed any more, and a subscription that waited for the payment ends',
    ...command,
    params: pathId('id'),
    replies: { 200: decided },
  }),
  'POST /api/operator/receipts/:id/write-off': route({
    summary: 'Write off an open receipt as uncollectible; the customer may still pay it',
    ...command,
    params: pathId('id'),
    replies: { 200: decided },
  }),
  'POST /api/operator/subscriptions/:id/end': route({
    summary: 'End a subscription or a licence immediately. Voids what is owed for it and refunds nothing',
    ...command,
    params: pathId('id'),
    /** `onlyRequest`: declines a request. Refused if another operator has accepted it, because the plan would end. */
    body: z.extend(reasonBody, { onlyRequest: z.optional(z.boolean()) }),
    replies: { 200: z.object({ voidedReceipts: z.array(z.string()) }) },
  }),
  'POST /api/operator/subscriptions/:id/accept': route({
    summary:
      'Accept a request for a plan by agreement. The plan begins now and replaces what the account has of the product',
    ...command,
    params: pathId('id'),
    /** `replaced`: ids of the subscriptions that ended. Their unused paid days became account credit. */
    replies: { 200: z.object({ replaced: z.array(z.string()) }) },
  }),
  'GET /api/operator/reviews': route({
    summary: 'List export reviews: open ones, oldest first, or decided ones, newest first',
    access: 'operator',
    limit: 'read',
    query: z.extend(cursorQuery, { status: z.optional(z.enum(['pending', 'decided'])) }),
    /** `inAll` is filled on the first page; later pages have 0. */
    replies: { 200: z.object({ reviews: z.array(review), inAll: counted, nextCursor }) },
    errors: operatorErrors,
  }),
  'POST /api/operator/reviews/:id/clear': route({
    summary: 'Clear an export review. Applies held codes and promotions, and sends the customer a mail',
    ...command,
    params: pathId('id'),
    replies: { 204: null },
  }),
  'POST /api/operator/reviews/:id/deny': route({
    summary: 'Deny an export review. Releases held codes and promotions unused, and sends the customer a mail',
    ...command,
    params: pathId('id'),
    replies: { 204: null },
  }),
} as const;
