import { DAY_MS, type Instant } from '@foyer/contract/vocabulary/instants';
import { isChargeable, isInCardCountry, willRenewPaid } from '../subscription/status.ts';
import type { BillingState, Invoice, Subscription } from './entities.ts';
import { pendingChangeOf } from './scheduled-change.ts';
import type { BillingSettings } from './settings.ts';
import { isFollowedByPrepaid, trialReplacingPlan } from './trial-and-renewal.ts';

/** Notice before the end of a period: a coming charge, or an end without one. */
export interface PeriodNotice {
  readonly kind: 'charge' | 'end';
  readonly at: Instant;
  /** End of the period the notice is about. */
  readonly endsAt: Instant;
}

type NoticeState = Pick<BillingState, 'billTo' | 'card' | 'subscriptions' | 'changes'>;

const isLong = (from: Instant, to: Instant): boolean => to - from > 300 * DAY_MS;

/** Yearly charges, and the first charge after free time, are announced. Monthly charges are not. */
const isAnnounced = ({ source, status, unitAmountCents, currentPeriodStart }: Subscription, endsAt: Instant): boolean =>
  source === 'promotion' || status === 'trialing' || unitAmountCents === 0 || isLong(currentPeriodStart, endsAt);

/**
 * Tells whether the coming invoice is announced. With a scheduled change it may be for a longer period than the present
 * plan (S11).
 */
export const isBillAnnounced = (
  subscription: Subscription,
  endsAt: Instant,
  { periodStart, periodEnd }: Pick<Invoice, 'periodStart' | 'periodEnd'>,
): boolean =>
  isAnnounced(subscription, endsAt) || (periodStart !== null && periodEnd !== null && isLong(periodStart, periodEnd));

/**
 * Tells whether something ends without an action of the customer: prepaid time, or a trial or promotion that does not
 * continue.
 */
const endsByItself = ({ source, status, term }: Subscription, goesOn: boolean): boolean =>
  source === 'prepaid' ? term === 'fixed' : !goesOn && (status === 'trialing' || source === 'promotion');

/**
 * Kind of notice for a renewing paid plan that will not be paid. It ends where cards are not accepted (S12); without a
 * card its invoice stays open (S13). Sent for monthly plans too, because the customer has to act.
 */
const unpaidKind = (
  state: NoticeState,
  subscription: Subscription,
  settings: BillingSettings,
): PeriodNotice['kind'] | null => {
  if (subscription.status !== 'active' || subscription.source === 'promotion') return null;
  if (isChargeable(state, settings) || !willRenewPaid(subscription, false)) return null;
  return isInCardCountry(state, settings) ? 'charge' : 'end';
};

/**
 * Notice due before the end of the current period or trial: one, seven days before, about a charge or an end (BY-06).
 * An end within seven days of the start is not announced, because the mail about the start names it. A plan that a
 * trial will replace has no notice: the one of the trial covers it (S7).
 */
export const periodNoticeOf = (
  subscription: Subscription,
  state: NoticeState,
  settings: BillingSettings,
): PeriodNotice | null => {
  const endsAt = subscription.status === 'trialing' ? subscription.trialEnd : subscription.currentPeriodEnd;
  if (endsAt === null || subscription.noticedPeriodEnd === endsAt) return null;
  if (trialReplacingPlan(state, subscription, settings)) return null;
  const at = endsAt - settings.noticeDays * DAY_MS;
  const chargeable = isChargeable(state, settings);
  // With a scheduled change the renewal setting of the present plan is irrelevant. The invoice decides whether a charge
  // is announced.
  if (pendingChangeOf(state, subscription)) return { kind: 'charge', at, endsAt };
  const unpaid = unpaidKind(state, subscription, settings);
  if (unpaid) return { kind: unpaid, at, endsAt };
  const goesOn = chargeable && willRenewPaid(subscription, chargeable) && !isFollowedByPrepaid(state, subscription);
  if (goesOn) return isAnnounced(subscription, endsAt) ? { kind: 'charge', at, endsAt } : null;
  const isEndAnnounced = endsByItself(subscription, goesOn) && at > subscription.currentPeriodStart;
  return isEndAnnounced ? { kind: 'end', at, endsAt } : null;
};
