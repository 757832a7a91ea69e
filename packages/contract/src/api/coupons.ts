import * as z from 'zod/mini';
import { planExchange } from './plan-exchange.ts';
import { route } from './route.ts';
import { cents, id, isoInstant, productKey } from './text.ts';

export const couponTypes = ['Prepaid', 'PrepaidMaintenance', 'Discount'] as const;

/** Effect of redeeming a code. The page's texts are based on these values only. */
export const couponEffect = z.object({
  action: z.enum(['new', 'extends', 'replaces', 'extends_maintenance', 'discount']),
  /** Subscription that is extended or replaced; null for a new subscription and for a discount. */
  subscriptionId: z.nullable(z.string()),
  from: isoInstant,
  /** First instant after the given time; null for a discount. */
  until: z.nullable(isoInstant),
  /** Replaced subscription other than a trial. A trial may be above it. */
  replaces: z.nullable(z.object({ name: z.string() })),
  /** Trial that ends. `continues`: it was set to continue as a paid plan. */
  endsTrial: z.nullable(z.object({ name: z.string(), until: z.nullable(isoInstant), continues: z.boolean() })),
  /**
   * Free time lost with a replaced promotion: whole months, or days. `until: null` is open-ended. It gives no credit.
   */
  freeTime: z.nullable(z.object({ until: z.nullable(isoInstant), months: z.int(), days: z.int() })),
  exchange: z.nullable(planExchange),
  /** Credit for unused days of the replaced plan, with tax. */
  creditCents: cents,
});
export type CouponEffect = z.infer<typeof couponEffect>;

export const coupon = z.object({
  /**
   * Full code `{batch}_{DISPLAY}`. POST and PATCH accept it as `prepaidCouponId` or `couponId`, or its display part
   * alone.
   */
  id: z.string(),
  displayCode: z.string(),
  type: z.enum(couponTypes),
  product: z.nullable(productKey),
  plan: z.nullable(
    z.object({
      id: z.string(),
      name: z.string(),
      displayName: z.string(),
      description: z.string(),
      tierId: z.string(),
      tierName: z.string(),
      storageDisplay: z.nullable(z.string()),
      /** Required ending of a verified email address, such as `.edu` (IO-01). */
      emailSuffix: z.nullable(z.string()),
    }),
  ),
  /** Name of the tier, alone and with its product: `Starter`, `Scope Starter`. */
  planCategory: z.nullable(z.string()),
  planWithContext: z.nullable(z.string()),
  planTier: z.nullable(z.string()),
  tierName: z.nullable(z.string()),
  addOns: z.array(z.string()),
  durationInMonths: z.nullable(z.int()),
  /** `6-month`, `2-year` or `Perpetual`. */
  durationLabel: z.nullable(z.string()),
  isPerpetual: z.boolean(),
  isMaintenance: z.boolean(),
  /** Months of a maintenance code, or of the first maintenance of a perpetual licence. */
  maintenanceMonths: z.nullable(z.int()),
  /** New end of maintenance: of the subscription `subId`, or of the new perpetual licence. */
  maintenanceEnds: z.nullable(isoInstant),
  discountPercentage: z.nullable(z.int()),
  /** Number of invoices the discount lowers; null for all, and for other codes. */
  discountCycles: z.nullable(z.int()),
  /**
   * Interval ids: of the given plan, or of the plans a discount covers that this account can order now. Cheapest first.
   */
  plans: z.array(z.string()),
  /** Names of the same plans for a discount, each once: `Scope Starter (monthly, yearly)`. */
  planNames: z.array(z.string()),
  /**
   * Products in which a discount can be used, each with the interval id to begin with: the cheapest yearly one, else the
   * cheapest. Empty for other codes.
   */
  uses: z.array(z.object({ product: productKey, intervalId: z.string() })),
  validTo: z.nullable(isoInstant),
  /** Null if `refusal` is set, and for a maintenance code unless exactly one licence is meant. */
  effect: z.nullable(couponEffect),
  /** The `error.type` that redeeming would return now (`MISSING_ADDRESS`, `PREPAID_PLAN_MISMATCH`, …). */
  refusal: z.nullable(z.string()),
});
export type Coupon = z.infer<typeof coupon>;

const errors = [
  'UNAUTHORIZED',
  'INVALID_TOKEN',
  'INVALID_COUPON',
  'COUPON_REDEEMED',
  'NEEDS_REVIEW',
  'PLANS_NOT_SUPPORTED',
  'PREPAID_NOT_MODIFIABLE',
] as const;

export const coupons = {
  'POST /api/coupon/coupons/lookup': route({
    summary: 'Look up a prepaid code, maintenance code or discount coupon: what it would do; nothing is redeemed',
    access: 'session',
    limit: 'read',
    body: z.object({ code: z.string().check(z.maxLength(500)), subId: z.optional(id) }),
    replies: { 200: coupon },
    errors,
  }),
  'GET /api/coupon/coupons/:code': route({
    summary: 'Look up a code by its path; for programs',
    access: 'session',
    limit: 'read',
    params: z.object({ code: z.string() }),
    query: z.object({ subId: z.optional(id) }),
    replies: { 200: coupon },
    errors,
  }),
} as const;
