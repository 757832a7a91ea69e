import { type Catalogue, planById, priceById } from '../catalogue/catalogue.ts';
import {
  type BillingWrites,
  type Draft,
  dropHeld,
  finish,
  put,
  queueMail,
  type RuleContext,
  startDraft,
} from '../decision/draft.ts';
import { describeMaintenance } from '../invoices/describe.ts';
import { extendByCode } from '../maintenance/extend.ts';
import { ok, type Refusal, type Result, refuse } from '../result.ts';
import { checkExport, isControlled, type Verdict } from '../screening/screen.ts';
import type { CouponRedemption } from '../state/coupon-entities.ts';
import type { BillingState, Subscription } from '../state/entities.ts';
import { applyTermGrant, type Granted, type TermGrant } from '../subscriptions/grant-term.ts';
import { checkPlanEmail } from '../subscriptions/plan-email.ts';
import {
  type Coupon,
  type CouponClaim,
  checkCoupon,
  displayPart,
  type MaintenanceCoupon,
  type PrepaidCoupon,
} from './coupon.ts';
import { type CouponEffect, describeEffect } from './effect.ts';

/** Claim of a prepaid code or a maintenance code. */
export type PrepaidClaim = CouponClaim<PrepaidCoupon> | CouponClaim<MaintenanceCoupon>;

export interface Redeemed {
  readonly writes: BillingWrites;
  readonly subscription: Subscription;
  readonly invoiceId: string;
  readonly effect: CouponEffect;
}

/**
 * Inputs of a redemption besides the code: the subscription to extend, the export screening, and the held row if there
 * is one.
 */
export interface Redeeming {
  readonly named: Subscription | null;
  readonly verdict: Verdict;
  readonly held?: CouponRedemption | null;
}

const termOf = (coupon: PrepaidCoupon, code: string, catalogue: Catalogue): TermGrant => {
  const plan = planById(catalogue, coupon.planId);
  const price = priceById(catalogue, coupon.priceId);
  if (!plan || !price)
    throw new Error(`coupon ${coupon.id}: plan ${coupon.planId} or price ${coupon.priceId} is not in the catalogue`);
  const { durationMonths: months, maintenanceMonths } = coupon;
  const grant = {
    plan,
    price,
    source: 'prepaid',
    months,
    displayCode: displayPart(code),
    transitionPriceId: null,
  } as const;
  return maintenanceMonths === null ? grant : { ...grant, maintenanceMonths };
};

const isMaintenance = (claim: PrepaidClaim): claim is CouponClaim<MaintenanceCoupon> =>
  claim.coupon.type === 'PrepaidMaintenance';

const applyCode = (
  draft: Draft,
  claim: PrepaidClaim,
  named: Subscription | null,
  redemptionId: string,
): Result<Granted> => {
  if (!isMaintenance(claim)) {
    const grant = termOf(claim.coupon as PrepaidCoupon, claim.code, draft.context.catalogue);
    const granted = applyTermGrant(draft, grant, named);
    if (granted.ok) queueMail(draft, 'receipt', { invoice: granted.value.invoice });
    return granted;
  }
  if (!named) return refuse('INVALID_COUPON_TYPE');
  const { tierId, maintenanceMonths: months } = claim.coupon;
  const tierName = planById(draft.context.catalogue, named.planId)?.tierName ?? tierId;
  const described = describeMaintenance(draft.context.catalogue, claim.coupon.product, tierName, months);
  const given = extendByCode(draft, named.id, { tierId, months, sourceId: redemptionId, ...described });
  return given.ok ? ok({ subscription: named, invoice: given.value.invoice }) : given;
};

/**
 * Refuses an account that cannot redeem the code. Checks the code, the product, the email address, the billing address
 * and the screening, in this order.
 */
const checkRedeemer = (
  state: BillingState,
  claim: PrepaidClaim,
  { named, verdict, held }: Redeeming,
  context: RuleContext,
): Refusal | null => {
  const coupon: Coupon = claim.coupon;
  const refused = held ? null : checkCoupon(claim, context.catalogue, context.now);
  if (refused) return refused;
  if (named && named.product !== claim.coupon.product)
    return refuse(coupon.type === 'Prepaid' ? 'INVALID_PLAN' : 'NOT_PERPETUAL');
  const plan = coupon.type === 'Prepaid' ? planById(context.catalogue, coupon.planId) : undefined;
  const emailRefusal = plan ? checkPlanEmail(state, plan) : null;
  if (emailRefusal) return emailRefusal;
  if (state.billTo === null) return refuse('MISSING_ADDRESS');
  return isControlled(context.catalogue, claim.coupon) ? checkExport(state.account.exportStatus, verdict) : null;
};

/**
 * Redeems a prepaid or maintenance code: the subscription or period, a receipt of 0 and the redemption, stored together
 * or not at all (INV-6). A check of a code calls this too and discards the writes, so its preview equals the
 * redemption.
 */
export const redeemPrepaid = (
  state: BillingState,
  claim: PrepaidClaim,
  redeeming: Redeeming,
  context: RuleContext,
): Result<Redeemed> => {
  const refused = checkRedeemer(state, claim, redeeming, context);
  if (refused) return refused;
  const draft = startDraft(state, context);
  const redemptionId = redeeming.held?.id ?? draft.context.newId('couponRedemption');
  const applied = applyCode(draft, claim, redeeming.named, redemptionId);
  if (!applied.ok) return applied;
  const { subscription, invoice } = applied.value;
  dropHeld(draft, redemptionId);
  put(draft, 'couponRedemptions', {
    id: redemptionId,
    couponId: claim.coupon.id,
    accountId: claim.accountId,
    typedCode: claim.code,
    subscriptionId: subscription.id,
    status: 'applied',
    exportReviewId: redeeming.held?.exportReviewId ?? null,
    at: context.now,
  });
  const writes = finish(draft);
  return ok({ writes, subscription, invoiceId: invoice.id, effect: describeEffect(state, writes, applied.value) });
};
