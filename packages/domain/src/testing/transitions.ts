import type { BillingWrites } from '../decision/draft.ts';
import type { Invoice, Subscription } from '../state/entities.ts';
import type { AccountBooks } from './account-books.ts';

/** One subscription before and after a decision. */
interface Transition {
  /** Null if the decision created it. */
  readonly before: Subscription | null;
  readonly after: Subscription;
  readonly types: readonly string[];
  readonly invoiced: boolean;
}

const changedStatus = (
  { before, after }: Transition,
  from: Subscription['status'],
  to: Subscription['status'],
): boolean => before?.status === from && after.status === to;

const hasEnded = (transition: Transition, ...reasons: readonly string[]): boolean =>
  transition.before?.endedAt == null &&
  transition.after.endedAt !== null &&
  reasons.includes(transition.after.endReason ?? '');

const movedOn = (transition: Transition): boolean =>
  transition.types.includes('renewed') && transition.before?.currentPeriodStart !== transition.after.currentPeriodStart;

/** Recognises the cases of a subscription (S1 to S22) by their rows. */
const table: Readonly<Record<string, (transition: Transition) => boolean>> = {
  S1: (transition) => changedStatus(transition, 'incomplete', 'active'),
  S2: (transition) => changedStatus(transition, 'incomplete', 'incomplete_expired'),
  S3: ({ before, after }) => before === null && after.status === 'active',
  S4: ({ before, after }) => before === null && after.status === 'trialing',
  S5: (transition) => hasEnded(transition, 'trial_ended'),
  S6: (transition) =>
    changedStatus(transition, 'trialing', 'active') || changedStatus(transition, 'trialing', 'past_due'),
  S7: (transition) =>
    hasEnded(transition, 'converted') && (transition.after.endedAt ?? 0) >= (transition.after.trialEnd ?? 0),
  S8: (transition) =>
    hasEnded(transition, 'converted') && (transition.after.endedAt ?? 0) < (transition.after.trialEnd ?? 0),
  S9: (transition) => movedOn(transition) && transition.invoiced,
  S10: (transition) => movedOn(transition) && transition.after.unitAmountCents === 0 && !transition.invoiced,
  S11: ({ before, after, types }) =>
    types.includes('plan_changed') &&
    after.billingAnchor === before?.currentPeriodEnd &&
    after.planId !== before.planId,
  S12: (transition) => hasEnded(transition, 'canceled_by_customer', 'card_country_unsupported'),
  S13: (transition) => changedStatus(transition, 'active', 'past_due'),
  S14: (transition) => changedStatus(transition, 'past_due', 'active'),
  S15: (transition) => changedStatus(transition, 'past_due', 'suspended') || hasEnded(transition, 'payment_failed'),
  S16: (transition) => changedStatus(transition, 'suspended', 'active'),
  S17: (transition) => changedStatus(transition, 'suspended', 'canceled') && transition.after.endReason === 'unpaid',
  S18: (transition) => transition.types.includes('promotion_converted') || hasEnded(transition, 'promotion_ended'),
  S19: (transition) => hasEnded(transition, 'replaced'),
  S20: ({ types }) => types.includes('extended'),
  S21: (transition) => hasEnded(transition, 'term_ended'),
  S22: (transition) => hasEnded(transition, 'removed', 'account_closed'),
};

/** Recognises the cases of a request for a plan by agreement (S22 to S24). */
const requestTable: typeof table = {
  S23: ({ before, after }) => before === null && after.status === 'requested',
  S24: (transition) => changedStatus(transition, 'requested', 'active'),
  'S22 of a request': (transition) => changedStatus(transition, 'requested', 'canceled'),
};

export const allTransitions: readonly string[] = Object.keys(table);
export const requestTransitions: readonly string[] = Object.keys(requestTable);

/** Ways in which a written-off debt is paid late (S17): partly by credit, by credit alone, the rest by card. */
const lateCreditOf = (seen: AccountBooks, { invoices, ledger }: BillingWrites): string[] =>
  invoices.flatMap((after) => {
    const before = seen.allInvoices.find(({ id }) => id === after.id);
    if (before?.status !== 'uncollectible') return [];
    const isTakenBack = seen.ledger.some(({ kind, refId }) => kind === 'invoice.recovered' && refId === after.id);
    const isCredited = ledger.some(({ kind, refId }) => kind === 'invoice.credit_used' && refId === after.id);
    if (after.status !== 'paid') return isCredited ? ['written off, in part by credit'] : [];
    if (isCredited) return ['written off, paid by credit'];
    return isTakenBack ? ['written off, the rest by card'] : [];
  });

/** Cases of a subscription that one decision went through. */
const transitionsOf = (before: AccountBooks, writes: BillingWrites): string[] =>
  writes.subscriptions.flatMap((after) => {
    const transition: Transition = {
      before: before.subscriptions.find((row) => row.id === after.id) ?? null,
      after,
      types: writes.events.filter((event) => event.subscriptionId === after.id).map((event) => event.type),
      invoiced: writes.invoices.some((invoice) => invoice.subscriptionId === after.id),
    };
    return Object.entries({ ...table, ...requestTable }).flatMap(([name, holds]) => (holds(transition) ? [name] : []));
  });

const invoiceWords = (row: Invoice): string[] => [
  `invoice ${row.status}`,
  row.reason,
  ...(row.carriedCents > 0 ? ['carried'] : []),
  ...(row.couponCode === null ? [] : [`discounted ${row.reason}`]),
  ...(row.creditAppliedCents > 0 ? ['credit applied'] : []),
  ...(row.creditAppliedCents < 0 ? ['debit collected'] : []),
  ...(row.creditAddedCents > 0 ? ['credit added'] : []),
];

/** States that one decision reached. The histories must reach each of them. */
export const reachedBy = (before: AccountBooks, writes: BillingWrites): string[] => [
  ...transitionsOf(before, writes),
  ...lateCreditOf(before, writes),
  ...writes.subscriptions.flatMap(({ status, endReason }) => [status, endReason ?? '']),
  ...writes.invoices.flatMap(invoiceWords),
  ...writes.attempts.map(({ status }) => `attempt ${status}`),
  ...writes.events.map(({ type }) => type),
  ...writes.entitlements.map(({ reason }) => `told ${reason}`),
  ...(writes.freedCoupons.length > 0 ? ['coupon freed'] : []),
];
