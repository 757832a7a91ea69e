import { DAY_MS, HOUR_MS, type Instant } from '@foyer/contract/vocabulary/instants';
import { businessDaysOver } from '../dates/business-days.ts';
import { nextNotice } from '../maintenance/cover.ts';
import type { HeldRedemption } from '../promotions/entities.ts';
import { nextCardNotice } from './card-notice.ts';
import type { Attempt, BillingState, Invoice, Subscription } from './entities.ts';
import { periodNoticeOf } from './period-notice.ts';
import type { BillingSettings } from './settings.ts';

/** One thing that falls due on an account. At one instant they run in the order of this list (billing.md §5). */
export const dueOrder = [
  'challenge_end',
  'trial_end',
  'period_end',
  'retry',
  'suspension_end',
  'notice',
  'maintenance_notice',
  'card_notice',
  'hold_release',
] as const;
export type DueKind = (typeof dueOrder)[number];

/** What falls due, when, and of which row. */
export interface DueAction {
  readonly kind: DueKind;
  readonly at: Instant;
  /** Of the subscription, of the invoice for a retry, of the attempt for a challenge, of the card, of the redemption that is held. */
  readonly id: string;
}

const undecidedStatuses: readonly Attempt['status'][] = ['sending', 'requires_action', 'processing'];

/** The gateway has not said yet what became of it: nothing new is started on its subject meanwhile (INV-12). */
export const isUndecided = (attempt: Pick<Attempt, 'status'>): boolean => undecidedStatuses.includes(attempt.status);

/** The attempt of an invoice that waits for its answer; there is at most one (billing.md §1.5). */
export const undecidedAttemptOf = (state: BillingState, invoiceId: string): Attempt | undefined =>
  state.attempts.find((attempt) => attempt.invoiceId === invoiceId && isUndecided(attempt));

/** How long a customer may take to answer the bank (billing.md §2.5): a day, less what mails and clocks need. */
export const CHALLENGE_MS = 23 * HOUR_MS;

/** Challenges nobody has answered yet. One with a lease is being ended, and its answer is waited for. */
const challengeEnds = (state: BillingState): DueAction[] =>
  state.attempts
    .filter((attempt) => attempt.status === 'requires_action' && attempt.leaseUntil === null)
    .map((attempt): DueAction => ({ kind: 'challenge_end', at: attempt.sentAt + CHALLENGE_MS, id: attempt.id }));

const openInvoiceOf = (state: BillingState, subscription: Subscription): Invoice | undefined =>
  state.invoices.find((invoice) => invoice.subscriptionId === subscription.id && invoice.status === 'open');

/**
 * Whether what is being paid for decides what follows a trial: a purchase in its place (S8), or what would happen to the
 * plan that the trial moves at its end (S7). Of scope, where plans stand side by side, only what may be that very one. Who
 * owes for the plan below is not waited for: it is not moved then (S5).
 */
const decidesTrial = (trial: Subscription, other: Subscription, { reason }: Pick<Invoice, 'reason'>): boolean => {
  if (trial.status !== 'trialing' || other.product !== trial.product) return false;
  if (other.status !== 'incomplete' && other.status !== 'active') return false;
  if (other.product !== 'scope' || reason === 'change') return true;
  return other.status === 'incomplete' && (other.planId === trial.planId || other.resumesSubscriptionId === trial.id);
};

const isTrialUndecided = (state: BillingState, trial: Subscription): boolean =>
  state.subscriptions.some((other) => {
    const open = openInvoiceOf(state, other);
    return open !== undefined && decidesTrial(trial, other, open) && undecidedAttemptOf(state, open.id) !== undefined;
  });

/** When what may be used comes to its end by itself, or goes on: of a trial, and of a period. */
const endOf = ({ status, term, trialEnd, currentPeriodEnd }: Subscription): Instant | null => {
  if (status === 'trialing') return trialEnd;
  return status === 'active' && term !== 'perpetual' ? currentPeriodEnd : null;
};

