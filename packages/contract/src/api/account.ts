import * as z from 'zod/mini';
import { receipt } from './receipt.ts';
import { route, signedIn } from './route.ts';
import { paymentMethod } from './shapes.ts';
import { cents, id, isoInstant, line, productKey } from './text.ts';

const charging = ['StripeCardError', 'PAYMENT_GATEWAY_ERROR', 'OPERATION_IN_PROGRESS', 'IDEMPOTENCY_MISMATCH'] as const;

/** At most 8 characters without spaces and hyphens, as in an address (AD-03). */
const postalCode = line(20).check(z.refine((text) => text.replace(/[\s-]/g, '').length <= 8));

const pageNumber = (max: number) => z.coerce.number().check(z.int(), z.minimum(1), z.maximum(max));

export const clockState = z.object({
  status: z.enum(['ready', 'advancing', 'failed']),
  now: isoInstant,
});

/** Open 3-D Secure challenge. The customer confirms it or gives it up by its id, also after a reload. */
const openChallenge = z.object({
  attemptId: z.string(),
  /** Order or change of a subscription, extension of maintenance, open invoice, or saving a card. */
  kind: z.enum(['order', 'purchase', 'receipt', 'card']),
  product: z.nullable(productKey),
  /** Subscription that is paid for; null if it exists only once it is paid. */
  subscriptionId: z.nullable(z.string()),
  receiptId: z.nullable(z.string()),
  /** Description of the invoice. */
  description: z.nullable(z.string()),
  amountCents: cents,
});
export type OpenChallenge = z.infer<typeof openChallenge>;

/** Receipt that can be paid now. */
const openPayment = z.object({
  receiptId: z.string(),
  /** Description of the receipt. */
  description: z.string(),
  /** Date of the invoice. */
  dueSince: isoInstant,
  /** True once all retries failed; false while a declined payment is retried. */
  overdue: z.boolean(),
  /** Why the last charge failed, in the words of the gateway; null if none was tried. */
  failureMessage: z.nullable(z.string()),
  /** Time of that failure; null without a `failureMessage`. */
  failedAt: z.nullable(isoInstant),
  /** The bank declined the card on file. False if it only asks the customer, or the card was changed since. */
  declined: z.boolean(),
  /** Part paid from account credit. */
  creditCents: cents,
  /** Amount charged to the card; 0 if credit pays all of it, or leaves less than the smallest charge. */
  amountDueCents: cents,
  /** Written-off debt: paying it restores no subscription (S17). */
  writtenOff: z.boolean(),
  /** Plan of a written-off debt, and when it ended; null if none ended. */
  endedPlan: z.nullable(z.object({ name: z.string(), product: productKey, endedOn: isoInstant })),
});
export type OpenPayment = z.infer<typeof openPayment>;

/** Charge after the next one, or on the same day. */
const laterPayment = z.object({ description: z.string(), total: cents, processedDate: isoInstant });

export const accountView = z.object({
  paymentMethod: z.nullable(paymentMethod),
  estimatedNextReceipt: z.nullable(receipt),
  nextPayment: z.nullable(z.object({ total: cents, processedDate: isoInstant })),
  /** Next charge of each other subscription, earliest first. */
  laterPayments: z.array(laterPayment),
  accountBalance: z.object({ balance: cents, balanceCents: cents }),
  balance: cents,
  balanceCents: cents,
  /**
   * Sum due on all unpaid receipts after credit, without undecided payments and written-off debts. A newly saved card
   * is charged this at once, and also receipts of `openChallenges`, because saving a card ends those.
   */
  openAmountCents: cents,
  /**
   * Receipts that can be paid now, oldest first, written-off ones last. Credit and charge of each, if they are paid in
   * this order. `amountDueCents` is the `expectedTotalCents` of the call that pays one (PM-09).
   */
  openPayments: z.array(openPayment),
  /**
   * Orders whose payment is undecided: no other order of that product is accepted meanwhile. A null id means that the
   * subscription exists only once it is paid.
   */
  pendingOrders: z.array(z.object({ product: productKey, subscriptionId: z.nullable(z.string()) })),
  /** Oldest first. They block nothing, because the next order or payment ends them. */
  openChallenges: z.array(openChallenge),
  canAddPaymentMethod: z.boolean(),
  estimatedTax: z.object({ taxRatePercentage: z.number() }),
  legacyWithoutNewPromo: z.boolean(),
  clock: z.nullable(clockState),
});
export type AccountView = z.infer<typeof accountView>;

export const receiptPage = z.object({
  receipts: z.array(receipt),
  data: z.object({ receipts: z.array(receipt) }),
  total: z.int(),
  nextCursor: z.nullable(z.string()),
});
export type ReceiptPage = z.infer<typeof receiptPage>;

