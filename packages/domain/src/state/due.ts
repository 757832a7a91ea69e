import { DAY_MS, HOUR_MS, type Instant } from '@foyer/contract/vocabulary/instants';
import type { Catalogue } from '../catalogue/catalogue.ts';
import { allowsSeveral } from '../catalogue/family.ts';
import { businessDaysOver } from '../dates/business-days.ts';
import { nextCardNotice } from './card-notice.ts';
import type { Attempt, BillingState, Invoice, Subscription } from './entities.ts';
import { nextNotice } from './maintenance-cover.ts';
import { periodNoticeOf } from './period-notice.ts';
import type { HeldRedemption } from './promotion-entities.ts';
import type { BillingSettings } from './settings.ts';

/** Kinds of due actions. Actions of the same instant run in this order. */
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

/** Families and constants that due actions depend on. */
export interface DueContext {
  readonly catalogue: Pick<Catalogue, 'families'>;
  readonly settings: BillingSettings;
}

/** Action that falls due, its time, and the row it concerns. */
export interface DueAction {
  readonly kind: DueKind;
  readonly at: Instant;
  /** Id of the row: subscription, invoice of a retry, attempt of a challenge, card, or held redemption. */
  readonly id: string;
}

const undecidedStatuses: readonly Attempt['status'][] = ['sending', 'requires_action', 'processing'];

/**
 * Tells whether the gateway has not decided an attempt. Nothing else may be started on its invoice meanwhile (INV-12).
 */
export const isUndecided = (attempt: Pick<Attempt, 'status'>): boolean => undecidedStatuses.includes(attempt.status);

/** Undecided attempt of an invoice. There is at most one. */
export const undecidedAttemptOf = (state: BillingState, invoiceId: string): Attempt | undefined =>
  state.attempts.find((attempt) => attempt.invoiceId === invoiceId && isUndecided(attempt));

/** Time to answer a 3-D Secure challenge: one day, less a margin for mail delivery and clock differences. */
export const CHALLENGE_TIMEOUT_MS = 23 * HOUR_MS;

/** Ends of unanswered challenges. An attempt with a lease is already being ended at the gateway. */
const challengeEnds = (state: BillingState): DueAction[] =>
  state.attempts
    .filter((attempt) => attempt.status === 'requires_action' && attempt.leaseUntil === null)
    .map(
      (attempt): DueAction => ({ kind: 'challenge_end', at: attempt.sentAt + CHALLENGE_TIMEOUT_MS, id: attempt.id }),
    );

const openInvoiceOf = (state: BillingState, subscription: Subscription): Invoice | undefined =>
  state.invoices.find((invoice) => invoice.subscriptionId === subscription.id && invoice.status === 'open');

/**
 * Tells whether the payment for `other` decides what follows a trial: it replaces the trial (S8), or changes the plan
 * that the trial would move (S7). Plans of a family with several subscriptions are independent, so there it must be the
 * tried plan or an order in place of this trial. A past-due plan below does not count, because the trial does not move it (S5).
 */
const decidesTrial = (
  trial: Subscription,
  other: Subscription,
  { reason }: Pick<Invoice, 'reason'>,
  { catalogue }: DueContext,
): boolean => {
  if (trial.status !== 'trialing' || other.product !== trial.product) return false;
  if (other.status !== 'incomplete' && other.status !== 'active') return false;
  if (!allowsSeveral(catalogue, other) || reason === 'change') return true;
  return other.status === 'incomplete' && (other.planId === trial.planId || other.resumesSubscriptionId === trial.id);
};

const isTrialUndecided = (state: BillingState, trial: Subscription, context: DueContext): boolean =>
  state.subscriptions.some((other) => {
    const open = openInvoiceOf(state, other);
    return (
      open !== undefined &&
      decidesTrial(trial, other, open, context) &&
      undecidedAttemptOf(state, open.id) !== undefined
    );
  });

/** End of a trial, or of an active period. Null if there is none. */
const endOf = ({ status, term, trialEnd, currentPeriodEnd }: Subscription): Instant | null => {
  if (status === 'trialing') return trialEnd;
  return status === 'active' && term !== 'perpetual' ? currentPeriodEnd : null;
};

/**
 * Tells whether a payment that begins now would delay an end that is already due. A payment that began earlier is
 * waited for, at most 23 h. Without this rule a chain of unanswered challenges would keep an unpaid trial or plan alive
 * (S5, S12).
 */
export const delaysPeriodEnd = (
  { subscriptions }: Pick<BillingState, 'subscriptions'>,
  subscription: Subscription,
  invoice: Pick<Invoice, 'reason'>,
  context: DueContext & { readonly now: Instant },
): boolean =>
  subscriptions.some(
    (row) =>
      (row.id === subscription.id || decidesTrial(row, subscription, invoice, context)) &&
      (endOf(row) ?? Number.POSITIVE_INFINITY) <= context.now,
  );

const dueActionsOfSubscription = (
  subscription: Subscription,
  state: BillingState,
  context: DueContext,
): DueAction[] => {
  const { settings } = context;
  const action = (kind: DueKind, at: Instant | null): DueAction[] =>
    at === null ? [] : [{ kind, at, id: subscription.id }];
  // An undecided payment or change must be settled before the boundary runs.
  const open = openInvoiceOf(state, subscription);
  const waiting = open !== undefined && undecidedAttemptOf(state, open.id) !== undefined;
  switch (subscription.status) {
    case 'trialing':
      return [
        ...action('trial_end', isTrialUndecided(state, subscription, context) ? null : endOf(subscription)),
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
    case 'requested':
    case 'incomplete':
    case 'past_due':
    case 'canceled':
    case 'incomplete_expired':
      return [];
    default:
      return subscription.status satisfies never;
  }
};

/** Time at which a held redemption is released if the export review is still open (D7). */
export const heldReleaseAt = (held: Pick<HeldRedemption, 'heldAt'>, settings: BillingSettings): Instant =>
  businessDaysOver(held.heldAt, settings.heldBusinessDays);

/**
 * All due actions of an account, earliest first. An invoice with an undecided attempt has no retry: it waits for the
 * gateway.
 */
export const dueActions = (state: BillingState, context: DueContext): DueAction[] => {
  const { settings } = context;
  const retries = state.invoices
    .filter(
      (invoice) =>
        invoice.status === 'open' && invoice.nextAttemptAt !== null && !undecidedAttemptOf(state, invoice.id),
    )
    .map((invoice): DueAction => ({ kind: 'retry', at: invoice.nextAttemptAt ?? 0, id: invoice.id }));
  const others = state.subscriptions.flatMap((subscription) => dueActionsOfSubscription(subscription, state, context));
  const holds = state.held.map(
    (held): DueAction => ({ kind: 'hold_release', at: heldReleaseAt(held, settings), id: held.id }),
  );
  const mark = nextCardNotice(state, settings);
  const cards = mark ? [{ kind: 'card_notice', at: mark.at, id: state.card?.id ?? '' } as const] : [];
  return [...challengeEnds(state), ...others, ...retries, ...cards, ...holds].sort(
    (a, b) => a.at - b.at || dueOrder.indexOf(a.kind) - dueOrder.indexOf(b.kind) || (a.id < b.id ? -1 : 1),
  );
};

/** Time of the next due action, stored on the account. The worker finds due accounts by this column only. */
export const nextActionAt = (state: BillingState, context: DueContext): Instant | null =>
  dueActions(state, context)[0]?.at ?? null;
