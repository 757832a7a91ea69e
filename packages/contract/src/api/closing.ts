import * as z from 'zod/mini';
import { ownPassword, typedPassword } from './credentials.ts';
import { route, signedIn } from './route.ts';
import { cents, id, isoInstant, productKey } from './text.ts';

/** Effect of closing the account on one subscription. */
export const closureItem = z.object({
  subscriptionId: z.string(),
  product: productKey,
  planName: z.string(),
  /**
   * `paid`: a paid period is cut short. `prepaid`: prepaid time is lost. `perpetual`: the licence ends with the
   * account.
   */
  kind: z.enum(['paid', 'trial', 'free', 'promotion', 'prepaid', 'perpetual']),
  /** End without the closing; null if it has none. */
  paidUntil: z.nullable(isoInstant),
  renews: z.boolean(),
  /** Turning renewal off would end it later and keep what is paid for. */
  canStopRenewal: z.boolean(),
});

export const closurePlan = z.object({
  items: z.array(closureItem),
  /** Sum of the open invoices that closing voids. */
  openAmountCents: cents,
  /** Credit that stays in the ledger for the vendor to pay out. */
  creditCents: cents,
  card: z.nullable(z.object({ brand: z.string(), last4: z.string() })),
  receipts: z.int(),
  /** Time of an order to close the account that waits for the payment gateway; null without one. */
  orderedAt: z.nullable(isoInstant),
  /** `support`: an operator ordered the closing that waits. Null without an order. */
  orderedBy: z.nullable(z.enum(['customer', 'support'])),
  /** Reason why closing is refused now, or null. */
  blocked: z.nullable(z.enum(['payment_undecided', 'export_review', 'claim_missing', 'brand'])),
});
export type ClosurePlan = z.infer<typeof closurePlan>;

export const dataExport = z.object({
  id: z.string(),
  status: z.enum(['pending', 'ready', 'expired']),
  requestedAt: isoInstant,
  /** Time at which the export is deleted; null while it is being made. */
  expiresAt: z.nullable(isoInstant),
  bytes: z.nullable(z.int()),
});
export type DataExport = z.infer<typeof dataExport>;

/** Closing the account and exporting its data (SC-10, BY-02). */
export const closing = {
  'GET /api/auth/me/closure-plan': route({
    summary: 'Preview what closing the account would do, by product',
    access: 'session',
    limit: 'read',
    replies: { 200: closurePlan },
    errors: [...signedIn],
  }),
  'DELETE /api/auth/users': route({
    summary: 'Close the account. Ends all subscriptions and removes personal data; invoices stay, as the law requires',
    access: 'session',
    limit: 'credentials',
    body: z.object({ password: typedPassword }),
    replies: { 204: null },
    errors: [
      ...signedIn,
      ...ownPassword,
      'FORBIDDEN',
      'OPERATION_IN_PROGRESS',
      'CLOSURE_BLOCKED',
      'PAYMENT_GATEWAY_ERROR',
    ],
  }),
  'POST /api/auth/me/export': route({
    summary: 'Start an export of all data about the customer',
    access: 'session',
    limit: 'credentials',
    body: z.object({ password: typedPassword }),
    replies: { 202: dataExport },
    errors: [...signedIn, ...ownPassword],
  }),
  'GET /api/auth/me/export': route({
    summary: 'Get the status of the latest export, or null',
    access: 'session',
    limit: 'read',
    replies: { 200: z.object({ export: z.nullable(dataExport) }) },
    errors: [...signedIn],
  }),
  'GET /api/auth/me/export/:id': route({
    summary: 'Download an export that is ready: one JSON document, only for the session that requested it',
    access: 'session',
    limit: 'read',
    params: z.object({ id }),
    replies: { 200: z.record(z.string(), z.any()) },
    errors: [...signedIn, 'FORBIDDEN', 'OPERATION_IN_PROGRESS', 'TOKEN_EXPIRED'],
  }),
} as const;
