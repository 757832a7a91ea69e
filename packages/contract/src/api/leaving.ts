import * as z from 'zod/mini';
import { typedPassword } from './credentials.ts';
import { route, signedIn } from './route.ts';
import { cents, id, isoInstant } from './text.ts';

const ownPassword = ['PASSWORD_REQUIRED', 'INVALID_CREDENTIALS'] as const;

/** One product that the account holds, and what closing does to it. */
export const closureItem = z.object({
  subscriptionId: z.string(),
  product: z.enum(['drive', 'scope', 'iot']),
  planName: z.string(),
  /** `paid`: a paid period is cut short · `prepaid`: a prepaid term is given up · `perpetual`: the licence goes with the account. */
  kind: z.enum(['paid', 'trial', 'free', 'promotion', 'prepaid', 'perpetual']),
  /** Until when it would have run; null when it has no end. */
  paidUntil: z.nullable(isoInstant),
  renews: z.boolean(),
  /** True when switching renewal off would end it without losing what is paid for. */
  canStopRenewal: z.boolean(),
});

export const closurePlan = z.object({
  items: z.array(closureItem),
  /** Open invoices that closing voids. */
  openAmountCents: cents,
  /** Credit that stays on the books for the vendor to pay out. */
  creditCents: cents,
  card: z.nullable(z.object({ brand: z.string(), last4: z.string() })),
  receipts: z.int(),
  /** Why closing is refused just now, if it is. */
  blocked: z.nullable(z.enum(['payment_undecided', 'export_review', 'claim_missing', 'brand'])),
});
export type ClosurePlan = z.infer<typeof closurePlan>;

export const dataExport = z.object({
  id: z.string(),
  status: z.enum(['pending', 'ready', 'expired']),
  requestedAt: isoInstant,
  /** From when on it is gone; null while it is made. */
  expiresAt: z.nullable(isoInstant),
  bytes: z.nullable(z.int()),
});
export type DataExport = z.infer<typeof dataExport>;

/** Closing the account, and taking everything along before (SC-10, BY-02). */
export const leaving = {
  'GET /api/auth/me/closure-plan': route({
    summary: 'What closing the account would do, product by product',
    access: 'session',
    limit: 'read',
    replies: { 200: closurePlan },
    errors: [...signedIn],
  }),
  'DELETE /api/auth/users': route({
    summary: 'Close the account: everything ends, personal data goes, invoices stay as the law asks',
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
    summary: 'Put together everything that is kept about the customer',
    access: 'session',
    limit: 'credentials',
    body: z.object({ password: typedPassword }),
    replies: { 202: dataExport },
    errors: [...signedIn, ...ownPassword],
  }),
  'GET /api/auth/me/export': route({
    summary: 'The latest export, if there is one',
    access: 'session',
    limit: 'read',
    replies: { 200: z.object({ export: z.nullable(dataExport) }) },
    errors: [...signedIn],
  }),
  'GET /api/auth/me/export/:id': route({
    summary: 'The content of an export that is ready: one JSON document, for the session that requested it',
    access: 'session',
    limit: 'read',
    params: z.object({ id }),
    replies: { 200: z.record(z.string(), z.any()) },
    errors: [...signedIn, 'FORBIDDEN', 'OPERATION_IN_PROGRESS', 'TOKEN_EXPIRED'],
  }),
} as const;
