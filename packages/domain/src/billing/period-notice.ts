import { DAY_MS, type Instant } from '@foyer/contract/vocabulary/instants';
import { isChargeable, renewsForMoney, takesCards } from '../subscription/status.ts';
import type { BillingState, Invoice, Subscription } from './entities.ts';
import { comingChangeOf } from './scheduled-change.ts';
import type { BillingSettings } from './settings.ts';
import { endsOverPrepaid, replacingTrialOf } from './trial-over.ts';

/** What the customer is told before the end of a period: that money will be charged then, or that it ends by itself. */
export interface PeriodNotice {
  readonly kind: 'charge' | 'end';
  readonly at: Instant;
  /** The end of the period it is about. */
  readonly endsAt: Instant;
}

type NoticeState = Pick<BillingState, 'billTo' | 'card' | 'subscriptions' | 'changes'>;

const isLong = (from: Instant, to: Instant): boolean => to - from > 300 * DAY_MS;

/** A month's charge needs no notice; a longer one, and the first after what was free, does. */
const isAnnounced = ({ source, status, unitAmountCents, currentPeriodStart }: Subscription, endsAt: Instant): boolean =>
  source === 'promotion' || status === 'trialing' || unitAmountCents === 0 || isLong(currentPeriodStart, endsAt);

/** Whether the customer is told of the bill that comes, which may be a longer plan's than the one that is held (S11). */
export const isBillAnnounced = (
  subscription: Subscription,
  endsAt: Instant,
  { periodStart, periodEnd }: Pick<Invoice, 'periodStart' | 'periodEnd'>,
): boolean =>
  isAnnounced(subscription, endsAt) || (periodStart !== null && periodEnd !== null && isLong(periodStart, periodEnd));

/** What is over then without anybody's doing: a trial or promotion that does not go on, prepaid time. */
const endsByItself = ({ source, status, term }: Subscription, goesOn: boolean): boolean =>
  source === 'prepaid' ? term === 'fixed' : !goesOn && (status === 'trialing' || source === 'promotion');

/**
 * The kind of notice for a paid plan that should renew and will not be paid: it ends where cards are not taken (S12), and
 * without a card its bill stays open (S13). Both are told also for a monthly plan, because the customer has to act.
 */
const unpaidKind = (
  state: NoticeState,
  subscription: Subscription,
  settings: BillingSettings,
): PeriodNotice['kind'] | null => {
  if (subscription.status !== 'active' || subscription.source === 'promotion') return null;
  if (isChargeable(state, settings) || !renewsForMoney(subscription, false)) return null;
  return takesCards(state, settings) ? 'charge' : 'end';
};

/**
 * The notice that is due before the present period or trial ends (billing.md §2.7, BY-06): once, seven days before, of a
 * coming charge or of an end. What lasts no longer than that was told its end when it began, and of a plan that a trial
 * moves before it is over, the trial's notice says so (S7): its own falls due when that trial is not to go on any more.
 */
export const periodNoticeOf = (
  subscription: Subscription,
  state: NoticeState,
  settings: BillingSettings,
): PeriodNotice | null => {
  const endsAt = subscription.status === 'trialing' ? subscription.trialEnd : subscription.currentPeriodEnd;
  if (endsAt === null || subscription.noticedPeriodEnd === endsAt) return null;
  if (replacingTrialOf(state, subscription, settings)) return null;
  const at = endsAt - settings.noticeDays * DAY_MS;
  const chargeable = isChargeable(state, settings);
  // A change that waits decides what comes then, whatever the renewal of the present plan would be; what it costs, its bill says.
  if (comingChangeOf(state, subscription)) return { kind: 'charge', at, endsAt };
  const unpaid = unpaidKind(state, subscription, settings);
  if (unpaid) return { kind: unpaid, at, endsAt };
  const goesOn = chargeable && renewsForMoney(subscription, chargeable) && !endsOverPrepaid(state, subscription);
  if (goesOn) return isAnnounced(subscription, endsAt) ? { kind: 'charge', at, endsAt } : null;
  const isTold = endsByItself(subscription, goesOn) && at > subscription.currentPeriodStart;
  return isTold ? { kind: 'end', at, endsAt } : null;
};
