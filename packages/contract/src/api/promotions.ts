import * as z from 'zod/mini';
import { planExchange } from './plan-exchange.ts';
import { route, signedIn } from './route.ts';
import { subscription } from './shapes.ts';
import { cents, isoInstant, productKey } from './text.ts';

/**
 * Promotion text as received: name, code, `name:code`, or any of these in base64. Only its length is checked here;
 * decoding finds its meaning.
 */
const promotionText = z.string().check(z.maxLength(2048));

export const promotion = z.object({
  name: z.string(),
  /** A card is required where cards are accepted. It is charged when the free time ends. */
  collectPayment: z.boolean(),
  /** Free months; null is open-ended. */
  months: z.nullable(z.int()),
  /** End of the free time if it begins now; null if open-ended. */
  renewsOn: z.nullable(isoInstant),
  grants: z.array(
    z.object({
      product: productKey,
      planId: z.string(),
      planName: z.string(),
      storageSizeLimit: z.nullable(z.number()),
      /** Storage as text, such as `50 GB`; null without a limit of storage. */
      storageDisplay: z.nullable(z.string()),
      /** Device access keys of a drive plan; null if unlimited, and for other products. */
      accessKeyLimit: z.nullable(z.int()),
      /** Description of the plan in the caller's language, as on the page of its product; may be empty. */
      description: z.string(),
      /** Yearly price after the free time, before tax; null if it ends then. */
      amountAfter: z.nullable(cents),
    }),
  ),
  /** The current drive plan has more storage than the promotion's. */
  downgrade: z.boolean(),
  /** Current drive plan compared with the promotion's; null if none is replaced. */
  exchange: z.nullable(planExchange),
  /** Credit for paid days of replaced plans; null while address or card is missing. */
  creditCents: z.nullable(cents),
  /**
   * Charge at the end of the free time, summed over all grants, based on the current address, prices and credit. Null
   * if nothing is charged, and while address or card is missing.
   */
  chargeThen: z.nullable(
    z.object({
      taxCents: cents,
      /** Tax rate and its place. The place is empty for the rate of a country and for an unknown rate. */
      taxRatePercentage: z.number(),
      taxPlace: z.string(),
      totalCents: cents,
      /** Account credit used for it. */
      creditCents: cents,
      amountDueCents: cents,
    }),
  ),
});
export type Promotion = z.infer<typeof promotion>;

/** Looking up and redeeming promotions (PR-01…PR-05). */
export const promotions = {
  'GET /api/subscription/promotion/account': route({
    summary: 'Get a promotion and the code with which this account redeems it; the code stays the same',
    access: 'session',
    limit: 'read',
    query: z.object({ promotionName: promotionText }),
    /** `promoCode` is the value to post. A code that was given with the name is returned unchanged. */
    replies: { 200: z.object({ promoCode: z.string(), promotion }) },
    errors: [...signedIn, 'PROMO_NOT_AVAILABLE', 'PROMO_NOT_FOUND'],
  }),
  'POST /api/subscription/promotion': route({
    summary: 'Redeem a promotion: the account gets all that it grants, or nothing',
    access: 'session',
    limit: 'write',
    body: z.object({
      promoCode: promotionText,
      /** Continue as paid plans after the free time, where cards are accepted (PR-04). Default: true. */
      transitionAtEnd: z.optional(z.boolean()),
    }),
    replies: {
      201: z.object({
        subscriptions: z.array(subscription),
        promotion,
        /** True if the plans continue as paid plans after the free time. */
        transitionAtEnd: z.boolean(),
      }),
    },
    errors: [
      ...signedIn,
      'INVALID',
      'PROMO_NOT_AVAILABLE',
      'PROMO_NOT_FOUND',
      'MISSING_ADDRESS',
      'NEEDS_REVIEW',
      'EXPORT_DENIED',
      'PAYMENT_METHOD_REQUIRED',
      'OPERATION_IN_PROGRESS',
      'IDEMPOTENCY_MISMATCH',
    ],
    idempotent: true,
  }),
} as const;
