import * as z from 'zod/mini';
import { route, signedIn } from './route.ts';
import { addOn, plan } from './shapes.ts';
import { id, productKey } from './text.ts';

/** Label of a feature. Plans refer to features by key. */
export const feature = z.object({
  key: z.string(),
  label: z.string(),
  /** Required third-party software with its installation steps (SP-01). */
  prerequisite: z.nullable(z.object({ name: z.string(), steps: z.array(z.string()) })),
  /** Keys of all smaller features that it includes, directly or through others. */
  includes: z.array(z.string()),
});
export type Feature = z.infer<typeof feature>;

export const tieredPlan = z.extend(plan, {
  addOns: z.array(addOn),
  addOnPackages: z.array(addOn),
  features: z.array(z.string()),
  featureList1: z.array(z.string()),
  featureList2: z.array(z.string()),
  /** Relation of the plan to the subscription in `subId` (SP-06). */
  isTrial: z.boolean(),
  isTierTrial: z.boolean(),
  isCurrentTier: z.boolean(),
  isPrepaid: z.boolean(),
  isProTrial: z.boolean(),
  isPro: z.boolean(),
  isStarter: z.boolean(),
  isUltimate: z.boolean(),
  /** Required ending of a verified email address, such as `.edu` (IO-01). */
  emailSuffix: z.nullable(z.string()),
  /** Number of live subscriptions of the account to this plan, without trials. Independent of `subId`. */
  heldCount: z.int(),
});
export type TieredPlan = z.infer<typeof tieredPlan>;

const tieredPlans = z.object({
  plans: z.array(tieredPlan),
  data: z.object({ plans: z.array(tieredPlan) }),
  /** Labels of all feature keys of the plans. */
  features: z.array(feature),
  trialDays: z.int(),
});

const addOns = z.array(addOn);

/** Errors of `coupon`, the id or display part of a discount to show in the prices (CD-05). */
const discounting = ['INVALID_COUPON', 'INVALID_COUPON_TYPE', 'COUPON_REDEEMED', 'PLANS_NOT_SUPPORTED'] as const;

export const plans = {
  'GET /api/subscription/v2/plans': route({
    summary:
      'List the plans on sale with tiers, packages and features, and how each relates to a subscription; prices in cents',
    access: 'session',
    limit: 'read',
    query: z.object({ product: productKey, subId: z.optional(id), coupon: z.optional(z.string()) }),
    replies: { 200: tieredPlans },
    errors: [...signedIn, ...discounting],
  }),
  'GET /api/subscription/v2/plans/:subId': route({
    summary: 'List the plans on sale as they relate to one subscription of a family with tiers; prices in cents',
    access: 'session',
    limit: 'read',
    params: z.object({ subId: id }),
    query: z.object({ coupon: z.optional(z.string()) }),
    replies: { 200: tieredPlans },
    errors: [...signedIn, ...discounting],
  }),
  'GET /api/subscription/plans/:id/addons': route({
    summary: 'List the packages that a plan includes or that can be added, by the id of the plan or of its interval',
    access: 'session',
    limit: 'read',
    params: z.object({ id }),
    replies: { 200: z.object({ addons: addOns, data: z.object({ addons: addOns }) }) },
    errors: [...signedIn, 'NOT_FOUND'],
  }),
} as const;
