import * as z from 'zod/mini';
import { intervals } from '../vocabulary/plans.ts';
import { couponTypes } from './coupons.ts';
import { command, cursorQuery, nextCursor, operatorErrors, pathId, reasonBody } from './operator-shapes.ts';
import { route } from './route.ts';
import { cents, counted, id, isoInstant, line, productKey } from './text.ts';

const months = z.int().check(z.minimum(1), z.maximum(120));

/** Batch of equal codes to create. Fields that the type does not use are absent. */
export const couponBatchBody = z.extend(reasonBody, {
  /** Purpose of the batch; not shown to customers. */
  name: line(100),
  type: z.enum(couponTypes),
  count: z.int().check(z.minimum(1), z.maximum(10_000)),
  planId: z.optional(id),
  /** Months of prepaid time, or of a maintenance code. */
  months: z.optional(months),
  perpetual: z.optional(z.boolean()),
  /** Months of the first maintenance of a perpetual licence. */
  maintenanceMonths: z.optional(months),
  percent: z.optional(z.int().check(z.minimum(1), z.maximum(100))),
  /** Number of invoices a discount lowers; all if absent. */
  cycles: z.optional(z.int().check(z.minimum(1), z.maximum(120))),
  /** Number of accounts that may use each discount code. A prepaid code is for one account. */
  uses: z.optional(z.int().check(z.minimum(1), z.maximum(1_000_000))),
  validTo: z.optional(z.iso.datetime()),
});

export const couponBatch = z.object({
  id: z.string(),
  name: z.string(),
  type: z.enum(couponTypes),
  product: z.nullable(productKey),
  planId: z.nullable(z.string()),
  /** Name of the plan; null if the codes are for no plan, or the plan is unknown. */
  planName: z.nullable(z.string()),
  /** Months of prepaid time; null for perpetual licences, maintenance and discounts. */
  months: z.nullable(z.int()),
  perpetual: z.boolean(),
  maintenanceMonths: z.nullable(z.int()),
  percent: z.nullable(z.int()),
  /** Number of accounts that may use each code. */
  uses: z.int(),
  validTo: z.nullable(isoInstant),
  createdAt: isoInstant,
  count: z.int(),
  redeemed: z.int(),
  /** Number of codes that could still be redeemed, ignoring `validTo`; 0 after the batch was revoked. */
  redeemable: z.int(),
});
export type CouponBatch = z.infer<typeof couponBatch>;

const batchRedemption = z.object({
  id: z.string(),
  /** Display part of the code once it is used up; null before. */
  displayCode: z.nullable(z.string()),
  accountId: z.string(),
  email: z.nullable(z.string()),
  status: z.enum(['held', 'applied', 'released']),
  at: isoInstant,
});
export type BatchRedemption = z.infer<typeof batchRedemption>;

const cataloguePrice = z.object({
  id: z.string(),
  interval: z.enum(intervals),
  amountCents: cents,
  active: z.boolean(),
});

export const cataloguePlan = z.object({
  id: z.string(),
  product: productKey,
  name: z.string(),
  tierName: z.string(),
  active: z.boolean(),
  hidden: z.boolean(),
  legacy: z.boolean(),
  /** Given by promotions only, for an amount of 0. */
  promotional: z.boolean(),
  /** Billed by agreement and by usage: the amount of 0 is not a price (IO-01). */
  byAgreement: z.boolean(),
  trialDays: z.nullable(z.int()),
  prices: z.array(cataloguePrice),
});
export type CataloguePlan = z.infer<typeof cataloguePlan>;

const cataloguePromotion = z.object({
  name: z.string(),
  aliases: z.array(z.string()),
  active: z.boolean(),
  collectPayment: z.boolean(),
  grants: z.array(z.object({ product: productKey, planId: z.string(), months: z.nullable(z.int()) })),
  redeemed: z.int(),
});
export type CataloguePromotion = z.infer<typeof cataloguePromotion>;

/** Ids that were on sale before and are not any more. Existing subscriptions keep them. */
const offSale = z.object({
  plans: z.array(z.string()),
  intervals: z.array(z.string()),
  maintenanceExtensions: z.array(z.string()),
  promotions: z.array(z.string()),
});

/** Codes, catalogue and promotions in the operator site (OP-03). */
export const operatorSale = {
  'GET /api/operator/coupon-batches': route({
    summary: 'List batches of codes, newest first, 50 per page',
    access: 'operator',
    limit: 'read',
    query: cursorQuery,
    replies: { 200: z.object({ batches: z.array(couponBatch), nextCursor }) },
    errors: operatorErrors,
  }),
  'POST /api/operator/coupon-batches': route({
    summary: 'Create a batch of codes. Only this response contains the codes',
    access: 'operator',
    limit: 'write',
    body: couponBatchBody,
    replies: { 201: z.object({ batchId: z.string(), codes: z.array(z.string()) }) },
    errors: [...operatorErrors, 'ACTION_REFUSED'],
    idempotent: 'unkept',
  }),
  'GET /api/operator/coupon-batches/:id': route({
    summary: 'Get a batch of codes and its redemptions, newest first',
    access: 'operator',
    limit: 'read',
    params: pathId('id'),
    replies: {
      200: z.object({
        batch: couponBatch,
        /** First hundred. */
        redemptions: z.array(batchRedemption),
        redemptionsInAll: counted,
        nextCursor,
      }),
    },
    errors: operatorErrors,
  }),
  'GET /api/operator/coupon-batches/:id/redemptions': route({
    summary: 'List the redemptions of a batch of codes, 100 per page',
    access: 'operator',
    limit: 'read',
    params: pathId('id'),
    query: cursorQuery,
    replies: { 200: z.object({ redemptions: z.array(batchRedemption), nextCursor }) },
    errors: operatorErrors,
  }),
  'POST /api/operator/coupon-batches/:id/revoke': route({
    summary: 'Revoke a batch of codes. Codes that are not redeemed yet can no longer be used',
    ...command,
    params: pathId('id'),
    replies: { 200: z.object({ revoked: z.int(), redeemed: z.int() }) },
  }),
  'GET /api/operator/catalogue': route({
    summary: 'Get the plans with their prices in cents, and the promotions',
    access: 'operator',
    limit: 'read',
    replies: { 200: z.object({ plans: z.array(cataloguePlan), promotions: z.array(cataloguePromotion) }) },
    errors: operatorErrors,
  }),
  'POST /api/operator/catalogue/reload': route({
    summary: 'Import the catalogue files again; what they hold is on sale from then on',
    ...command,
    /**
     * `plans` and `prices` count what is on sale now; prices of plans that are off sale do not count. `untaxed`: places
     * that had their own tax rate before and have none now, such as `US MA 02`.
     */
    replies: { 200: z.object({ plans: z.int(), prices: z.int(), offSale, untaxed: z.array(z.string()) }) },
  }),
} as const;