/**
 * Whether a payment that begins now for `subscription` would put off an end whose moment has come. One that began before
 * it is waited for, 23 h at most when the bank asks; with another question left unanswered behind that, and another, a
 * trial or a plan would be served for good and never paid (S5, S12).
 */
export const putsOffEnd = (
  { subscriptions }: Pick<BillingState, 'subscriptions'>,
  subscription: Subscription,
  invoice: Pick<Invoice, 'reason'>,
  now: Instant,
): boolean =>
  subscriptions.some(
    (row) =>
      (row.id === subscription.id || decidesTrial(row, subscription, invoice)) &&
      (endOf(row) ?? Number.POSITIVE_INFINITY) <= now,
  );

const ofSubscription = (subscription: Subscription, state: BillingState, settings: BillingSettings): DueAction[] => {
  const action = (kind: DueKind, at: Instant | null): DueAction[] =>
    at === null ? [] : [{ kind, at, id: subscription.id }];
  // A change or a payment that is undecided is waited for, with the boundary it stands before.
  const open = openInvoiceOf(state, subscription);
  const waiting = open !== undefined && undecidedAttemptOf(state, open.id) !== undefined;
  switch (subscription.status) {
    case 'trialing':
      return [
        ...action('trial_end', isTrialUndecided(state, subscription) ? null : endOf(subscription)),
        ...action('notice', periodNoticeOf(subscription, state, settings)?.at ?? null),
      ];
    case 'active':
      if (waiting) return [];
      return [
        ...action('period_end', endOf(subscription)),
        ...action('notice', periodNoticeOf(subscription, state, settings)?.at ?? null),
        ...action('maintenance_notice', nextNotice(state, subscription, settings)?.at ?? null),
      ];
    case 'suspended':
      if (waiting || subscription.suspendedAt === null) return [];
      return action('suspension_end', subscription.suspendedAt + settings.suspensionDays * DAY_MS);
    case 'incomplete':
    case 'past_due':
    case 'canceled':
    case 'incomplete_expired':
      return [];
    default:
      return subscription.status satisfies never;
  }
};

/** When what is kept for an account under review is given back, should no answer have come by then (D7). */
export const releasedAt = (held: Pick<HeldRedemption, 'heldAt'>, settings: BillingSettings): Instant =>
  businessDaysOver(held.heldAt, settings.heldBusinessDays);

/** Everything the account waits for, earliest first. Invoices with an undecided attempt wait for its answer, not for time. */
export const dueActions = (state: BillingState, settings: BillingSettings): DueAction[] => {
  const retries = state.invoices
    .filter(
      (invoice) =>
        invoice.status === 'open' && invoice.nextAttemptAt !== null && !undecidedAttemptOf(state, invoice.id),
    )
    .map((invoice): DueAction => ({ kind: 'retry', at: invoice.nextAttemptAt ?? 0, id: invoice.id }));
  const others = state.subscriptions.flatMap((subscription) => ofSubscription(subscription, state, settings));
  const holds = state.held.map(
    (held): DueAction => ({ kind: 'hold_release', at: releasedAt(held, settings), id: held.id }),
  );
  const mark = nextCardNotice(state, settings);
  const cards = mark ? [{ kind: 'card_notice', at: mark.at, id: state.card?.id ?? '' } as const] : [];
  return [...challengeEnds(state), ...others, ...retries, ...cards, ...holds].sort(
    (a, b) => a.at - b.at || dueOrder.indexOf(a.kind) - dueOrder.indexOf(b.kind) || (a.id < b.id ? -1 : 1),
  );
};

/** When the account has to be looked at next: the worker finds it by that alone (billing.md §2.7). */
export const nextActionAt = (state: BillingState, settings: BillingSettings): Instant | null =>
  dueActions(state, settings)[0]?.at ?? null;
