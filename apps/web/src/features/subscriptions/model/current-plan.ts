import type { AccountView } from '@foyer/contract/api/account';
import type { Subscription } from '@foyer/contract/api/shapes';
import type { Product } from '@foyer/contract/vocabulary/plans';

export type KindLabel =
  | { kind: 'prepaid'; code: string | null }
  | { kind: 'one-time-offer' }
  | { kind: 'trial'; daysLeft: number | null }
  | { kind: 'free' };

type Labelled = Pick<
  Subscription,
  'isPrepaid' | 'prepaidDisplayCode' | 'oneTimeOffer' | 'isTrial' | 'trialDaysLeft' | 'isFreePromo'
> & { plan: Pick<Subscription['plan'], 'amount'> };

/** DR-02: what kind of plan it is, where that needs a word; an ordinary paid one needs none. A trial's price is 0, so it is asked for before Free. */
export const kindLabel = (subscription: Labelled): KindLabel | null => {
  if (subscription.isPrepaid) return { kind: 'prepaid', code: subscription.prepaidDisplayCode };
  if (subscription.oneTimeOffer) return { kind: 'one-time-offer' };
  if (subscription.isTrial) return { kind: 'trial', daysLeft: subscription.trialDaysLeft };
  if (subscription.isFreePromo || subscription.plan.amount === 0) return { kind: 'free' };
  return null;
};

export type EndLine =
  | { kind: 'never' }
  | { kind: 'renews'; on: string; cents: number | null }
  | { kind: 'trial-ends'; on: string }
  | { kind: 'ends'; on: string }
  | { kind: 'unknown' };

type Ending = Pick<
  Subscription,
  'noExpiry' | 'isPerpetual' | 'isTrial' | 'isPromo' | 'renews' | 'renewalCents' | 'expiry' | 'currentPeriodEnd'
> & { plan: Pick<Subscription['plan'], 'amount'> };

/**
 * DR-02: the date that matters, with the amount when one is charged then; Never Ends for an open-ended plan. No amount is
 * not free: nothing is foretold while a payment is open or where cards don't pay, and a trial's or promotion's price of 0
 * is not the one it goes on with. Only what always costs nothing renews for 0.
 */
export const endLine = ({
  noExpiry,
  isPerpetual,
  isTrial,
  isPromo,
  renews,
  renewalCents,
  plan,
  expiry,
  currentPeriodEnd,
}: Ending): EndLine => {
  if (noExpiry || isPerpetual) return { kind: 'never' };
  const on = expiry ?? currentPeriodEnd;
  if (!on) return { kind: 'unknown' };
  const free = plan.amount === 0 && !isTrial && !isPromo;
  if (renews) return { kind: 'renews', on, cents: renewalCents ?? (free ? 0 : null) };
  return isTrial ? { kind: 'trial-ends', on } : { kind: 'ends', on };
};

export type Lock = 'prepaid' | 'payment-open' | 'payment-pending';

/** Why no plan may be chosen now: a prepaid plan is not modified here (DR-02), and open money comes first. */
export const lockOf = (current: Pick<Subscription, 'isPrepaid' | 'status'> | null): Lock | null => {
  if (current?.isPrepaid) return 'prepaid';
  return current && ['past_due', 'suspended'].includes(current.status) ? 'payment-open' : null;
};

/**
 * Whether a payment for this is not decided yet (SU-08). Of drive and IoT there is one; of scope there may be several, and
 * a new one waits for another new one only.
 */
export const isPending = (
  orders: AccountView['pendingOrders'],
  product: Product,
  current: Pick<Subscription, 'id'> | null,
): boolean =>
  orders.some(
    (order) => order.product === product && (product !== 'scope' || order.subscriptionId === (current?.id ?? null)),
  );
