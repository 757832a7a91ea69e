import type { Price } from '../catalogue/catalogue.ts';
import { type Draft, put, type RuleContext } from '../decision/draft.ts';
import { activateDiscount, type DiscountToUse } from '../invoices/discount.ts';
import { type Refusal, refuse } from '../result.ts';
import type { BillingState, Subscription } from '../state/entities.ts';
import { type Coupon, type CouponClaim, checkCoupon, type DiscountCoupon } from './coupon.ts';

export type DiscountClaim = CouponClaim<DiscountCoupon>;

/**
 * Claim as the next order finds it. An order whose challenge was left open is ended first, which frees the code it
 * used. `discounts` is the state after that.
 */
export const claimOfNext = <C extends Coupon>(
  claim: CouponClaim<C>,
  { discounts }: Pick<BillingState, 'discounts'>,
): CouponClaim<C> => {
  const isFreed = discounts.some(({ code, status }) => code === claim.code && status === 'over');
  if (!isFreed) return claim;
  const { coupon } = claim;
  return { ...claim, earlier: null, coupon: { ...coupon, redeemedCount: coupon.redeemedCount - 1 } };
};

interface DiscountedOrder {
  readonly price: Price;
  readonly trial: boolean;
  readonly atPeriodEnd: boolean;
  readonly coupon?: DiscountClaim | null | undefined;
}

/** Refuses a discount that does not cover the price, or an order without an invoice today. */
export const checkDiscount = (order: DiscountedOrder, context: RuleContext): Refusal | null => {
  const { coupon: claim, price } = order;
  if (!claim) return null;
  const refused = checkCoupon(claim, context.catalogue, context.now);
  if (refused) return refused;
  const isPaidNow = price.amountCents > 0 && !order.trial && !order.atPeriodEnd;
  return isPaidNow && claim.coupon.priceIds.includes(price.id) ? null : refuse('PLANS_NOT_SUPPORTED');
};

/** New discount of an order, without a subscription yet. */
export const discountOf = (draft: Draft, claim: DiscountClaim | null | undefined): DiscountToUse | null =>
  claim
    ? {
        id: draft.context.newId('couponRedemption'),
        status: 'pending',
        cyclesLeft: claim.coupon.discountCycles,
        invoiceId: null,
        code: claim.code,
        percentOff: claim.coupon.percentOff,
        priceIds: claim.coupon.priceIds,
      }
    : null;

/**
 * Records the redemption of a coupon for a subscription. Without an invoice to pay, the discount starts with the next
 * one.
 */
export const redeemDiscount = (
  draft: Draft,
  claim: DiscountClaim,
  discount: DiscountToUse,
  subscription: Subscription,
): void => {
  put(draft, 'couponRedemptions', {
    id: discount.id,
    couponId: claim.coupon.id,
    accountId: claim.accountId,
    typedCode: claim.code,
    subscriptionId: subscription.id,
    status: 'applied',
    exportReviewId: null,
    at: draft.context.now,
  });
  if (!draft.rows.discounts.some(({ id }) => id === discount.id))
    activateDiscount(draft, { ...discount, subscriptionId: subscription.id });
};
