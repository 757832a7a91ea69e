import type { AccountView } from '@foyer/contract/api/account';
import type { ShownFamily } from '@foyer/contract/api/portal-config';
import type { Subscription } from '@foyer/contract/api/shapes';
import type { Product } from '@foyer/contract/vocabulary/plans';
import { isPaused } from '../../../lib/is-paused.ts';

export type PendingChange = Subscription['pendingChange'];

export type KindLabel =
  | { kind: 'prepaid'; code: string | null }
  | { kind: 'one-time-offer' }
  | { kind: 'trial'; daysLeft: number | null }
  | { kind: 'pay-as-you-go' }
  | { kind: 'free' };

type Labelled = Pick<
  Subscription,
  'isPrepaid' | 'prepaidDisplayCode' | 'oneTimeOffer' | 'isTrial' | 'trialDaysLeft' | 'isFreePromo'
> & { plan: Pick<Subscription['plan'], 'amount' | 'customBilling'> };

/**
 * Kind of plan for the badge (DR-02); null for an ordinary paid plan. Checks trials before free plans, because their
 * price is also 0.
 */
export const kindLabel = (subscription: Labelled): KindLabel | null => {
  if (subscription.isPrepaid) return { kind: 'prepaid', code: subscription.prepaidDisplayCode };
  if (subscription.oneTimeOffer) return { kind: 'one-time-offer' };
  if (subscription.isTrial) return { kind: 'trial', daysLeft: subscription.trialDaysLeft };
  if (subscription.plan.customBilling) return { kind: 'pay-as-you-go' };
  if (subscription.isFreePromo || subscription.plan.amount === 0) return { kind: 'free' };
  return null;
};

export type EndLine =
  | { kind: 'never' }
  | { kind: 'changes'; on: string; to: NonNullable<Subscription['pendingChange']>; cents: number | null }
  /** `free`: the plan costs nothing, as opposed to an invoice of 0 or an unknown one. */
  | { kind: 'renews'; on: string; cents: number | null; free: boolean }
  /** Billed by agreement and use. `until` only after auto-renew was switched off. */
  | { kind: 'by-agreement'; until: string | null }
  | { kind: 'trial-ends'; on: string; prepaidFollows: boolean }
  | { kind: 'ends'; on: string }
  /**
   * The invoice of that day is unpaid. `paused`: the plan is paused until it is paid. `ifUnpaid`: what follows else.
   * `endsOn`: the plan does not renew, so that it ends then even if the invoice is paid.
   */
  | { kind: 'due'; since: string; paused: boolean; ifUnpaid?: NonNullable<Subscription['ifUnpaid']>; endsOn?: string }
  | { kind: 'unknown' };

type Ending = Pick<
  Subscription,
  | 'status'
  | 'entitled'
  | 'noExpiry'
  | 'isPerpetual'
  | 'isTrial'
  | 'isPromo'
  | 'renews'
  | 'renewable'
  | 'cancelAtPeriodEnd'
  | 'ifUnpaid'
  | 'renewalCents'
  | 'pendingChange'
  | 'expiry'
  | 'currentPeriodStart'
  | 'currentPeriodEnd'
> & { plan: Pick<Subscription['plan'], 'amount' | 'customBilling'> };

/**
 * Change at the end of the period. Void after renewal was switched off, except on a promotion, which has no other
 * renewal. A trial that continues ignores the settings of the plan below it (S7).
 */
const scheduledChange = ({ pendingChange, renews, isPromo }: Pick<Ending, 'pendingChange' | 'renews' | 'isPromo'>) =>
  renews || isPromo || pendingChange?.trialId ? pendingChange : null;

/**
 * DR-02: the date that matters, with the amount when one is charged then; Never Ends for an open-ended plan. No amount is
 * not free: no payment is forecast while a payment is open or where cards don't pay, and a trial's or promotion's price of 0
 * is not the one it goes on with. Only what always costs nothing renews for 0, which a plan billed by agreement does not.
 */
export const endLine = (subscription: Ending): EndLine => {
  const { noExpiry, isPerpetual, isTrial, isPromo, renews, renewable, renewalCents, plan, expiry, currentPeriodEnd } =
    subscription;
  // the first invoice of the period failed (S13)
  const { ifUnpaid, cancelAtPeriodEnd } = subscription;
  const due = { kind: 'due', since: subscription.currentPeriodStart, ...(ifUnpaid && { ifUnpaid }) } as const;
  if (isPaused(subscription)) return { ...due, paused: true };
  if (noExpiry || isPerpetual) return { kind: 'never' };
  const change = scheduledChange(subscription);
  if (change) return { kind: 'changes', on: change.applyAt, to: change, cents: renewalCents };
  const on = expiry ?? currentPeriodEnd;
  if (plan.customBilling) return { kind: 'by-agreement', until: renews ? null : on };
  if (!on) return { kind: 'unknown' };
  const free = plan.amount === 0 && renewalCents === null && !isTrial && !isPromo;
  // Abroad it does not renew, and it stops before the end of the period if it stays unpaid.
  const stops = renews || (ifUnpaid !== null && !cancelAtPeriodEnd);
  if (subscription.status === 'past_due') return { ...due, paused: false, ...(!stops && { endsOn: on }) };
  if (renews) return { kind: 'renews', on, cents: renewalCents, free };
  // A trial has no renewal only if prepaid time outlasts it.
  return isTrial ? { kind: 'trial-ends', on, prepaidFollows: !renewable } : { kind: 'ends', on };
};

