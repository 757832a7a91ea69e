import { DAY_MS, HOUR_MS, type Instant } from '@foyer/contract/vocabulary/instants';
import type { BillingState, Invoice, Subscription } from './entities.ts';
import { pendingChangeOf } from './scheduled-change.ts';
import type { BillingSettings } from './settings.ts';
import { hasBegun, isChargeable, isInCardCountry, willRenewPaid } from './status.ts';
import { isFollowedByPrepaid, trialReplacingPlan } from './trial-and-renewal.ts';

/** Notice before the end of a period: a coming charge, or an end without one. */
export interface PeriodNotice {
  /** Null if neither comes any more. Then only what was announced before may need a correction. */
  readonly kind: 'charge' | 'end' | null;
  readonly at: Instant;
  /** End of the period the notice is about. */
  readonly endsAt: Instant;
}

type NoticeState = Pick<
  BillingState,
  'account' | 'billTo' | 'card' | 'taxRatePpm' | 'subscriptions' | 'changes' | 'discounts' | 'creditableLines'
>;

const isLong = (from: Instant, to: Instant): boolean => to - from > 300 * DAY_MS;

/** Yearly charges, and the first charge after free time, are announced. Monthly charges are not. */
const isAnnounced = ({ source, status, unitAmountCents, currentPeriodStart }: Subscription, endsAt: Instant): boolean =>
  source === 'promotion' || status === 'trialing' || unitAmountCents === 0 || isLong(currentPeriodStart, endsAt);

/**
 * Tells whether the coming invoice is announced. With a scheduled change it may be for a longer period than the current
 * plan (S11).
 */
export const isInvoiceAnnounced = (
  subscription: Subscription,
  endsAt: Instant,
  { periodStart, periodEnd }: Pick<Invoice, 'periodStart' | 'periodEnd'>,
): boolean =>
  isAnnounced(subscription, endsAt) || (periodStart !== null && periodEnd !== null && isLong(periodStart, periodEnd));

/**
 * Tells whether something ends without an action of the customer: prepaid time, or a trial or promotion that does not
 * continue.
 */
const endsAutomatically = ({ source, status, term }: Subscription, renews: boolean): boolean =>
  source === 'prepaid' ? term === 'fixed' : !renews && (status === 'trialing' || source === 'promotion');

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

/** Kind of event at the end of the period. Null for a free plan, and for a plan that the customer ended. */
const kindOf = (
  state: NoticeState,
  subscription: Subscription,
  settings: BillingSettings,
): { readonly kind: PeriodNotice['kind']; readonly isUnpaid: boolean } => {
  // With a scheduled change the renewal setting of the current plan is irrelevant. The invoice decides whether a charge
  // is announced.
  if (pendingChangeOf(state, subscription)) return { kind: 'charge', isUnpaid: true };
  const unpaid = unpaidKind(state, subscription, settings);
  if (unpaid) return { kind: unpaid, isUnpaid: true };
  const chargeable = isChargeable(state, settings);
  const renews = chargeable && willRenewPaid(subscription, chargeable) && !isFollowedByPrepaid(state, subscription);
  const kind = renews ? 'charge' : endsAutomatically(subscription, renews) ? 'end' : null;
  return { kind, isUnpaid: false };
};

/** Time after a correction in which no other is mailed, so that repeated changes cause few mails. */
const CORRECTION_PAUSE_MS = HOUR_MS;

/**
 * Values that the content of a notice depends on. A notice is due again when they differ from those it was made with,
 * for any cause: a new address, card or coupon, credit, or another plan (decision 54).
 */
export const noticeInputs = (state: NoticeState, settings: BillingSettings): string =>
  JSON.stringify([
    isInCardCountry(state, settings),
    state.card !== null,
    state.taxRatePpm,
    state.account.balanceCents,
    state.subscriptions
      .filter(hasBegun)
      .map((row) => [
        ...[row.id, row.status, row.priceId, row.quantity, row.currentPeriodEnd],
        ...[row.cancelAtPeriodEnd, row.transitionAtEnd],
      ]),
    state.changes
      .filter(({ status, mode }) => status === 'pending' && mode === 'period_end')
      .map(({ subscriptionId, toPriceId, toQuantity }) => [subscriptionId, toPriceId, toQuantity]),
    state.discounts.map(({ id, status, cyclesLeft }) => [id, status, cyclesLeft]),
    state.creditableLines.reduce((sum, { amountCents, refundedCents }) => sum + amountCents - refundedCents, 0),
  ]);

/**
 * Notice due before the end of the current period or trial: one, seven days before, about a charge or an end (BY-06).
 * It is due again when its content may have changed since. An end within seven days of the start is not announced,
 * because the mail about the start names it. A plan that a trial will replace has no notice: the one of the trial covers
 * it (S7).
 */
export const periodNoticeOf = (
  subscription: Subscription,
  state: NoticeState,
  settings: BillingSettings,
): PeriodNotice | null => {
  const endsAt = subscription.status === 'trialing' ? subscription.trialEnd : subscription.currentPeriodEnd;
  if (endsAt === null || trialReplacingPlan(state, subscription, settings)) return null;
  const announced = subscription.announced?.endsAt === endsAt ? subscription.announced : null;
  const isNoticed = subscription.noticedPeriodEnd === endsAt;
  if (isNoticed && (announced === null || announced.inputs === noticeInputs(state, settings))) return null;
  const at = endsAt - settings.noticeDays * DAY_MS;
  const { kind, isUnpaid } = kindOf(state, subscription, settings);
  if (announced?.mailedContent != null) {
    const { correctedAt } = announced;
    return { kind, at: correctedAt === null ? at : Math.max(at, correctedAt + CORRECTION_PAUSE_MS), endsAt };
  }
  const isDue = kind === 'end' ? at > subscription.currentPeriodStart : isAnnounced(subscription, endsAt);
  return kind !== null && (isUnpaid || isDue) ? { kind, at, endsAt } : null;
};
