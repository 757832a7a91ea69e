import * as z from 'zod/mini';
import { route, signedIn } from './route.ts';
import { extensionOption, oneTimePurchase, subscription } from './shapes.ts';
import { cents, id, isoInstant } from './text.ts';

/** Number of extensions bought at once. */
const quantity = z.int().check(z.minimum(1), z.maximum(9));

/** Cost of buying an option now. `amountDueCents` is shown on the button and sent back as `expectedTotalCents`. */
export const maintenanceQuote = z.object({
  subtotal: cents,
  tax: cents,
  taxRatePercentage: z.number(),
  taxPlace: z.string(),
  total: cents,
  /** Account credit used; negative if an earlier small debit is collected. */
  credit: cents,
  carried: cents,
  amountDueCents: cents,
  paymentRequired: z.boolean(),
});

export const maintenanceOption = z.extend(extensionOption, { quote: maintenanceQuote });
export type MaintenanceOption = z.infer<typeof maintenanceOption>;

const options = z.array(maintenanceOption);

export const maintenanceOptions = z.object({
  options,
  data: z.object({ options }),
  /** Every option would end too far ahead, so none is offered. */
  isAtMaxMaintenanceLength: z.boolean(),
  /** Maintenance ended too long ago, so none is offered. */
  isOutsideMaintenanceRange: z.boolean(),
  maintenanceEnds: z.nullable(isoInstant),
  /** Purchase with an undecided payment. Nothing else can be bought for this licence meanwhile. */
  pendingPurchaseId: z.nullable(z.string()),
});
export type MaintenanceOptions = z.infer<typeof maintenanceOptions>;

export const extendBody = z.object({
  maintenanceExtensionId: z.optional(id),
  quantity: z.optional(quantity),
  expectedTotalCents: z.optional(cents),
  /** New end shown to the customer. If another tab has extended the licence meanwhile, it differs (QUOTE_CHANGED). */
  expectedExpiration: z.optional(isoInstant),
  /** Maintenance code to redeem. All other fields are then ignored. */
  prepaidCouponId: z.optional(id),
});

/** Purchase that was begun. It has status `success` if nothing was due or the card was charged at once. */
export const purchaseStarted = z.object({
  oneTimePurchaseId: z.string(),
  status: z.enum(['pending', 'success']),
  newExpiration: isoInstant,
});
export type PurchaseStarted = z.infer<typeof purchaseStarted>;

export const maintenance = {
  'GET /api/subscription/subscriptions/:id/maintenance/options': route({
    summary: 'List the extensions of the maintenance of a perpetual licence by new expiration, with prices in cents',
    access: 'session',
    limit: 'read',
    params: z.object({ id }),
    query: z.object({
      quantity: z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(9))),
    }),
    replies: { 200: maintenanceOptions },
    errors: [...signedIn, 'NOT_PERPETUAL'],
  }),
  'PATCH /api/subscription/subscriptions/:id/maintenance': route({
    summary: 'Extend the maintenance of a perpetual licence by a purchase (202) or by a code (200)',
    access: 'session',
    limit: 'write',
    params: z.object({ id }),
    body: extendBody,
    replies: {
      200: z.object({ id: z.string(), subscription, newExpiration: isoInstant }),
      202: purchaseStarted,
    },
    errors: [
      ...signedIn,
      'NOT_PERPETUAL',
      'INVALID_COUPON',
      'COUPON_REDEEMED',
      'INVALID_COUPON_TYPE',
      'INVALID_COUPON_TIER',
      'MAINTENANCE_LIMIT',
      'MISSING_ADDRESS',
      'NEEDS_REVIEW',
      'EXPORT_DENIED',
      'PAYMENT_METHOD_REQUIRED',
      'CARD_COUNTRY_UNSUPPORTED',
      'QUOTE_CHANGED',
      'OPERATION_IN_PROGRESS',
      'IDEMPOTENCY_MISMATCH',
      'StripeCardError',
      'PAYMENT_GATEWAY_ERROR',
    ],
    idempotent: true,
  }),
  'GET /api/subscription/onetimepurchase/:id': route({
    summary: 'Get the outcome of a one-time purchase. A failed one returns its error, with the purchase',
    access: 'session',
    limit: 'read',
    params: z.object({ id }),
    replies: { 200: oneTimePurchase },
    errors: [...signedIn, 'StripeCardError', 'PAYMENT_GATEWAY_ERROR'],
  }),
} as const;