/** Returns whether the current plan is paid, so that a change costs the difference. Trials and promotions are not. */
export const isPaidPlan = (
  current: (Pick<Subscription, 'isTrial' | 'isPromo'> & { plan: Pick<Subscription['plan'], 'amount'> }) | null,
): boolean => current !== null && current.plan.amount > 0 && !current.isTrial && !current.isPromo;

type RenewalSettings = Pick<
  Subscription,
  'renewable' | 'renews' | 'isTrial' | 'isPromo' | 'transitionAtEnd' | 'cancelAtPeriodEnd'
>;

/**
 * Returns whether the switch shows on. It shows the consent of the customer, so that it can be withdrawn: also without
 * a card, and for a trial under prepaid time, which would continue if the vendor revoked that time.
 */
export const isSwitchedOn = ({
  renewable,
  isTrial,
  isPromo,
  transitionAtEnd,
  cancelAtPeriodEnd,
}: RenewalSettings): boolean => (isTrial || isPromo ? transitionAtEnd : renewable && !cancelAtPeriodEnd);

/** Returns whether a subscription ends although it is set to renew, because no card can be charged. */
export const isMissingCard = (subscription: RenewalSettings): boolean =>
  subscription.renewable && !subscription.renews && isSwitchedOn(subscription);

/**
 * Returns whether renewal can be switched (SU-05). Not for prepaid, paused or endless plans, and not while another
 * setting decides: a scheduled change of a promotion (decision 15) or the switch of a trial over the plan (S7). If
 * renewal is impossible, it can only be switched off.
 */
export const isSwitchable = (subscription: RenewalSettings, line: EndLine) =>
  (subscription.renewable || isSwitchedOn(subscription)) &&
  line.kind !== 'never' &&
  !(line.kind === 'changes' && (subscription.isPromo || line.to.trialId !== null));

/**
 * Action of a plan in words, besides the switch (SU-05), and the end of the period. Null if the plan has no renewal that
 * can be turned off and on again, or if another plan follows.
 */
export const renewalAction = (
  subscription: Ending & RenewalSettings,
  line: EndLine,
  isOn: boolean,
): { readonly kind: 'cancel' | 'resume'; readonly until: string } | null => {
  const until = subscription.expiry ?? subscription.currentPeriodEnd;
  if (!until || !subscription.renewable || !isSwitchable(subscription, line)) return null;
  if (!['renews', 'by-agreement', 'ends', 'trial-ends', 'due'].includes(line.kind)) return null;
  return { kind: isOn ? 'cancel' : 'resume', until };
};

/** Returns the interval id by which the current plan is billed; null for a trial and for prepaid time. */
export const billedIntervalOf = (
  current: (Pick<Subscription, 'isTrial' | 'isPrepaid'> & { plan: Pick<Subscription['plan'], 'intervalId'> }) | null,
): string | null => (current && !current.isTrial && !current.isPrepaid ? current.plan.intervalId : null);

export type Lock = 'prepaid' | 'payment-open' | 'payment-pending';

/** Reasons why no plan can be chosen: a prepaid plan cannot be changed (DR-02), or a payment is open or pending. */
export const lockOf = (current: Pick<Subscription, 'isPrepaid' | 'status'> | null): Lock | null => {
  if (current?.isPrepaid) return 'prepaid';
  return current && ['past_due', 'suspended'].includes(current.status) ? 'payment-open' : null;
};

type FamilyRules = Pick<ShownFamily, 'key' | 'several'>;

/** Matches orders and challenges of a family. With several subscriptions of it, their id must match too. */
const isAbout =
  ({ key, several }: FamilyRules, current: Pick<Subscription, 'id'> | null) =>
  (one: { product: Product | null; subscriptionId: string | null }): boolean =>
    one.product === key && (!several || one.subscriptionId === (current?.id ?? null));

/** Returns whether a payment for this product or subscription is pending (SU-08). */
export const isPending = (
  orders: AccountView['pendingOrders'],
  family: FamilyRules,
  current: Pick<Subscription, 'id'> | null,
): boolean => orders.some(isAbout(family, current));

/** Returns the open bank challenges about this product or subscription, which an earlier page left open. */
export const openChallengesFor = (
  challenges: AccountView['openChallenges'],
  family: FamilyRules,
  current: Pick<Subscription, 'id'> | null,
): AccountView['openChallenges'] => challenges.filter(isAbout(family, current));
