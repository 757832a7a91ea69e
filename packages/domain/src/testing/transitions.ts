import type { BillingWrites } from '../decision/draft.ts';
import type { Invoice, Subscription } from '../state/entities.ts';
import type { AccountBooks } from './account-books.ts';

/** One subscription before and after a decision. */
interface Passage {
  /** Null if the decision created it. */
  readonly before: Subscription | null;
  readonly after: Subscription;
  readonly types: readonly string[];
  readonly invoiced: boolean;
}

const went = ({ before, after }: Passage, from: Subscription['status'], to: Subscription['status']): boolean =>
  before?.status === from && after.status === to;

const hasEnded = (passage: Passage, ...reasons: readonly string[]): boolean =>
  passage.before?.endedAt == null && passage.after.endedAt !== null && reasons.includes(passage.after.endReason ?? '');

const movedOn = (passage: Passage): boolean =>
  passage.types.includes('renewed') && passage.before?.currentPeriodStart !== passage.after.currentPeriodStart;

/** Recognises the cases of a subscription (S1 to S22) by their rows. */
const table: Readonly<Record<string, (passage: Passage) => boolean>> = {
  S1: (passage) => went(passage, 'incomplete', 'active'),
  S2: (passage) => went(passage, 'incomplete', 'incomplete_expired'),
  S3: ({ before, after }) => before === null && after.status === 'active',
  S4: ({ before, after }) => before === null && after.status === 'trialing',
  S5: (passage) => hasEnded(passage, 'trial_ended'),
  S6: (passage) => went(passage, 'trialing', 'active') || went(passage, 'trialing', 'past_due'),
  S7: (passage) => hasEnded(passage, 'converted') && (passage.after.endedAt ?? 0) >= (passage.after.trialEnd ?? 0),
  S8: (passage) => hasEnded(passage, 'converted') && (passage.after.endedAt ?? 0) < (passage.after.trialEnd ?? 0),
  S9: (passage) => movedOn(passage) && passage.invoiced,
  S10: (passage) => movedOn(passage) && passage.after.unitAmountCents === 0 && !passage.invoiced,
  S11: ({ before, after, types }) =>
    types.includes('plan_changed') &&
    after.billingAnchor === before?.currentPeriodEnd &&
    after.planId !== before.planId,
  S12: (passage) => hasEnded(passage, 'canceled_by_customer', 'card_country_unsupported'),
  S13: (passage) => went(passage, 'active', 'past_due'),
  S14: (passage) => went(passage, 'past_due', 'active'),
  S15: (passage) => went(passage, 'past_due', 'suspended') || hasEnded(passage, 'payment_failed'),
  S16: (passage) => went(passage, 'suspended', 'active'),
  S17: (passage) => went(passage, 'suspended', 'canceled') && passage.after.endReason === 'unpaid',
  S18: (passage) => passage.types.includes('promotion_converted') || hasEnded(passage, 'promotion_ended'),
  S19: (passage) => hasEnded(passage, 'replaced'),
  S20: ({ types }) => types.includes('extended'),
  S21: (passage) => hasEnded(passage, 'term_ended'),
  S22: (passage) => hasEnded(passage, 'removed', 'account_closed'),
};

/** Recognises the cases of a request for a plan by agreement (S22 to S24). */
const requestTable: typeof table = {
  S23: ({ before, after }) => before === null && after.status === 'requested',
  S24: (passage) => went(passage, 'requested', 'active'),
  'S22 of a request': (passage) => went(passage, 'requested', 'canceled'),
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
    const passage: Passage = {
      before: before.subscriptions.find((row) => row.id === after.id) ?? null,
      after,
      types: writes.events.filter((event) => event.subscriptionId === after.id).map((event) => event.type),
      invoiced: writes.invoices.some((invoice) => invoice.subscriptionId === after.id),
    };
    return Object.entries({ ...table, ...requestTable }).flatMap(([name, holds]) => (holds(passage) ? [name] : []));
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
