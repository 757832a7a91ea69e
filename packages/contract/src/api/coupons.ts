import * as z from 'zod/mini';
import { products } from '../vocabulary/plans.ts';
import { planExchange } from './plan-exchange.ts';
import { route } from './route.ts';
import { cents, id, isoInstant } from './text.ts';

export const couponTypes = ['Prepaid', 'PrepaidMaintenance', 'Discount'] as const;

/** What redeeming would do, exactly; the words on the page say this and nothing else. */
export const couponEffect = z.object({
  action: z.enum(['new', 'extends', 'replaces', 'extends_maintenance', 'discount']),
  /** What is extended or gives way; null for a new subscription and for a discount. */
  subscriptionId: z.nullable(z.string()),
  from: isoInstant,
  /** First instant after what the code gives; null for a discount, which gives no time. */
  until: z.nullable(isoInstant),
  /** What gives way, other than a trial; a trial lies over it, or has nothing below it. */
  replaces: z.nullable(z.object({ name: z.string() })),
  /** The trial that ends with it, which nobody has paid for. `continues`: it was agreed that it goes on as a paid plan. */
  endsTrial: z.nullable(z.object({ name: z.string(), until: z.nullable(isoInstant), continues: z.boolean() })),
  /** What is given up of a promotion that gives way: whole months, or days; `until` null is for good. It gives no credit. */
  freeTime: z.nullable(z.object({ until: z.nullable(isoInstant), months: z.int(), days: z.int() })),
  exchange: z.nullable(planExchange),
  /** What comes back to the balance for unused days of what gives way, tax included. */
  creditCents: cents,
});
export type CouponEffect = z.infer<typeof couponEffect>;

export const coupon = z.object({
  /** `{batch}_{DISPLAY}`: what POST and PATCH take as `prepaidCouponId` or `couponId`, as the display part alone does. */
  id: z.string(),
  displayCode: z.string(),
  type: z.enum(couponTypes),
  product: z.nullable(z.enum(products)),
  plan: z.nullable(
    z.object({
      id: z.string(),
      name: z.string(),
      displayName: z.string(),
      description: z.string(),
      tierId: z.string(),
      tierName: z.string(),
      storageDisplay: z.nullable(z.string()),
      /** `.edu`: only for a verified e-mail that ends so (IO-01). */
      emailSuffix: z.nullable(z.string()),
    }),
  ),
  /** `Starter`, `Scope Starter`: the tier in words, alone and with its product. */
  planCategory: z.nullable(z.string()),
  planWithContext: z.nullable(z.string()),
  planTier: z.nullable(z.string()),
  tierName: z.nullable(z.string()),
  addOns: z.array(z.string()),
  durationInMonths: z.nullable(z.int()),
  /** `6-month`, `2-year`, `Perpetual`. */
  durationLabel: z.nullable(z.string()),
  isPerpetual: z.boolean(),
  isMaintenance: z.boolean(),
  /** Months of maintenance that come with it: all of a maintenance code, the first ones of a perpetual licence. */
  maintenanceMonths: z.nullable(z.int()),
  /** When maintenance will end: of the subscription named by `subId`, or of the new perpetual licence. */
  maintenanceEnds: z.nullable(isoInstant),
  discountPercentage: z.nullable(z.int()),
  /** For how many bills the discount holds; null for all of them, and for what is no discount. */
  discountCycles: z.nullable(z.int()),
  /** Interval ids: of the plan it gives, or all that a discount fits of what this account can order now, not only keep; cheapest first. */
  plans: z.array(z.string()),
  /** The same in words, for a discount, each plan once: `Scope Starter (monthly, yearly)`. */
  planNames: z.array(z.string()),
  validTo: z.nullable(isoInstant),
  /** Null while `refusal` says why not, and for a maintenance code as long as no one licence of its tier is meant. */
  effect: z.nullable(couponEffect),
  /** The `error.type` that redeeming would end in now (`MISSING_ADDRESS`, `PREPAID_PLAN_MISMATCH`, …). */
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
    summary: 'What a prepaid code, maintenance code or discount coupon would do; a look changes nothing',
    access: 'session',
    limit: 'read',
    body: z.object({ code: z.string().check(z.maxLength(500)), subId: z.optional(id) }),
    replies: { 200: coupon },
    errors,
  }),
  'GET /api/coupon/coupons/:code': route({
    summary: 'The same with the code in the path, for programs',
    access: 'session',
    limit: 'read',
    params: z.object({ code: z.string() }),
    query: z.object({ subId: z.optional(id) }),
    replies: { 200: coupon },
    errors,
  }),
} as const;
