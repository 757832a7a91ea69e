import type { Coupon } from '@foyer/contract/api/coupons';
import type { Subscription } from '@foyer/contract/api/shapes';
import type { Reason } from '../../../lib/failure.ts';
import { tierFits } from '../../../shared/catalogue/tier-fits.ts';

type Licence = Pick<Subscription, 'id' | 'product' | 'isPerpetual'> & {
  plan: Pick<Subscription['plan'], 'tierName' | 'id'>;
};

/** Call that redeems a code. There is no separate one: redeeming is part of creating or changing a subscription. */
export type RedeemRequest =
  | { readonly kind: 'create' }
  | { readonly kind: 'change' | 'maintenance'; readonly subscriptionId: string };

export type Redemption =
  /** Not redeemable: a discount is used when a plan is bought (CD-05). */
  | { readonly kind: 'discount' }
  /** The server predicts this refusal. */
  | { readonly kind: 'refused'; readonly reason: Reason }
  /** A maintenance code whose licence is not chosen yet (CD-02). */
  | { readonly kind: 'choose' }
  | { readonly kind: 'ready'; readonly request: RedeemRequest };

/** Perpetual licences for which a maintenance code could be meant, with any tier. */
export const licencesOf = <Of extends Licence>(subscriptions: readonly Of[]): readonly Of[] =>
  subscriptions.filter(({ isPerpetual }) => isPerpetual);

/** The licence that fits, if there is exactly one (CD-02); otherwise null. */
export const onlyLicence = (coupon: Pick<Coupon, 'tierName' | 'planTier'>, licences: readonly Licence[]) => {
  const [only, another] = licences.filter(({ plan }) => tierFits(coupon, plan.tierName));
  return only && !another ? only.id : null;
};

/**
 * Decides how a checked code can be redeemed. A pending review does not prevent it: the server holds the code and
 * redeems it when the review is cleared (D7).
 */
export const redemptionOf = (
  { type, refusal, effect }: Pick<Coupon, 'type' | 'refusal' | 'effect'>,
  licenceId: string | null,
): Redemption => {
  if (type === 'Discount') return { kind: 'discount' };
  if (type === 'PrepaidMaintenance' && licenceId === null) return { kind: 'choose' };
  if (refusal !== null && refusal !== 'NEEDS_REVIEW') return { kind: 'refused', reason: refusal as Reason };
  if (licenceId !== null) return { kind: 'ready', request: { kind: 'maintenance', subscriptionId: licenceId } };
  return effect?.action === 'extends' && effect.subscriptionId !== null
    ? { kind: 'ready', request: { kind: 'change', subscriptionId: effect.subscriptionId } }
    : { kind: 'ready', request: { kind: 'create' } };
};

/** Returns the perpetual license beside which a code adds a plan of the same family, if there is one. */
export const ownedBeside = (
  { product, effect }: Pick<Coupon, 'product' | 'effect'>,
  subscriptions: readonly Subscription[],
): Subscription | undefined =>
  effect?.action === 'new' ? licencesOf(subscriptions).find((held) => held.product === product) : undefined;

/** Returns the paid plan of the same tier that renews beside the perpetual license of a code, if there is one. */
export const renewingBeside = (
  { product, isPerpetual, tierName, planTier }: Pick<Coupon, 'product' | 'isPerpetual' | 'tierName' | 'planTier'>,
  subscriptions: readonly Subscription[],
): Subscription | undefined =>
  isPerpetual
    ? subscriptions.find(
        (held) =>
          held.product === product &&
          held.renews &&
          (held.renewalCents ?? 0) > 0 &&
          tierFits({ tierName, planTier }, held.plan.tierName),
      )
    : undefined;
