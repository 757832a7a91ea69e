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

const isProductUndecided = (state: BillingState, { product }: Subscription): boolean =>
  state.subscriptions.some((other) => {
    const open = other.product === product ? openInvoiceOf(state, other) : undefined;
    return open !== undefined && undecidedAttemptOf(state, open.id) !== undefined;
  });

const ofSubscription = (subscription: Subscription, state: BillingState, settings: BillingSettings): DueAction[] => {
  const action = (kind: DueKind, at: Instant | null): DueAction[] =>
    at === null ? [] : [{ kind, at, id: subscription.id }];
  // A change or a payment that is undecided is waited for, with the boundary it stands before.
  const open = openInvoiceOf(state, subscription);
  const waiting = open !== undefined && undecidedAttemptOf(state, open.id) !== undefined;
  switch (subscription.status) {
    case 'trialing':
      // What comes after the trial depends on a purchase or change of its product that is being paid for.
      return [
        ...action('trial_end', isProductUndecided(state, subscription) ? null : subscription.trialEnd),
        ...action('notice', periodNoticeOf(subscription, state, settings)?.at ?? null),
      ];
    case 'active':
      if (waiting) return [];
      return [
        ...action('period_end', subscription.term === 'perpetual' ? null : subscription.currentPeriodEnd),
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