const taxRate = route({
  summary: 'Get the estimated tax rate of a postal code, in percent',
  access: 'session',
  limit: 'read',
  params: z.object({ postalCode }),
  query: z.object({ country: z.optional(line(2, 2)) }),
  replies: { 200: z.object({ taxRatePercentage: z.number() }) },
  errors: [...signedIn],
});

export const account = {
  'GET /api/account/me': route({
    summary: 'Get the card, next payment, balance and tax rate of the account; amounts in cents',
    access: 'session',
    limit: 'read',
    replies: { 200: accountView },
    errors: [...signedIn],
  }),
  'GET /api/account/me/receipts': route({
    summary: 'List the receipts of the account, newest first, without void ones',
    access: 'session',
    limit: 'read',
    query: z.object({
      page: z.optional(pageNumber(100_000)),
      pageSize: z.optional(pageNumber(100)),
      cursor: z.optional(line(200)),
      /** Only receipts that are unpaid or whose payment is undecided. */
      unpaid: z.optional(z.stringbool()),
    }),
    replies: { 200: receiptPage },
    errors: [...signedIn],
  }),
  'GET /api/account/me/receipts/:id': route({
    summary: 'Get a receipt by its id or by the id of its charge',
    access: 'session',
    limit: 'read',
    params: z.object({ id }),
    replies: { 200: receipt },
    errors: [...signedIn],
  }),
  'GET /api/account/me/receipts/:id.pdf': route({
    summary: 'Download a receipt as a PDF',
    access: 'session',
    limit: 'read',
    params: z.object({ id }),
    replies: { 200: z.instanceof(Uint8Array) },
    errors: [...signedIn],
    produces: 'application/pdf',
  }),
  'POST /api/account/me/receipts/:id/pay': route({
    summary: 'Pay an open receipt with the card on file; refused if the total is not expectedTotalCents',
    access: 'session',
    limit: 'write',
    params: z.object({ id }),
    body: z.object({ expectedTotalCents: z.optional(cents) }),
    replies: { 200: receipt },
    errors: [
      ...signedIn,
      ...charging,
      'ALREADY_PAID',
      'QUOTE_CHANGED',
      'PAYMENT_METHOD_REQUIRED',
      'CARD_COUNTRY_UNSUPPORTED',
    ],
    idempotent: true,
  }),
  'POST /api/account/me/payment_methods': route({
    summary: 'Save a card by its gateway token. It replaces the card on file, and open receipts are charged to it',
    access: 'session',
    limit: 'write',
    body: z.object({ type: z.literal('stripe'), token: line(255) }),
    replies: { 201: z.extend(paymentMethod, { retried: z.array(z.string()) }) },
    errors: [...signedIn, ...charging, 'MISSING_ADDRESS', 'CARD_COUNTRY_UNSUPPORTED'],
    idempotent: true,
  }),
  'GET /api/account/taxes/rate/:postalCode': taxRate,
  /** Alias: the second specification has this call under another path. */
  'GET /api/subscription/taxes/rate/:postalCode': taxRate,
  'GET /api/account/payment-config': route({
    summary: 'Get the payment gateway and the public key that the card field needs',
    access: 'session',
    limit: 'read',
    replies: { 200: z.object({ gateway: z.string(), publishableKey: z.nullable(z.string()) }) },
    errors: [...signedIn],
  }),
  'POST /api/account/me/clock': route({
    summary: 'Put the account on a sandbox clock that is stopped at the current time',
    access: 'session',
    limit: 'write',
    replies: { 201: clockState },
    errors: [...signedIn],
    sandboxOnly: true,
  }),
  'GET /api/account/me/clock': route({
    summary: 'Get the time and the status of the sandbox clock of the account',
    access: 'session',
    limit: 'read',
    replies: { 200: clockState },
    errors: [...signedIn],
    sandboxOnly: true,
  }),
  'POST /api/account/me/clock/advance': route({
    summary: 'Move the sandbox clock ahead: to a time, by a duration, or until the next renewal',
    access: 'session',
    limit: 'write',
    body: z.object({
      to: z.optional(z.iso.datetime()),
      by: z.optional(z.string().check(z.regex(/^P(\d{1,2}M|\d{1,3}D|\d{1,2}Y)$/))),
      until: z.optional(z.literal('next_renewal')),
    }),
    replies: { 202: z.object({ status: z.literal('advancing') }) },
    errors: [...signedIn, 'CLOCK_BUSY'],
    sandboxOnly: true,
  }),
} as const;
