import * as z from 'zod/mini';
import { products } from '../vocabulary/plans.ts';
import { planExchange } from './plan-exchange.ts';
import { route, signedIn } from './route.ts';
import { subscription } from './shapes.ts';
import { cents, isoInstant } from './text.ts';

/**
 * A promotion as somebody got it: its name, its code, `name:code`, or any of these in base64. What it says is found out by
 * decoding it; here only its length is bounded.
 */
const promotionText = z.string().check(z.maxLength(2048));

export const promotion = z.object({
  name: z.string(),
  /** A card is asked for where cards are taken; it is charged when the free time is over. */
  collectPayment: z.boolean(),
  /** How long it is free; null is for ever. */
  months: z.nullable(z.int()),
  /** When the free time ends if it begins now; null when it never does. */
  renewsOn: z.nullable(isoInstant),
  grants: z.array(
    z.object({
      product: z.enum(products),
      planId: z.string(),
      planName: z.string(),
      storageSizeLimit: z.nullable(z.number()),
      /** Device access keys of a drive plan; null where there is no limit, and on other products. */
      accessKeyLimit: z.nullable(z.int()),
      /** What the plan says of itself, in the caller's language, as on the page of its product; empty when it says nothing. */
      description: z.string(),
      /** What a year costs after that, before tax; null when nothing comes after it. */
      amountAfter: z.nullable(cents),
    }),
  ),
  /** The drive plan in use has more storage than the one this would put in its place. */
  downgrade: z.boolean(),
  /** The drive plan that would give way, against the one of the promotion; null without one. */
  exchange: z.nullable(planExchange),
  /** What comes back as credit for paid days of a plan that gives way; null while address or card is missing. */
  creditCents: z.nullable(cents),
  /**
   * What is charged when the free time is over, of all grants together, with the address, the prices and the credit of now;
   * null when nothing is, and while address or card is missing.
   */
  chargeThen: z.nullable(
    z.object({
      taxCents: cents,
      /** The rate and the place it is of: empty where it is a country's, or none is known. */
      taxRatePercentage: z.number(),
      taxPlace: z.string(),
      totalCents: cents,
      /** What of the account's credit goes into it. */
      creditCents: cents,
      amountDueCents: cents,
    }),
  ),
});
export type Promotion = z.infer<typeof promotion>;

/** PR-01…PR-05: looking a promotion up, and taking it (api.md §4.4). */
export const promotions = {
  'GET /api/subscription/promotion/account': route({
    summary: 'A promotion, and the code with which this account takes it; the same code each time',
    access: 'session',
    limit: 'read',
    query: z.object({ promotionName: promotionText }),
    /** `promoCode` is what to post; a code that came with the name is handed back as it is. */
    replies: { 200: z.object({ promoCode: z.string(), promotion }) },
    errors: [...signedIn, 'PROMO_NOT_AVAILABLE', 'PROMO_NOT_FOUND'],
  }),
  'POST /api/subscription/promotion': route({
    summary: 'Take a promotion: all it grants, or nothing',
    access: 'session',
    limit: 'write',
    body: z.object({
      promoCode: promotionText,
      /** Whether the plans go on as paid plans after the free time, where a card is charged (PR-04). Default: true. */
      transitionAtEnd: z.optional(z.boolean()),
    }),
    replies: {
      201: z.object({
        subscriptions: z.array(subscription),
        promotion,
        /** Whether it goes on by itself, and is charged for, when the free time is over. */
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
