import type { Reply } from '@foyer/contract/api/routes';
import type { Subscription } from '@foyer/contract/api/shapes';
import type { FamilyKind } from '@foyer/contract/vocabulary/families';
import type { Interval } from '@foyer/contract/vocabulary/plans';
import type { CouponVerdict } from '../../../shared/coupons/use-coupon.ts';
import type { Selection } from './selection.ts';

/** Body of a quote, and of the purchase together with the accepted amount. */
export interface Order {
  id: string;
  interval: Interval;
  trial?: true;
  cancelAtPeriodEnd?: true;
  transitionAtEnd?: true;
  /** Coupon that was checked and fits (CD-05). */
  couponId?: string;
  /** Present: a change of this subscription. Absent: a new one. */
  subscriptionId?: string;
}

/** Reply to a purchase or change: the subscription, and its receipt if there was a charge. */
export type Purchased = Reply<'POST /api/subscription/subscriptions'>;

/**
 * Order for a selection (DR-05). An existing subscription without a trial is changed; everything else is a purchase.
 * Renewal is sent only when it differs from the default: a plan renews, a trial ends. A request changes nothing (D17, S23).
 * @param existing subscription that the order changes
 */
export const orderOf = (
  { card, offer, trial, isByAgreement }: Selection,
  existing: Pick<Subscription, 'id'> | null,
  autoRenew: boolean,
): Order => ({
  id: card.planId,
  interval: offer.interval,
  ...(trial && { trial: true as const }),
  ...(trial && autoRenew && { transitionAtEnd: true as const }),
  ...(!trial && !autoRenew && !isByAgreement && { cancelAtPeriodEnd: true as const }),
  ...(existing && !trial && { subscriptionId: existing.id }),
});

/** Returns the coupon for an order, only if it fits (CD-05). Price, quote and charge then have the same coupon. */
export const withCoupon = (order: Order, verdict: CouponVerdict): Order =>
  verdict.kind === 'applies' ? { ...order, couponId: verdict.coupon.id } : order;

/** Auto-renew from the address of the review, else the default. */
export const renewalOf = (kept: string | undefined, start: boolean): boolean =>
  kept === 'on' || (kept !== 'off' && start);

/**
 * Subscription that an order changes. A metered plan is bought over a trial, and a request leaves the current plan as it
 * is.
 */
export const changedBy = <Held extends Pick<Subscription, 'isTrial'>>(
  { isByAgreement }: Pick<Selection, 'isByAgreement'>,
  existing: Held | null,
  kind: FamilyKind,
): Held | null => (kind === 'metered' && (isByAgreement || existing?.isTrial) ? null : existing);
