import * as z from 'zod/mini';
import { intervals } from '../vocabulary/plans.ts';
import { receipt } from './receipt.ts';
import { route, signedIn } from './route.ts';
import { plan, quote, subscription } from './shapes.ts';
import { cents, id, productKey } from './text.ts';

const chargeErrors = [
  'StripeCardError',
  'PAYMENT_GATEWAY_ERROR',
  'OPERATION_IN_PROGRESS',
  'IDEMPOTENCY_MISMATCH',
  'QUOTE_CHANGED',
] as const;
const choiceErrors = [
  'INVALID_PLAN',
  'STUDENT_EMAIL_REQUIRED',
  'MISSING_ADDRESS',
  'NEEDS_REVIEW',
  'EXPORT_DENIED',
  'PAYMENT_METHOD_REQUIRED',
  'CARD_COUNTRY_UNSUPPORTED',
  'TRIAL_ALREADY_USED',
  'TRIAL_NOT_OFFERED',
  'SUBSCRIPTION_LIMIT',
  'PREPAID_NOT_MODIFIABLE',
  'PAYMENT_REQUIRED',
] as const;
const couponErrors = ['INVALID_COUPON', 'COUPON_REDEEMED', 'INVALID_COUPON_TYPE', 'PLANS_NOT_SUPPORTED'] as const;

const choice = {
  planId: z.optional(id),
  id: z.optional(id),
  interval: z.optional(z.enum(intervals)),
  /** Packages of a professional plan, by id or short name. The plan includes its own package and takes no other. */
  addOns: z.optional(z.array(id).check(z.maxLength(20))),
  quantity: z.optional(z.int().check(z.minimum(1), z.maximum(100))),
  cancelAtPeriodEnd: z.optional(z.boolean()),
  transitionAtEnd: z.optional(z.boolean()),
  expectedTotalCents: z.optional(cents),
  /** Discount, by its id or display part. */
  couponId: z.optional(z.nullable(z.string())),
  /** Prepaid code. A discount given here counts as `couponId`. */
  prepaidCouponId: z.optional(z.nullable(z.string())),
};

export const createBody = z.object({
  ...choice,
  trial: z.optional(z.boolean()),
  /** `heldCount` of the plan that the customer was shown. If it differs now, a new subscription is refused with ALREADY_HELD. */
  expectedHeldCount: z.optional(z.int().check(z.minimum(0))),
});
/** Trials are started by POST only; a change that requested one would be charged. */
export const changeBody = z.object({ ...choice, trial: z.optional(z.literal(false)) });
export const previewBody = z.object({ ...choice, trial: z.optional(z.boolean()), subscriptionId: z.optional(id) });

const plans = z.array(plan);
const subscriptionList = z.array(subscription);
const changed = z.object({ id: z.string(), subscription, receipt: z.nullable(receipt) });

export const subscriptions = {
  'GET /api/subscription/plans': route({
    summary: 'List the plans on sale for a product, with what each costs this account today, in cents',
    access: 'session',
    limit: 'read',
    query: z.object({ product: productKey }),
    replies: { 200: z.object({ plans, data: z.object({ plans }), trialDays: z.int() }) },
    errors: [...signedIn],
  }),
  'GET /api/subscription/subscriptions': route({
    summary:
      'List the subscriptions of the account, with `includeEnded` also ended ones: effective ones first, then newest first',
    access: 'session',
    limit: 'read',
    query: z.object({ product: z.optional(productKey), includeEnded: z.optional(z.stringbool()) }),
    replies: {
      200: z.object({ subscriptions: subscriptionList, data: z.object({ subscriptions: subscriptionList }) }),
    },
    errors: [...signedIn],
  }),
  'GET /api/subscription/subscriptions/:id': route({
    summary: 'Get a subscription of the account',
    access: 'session',
    limit: 'read',
    params: z.object({ id }),
    replies: { 200: subscription },
    errors: [...signedIn],
  }),
  'POST /api/subscription/subscriptions/preview': route({
    summary: 'Preview what a purchase or change would cost now, in cents; nothing is changed',
    access: 'session',
    limit: 'read',
    body: previewBody,
    replies: { 200: quote },
    errors: [
      ...signedIn,
      ...couponErrors,
      'INVALID_PLAN',
      'TRIAL_ALREADY_USED',
      'TRIAL_NOT_OFFERED',
      'SUBSCRIPTION_LIMIT',
      'PREPAID_NOT_MODIFIABLE',
      'PAYMENT_REQUIRED',
    ],
  }),
  'POST /api/subscription/subscriptions': route({
    summary: 'Subscribe, start a trial, or change the subscription of a family with only one',
    access: 'session',
    limit: 'write',
    body: createBody,
    replies: { 200: changed, 201: changed },
    errors: [
      ...signedIn,
      ...choiceErrors,
      ...chargeErrors,
      ...couponErrors,
      'ALREADY_HELD',
      'PREPAID_PLAN_MISMATCH',
      'ACTION_REFUSED',
    ],
    idempotent: true,
  }),
  'PATCH /api/subscription/subscriptions/:id': route({
    summary: 'Change plan or interval of a subscription now, or switch its renewal on or off',
    access: 'session',
    limit: 'write',
    params: z.object({ id }),
    body: changeBody,
    replies: { 200: changed },
    errors: [
      ...signedIn,
      ...choiceErrors,
      ...chargeErrors,
      ...couponErrors,
      'NOT_RENEWABLE',
      'PREPAID_PLAN_MISMATCH',
      'INVALID_COUPON_TIER',
      'NOT_PERPETUAL',
      'MAINTENANCE_LIMIT',
    ],
    idempotent: true,
  }),
  'DELETE /api/subscription/subscriptions/:id': route({
    summary:
      'End a subscription: a paid one at the end of its period, any other immediately. With `onlyRequest` only an open request',
    access: 'session',
    limit: 'write',
    params: z.object({ id }),
    /** `onlyRequest`: withdraws a request. Refused if an operator has accepted it, because the plan would end. */
    query: z.object({ onlyRequest: z.optional(z.stringbool()) }),
    replies: { 204: null },
    errors: [...signedIn, 'PREPAID_NOT_MODIFIABLE', 'OPERATION_IN_PROGRESS', 'IDEMPOTENCY_MISMATCH', 'ACTION_REFUSED'],
    idempotent: true,
  }),
} as const;
