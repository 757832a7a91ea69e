import type { Instant } from '@foyer/contract/vocabulary/instants';
import { priceById } from '../catalogue/catalogue.ts';
import { addMonths } from '../dates/months.ts';
import { isLive } from '../subscription/status.ts';
import { applyChange } from './apply-change.ts';
import {
  type BillingWrites,
  type Draft,
  finish,
  mail,
  note,
  post,
  putAttempt,
  putChange,
  putInvoice,
  putSubscription,
  type RuleContext,
  startDraft,
} from './draft.ts';
import { isUndecided } from './due.ts';
import { afterFailedAttempt } from './dunning.ts';
import { endConvertedTrial } from './end-trial.ts';
import type { Attempt, BillingState, Invoice, Subscription } from './entities.ts';
import { postPaid, postRecovered } from './ledger.ts';
import { voidInvoice } from './void-invoice.ts';

/** What the gateway finally said about one attempt. */
export type AttemptOutcome =
  | { readonly kind: 'succeeded'; readonly intentRef: string; readonly chargeRef: string }
  | {
      readonly kind: 'declined';
      readonly intentRef: string | null;
      readonly code: string;
      readonly declineCode: string | null;
      readonly message: string;
    }
  /** Proven that nothing was charged, for a reason that is not the card's. */
  | { readonly kind: 'errored'; readonly message: string };

const subscriptionOf = (draft: Draft, invoice: Invoice): Subscription | undefined =>
  draft.state.subscriptions.find((subscription) => subscription.id === invoice.subscriptionId);

const decidedAttempt = (attempt: Attempt, outcome: AttemptOutcome, now: Instant): Attempt => {
  const decided = { ...attempt, leaseUntil: null, decidedAt: now };
  switch (outcome.kind) {
    case 'succeeded':
      return {
        ...decided,
        status: 'succeeded',
        gatewayIntentRef: outcome.intentRef,
        gatewayChargeRef: outcome.chargeRef,
      };
    case 'declined':
      return {
        ...decided,
        status: 'declined',
        gatewayIntentRef: outcome.intentRef,
        errorCode: outcome.code,
        declineCode: outcome.declineCode,
        errorMessage: outcome.message,
      };
    case 'errored':
      return { ...decided, status: 'errored', errorMessage: outcome.message };
    default:
      return outcome satisfies never;
  }
};

/** S16: the time the service was off is added, so that nobody loses days and nobody gains any by paying late. */
const resumeSuspended = (draft: Draft, subscription: Subscription, invoice: Invoice): void => {
  const { now, catalogue } = draft.context;
  const months = priceById(catalogue, subscription.priceId)?.intervalMonths ?? 1;
  const start = subscription.currentPeriodStart + (now - (subscription.suspendedAt ?? now));
  const end = addMonths(start, months);
  putSubscription(draft, {
    ...subscription,
    status: 'active',
    suspendedAt: null,
    everPaid: true,
    billingAnchor: start,
    cycleIndex: 0,
    currentPeriodStart: start,
    currentPeriodEnd: end,
  });
  putInvoice(draft, { ...invoice, periodStart: start, periodEnd: end });
  draft.movedInvoices.push({ invoiceId: invoice.id, periodStart: start, periodEnd: end });
};

/** Carries out what an invoice was for, now that it is paid (S1, S9, S14, S16, a change). */
export const applyPaid = (draft: Draft, invoice: Invoice): void => {
  const subscription = subscriptionOf(draft, invoice);
  if (!subscription) return;
  const change = draft.state.changes.find(
    (candidate) => candidate.invoiceId === invoice.id && candidate.status === 'pending',
  );
  if (change) {
    applyChange(draft, subscription, change);
    return;
  }
  switch (subscription.status) {
    case 'incomplete':
      endConvertedTrial(draft, subscription);
      putSubscription(draft, { ...subscription, status: 'active', everPaid: true });
      note(draft, subscription, 'activated', 'customer');
      return;
    case 'past_due':
      putSubscription(draft, { ...subscription, status: 'active', everPaid: true });
      note(draft, subscription, 'recovered', 'system');
      return;
    case 'suspended':
      resumeSuspended(draft, subscription, invoice);
      note(draft, subscription, 'resumed', 'system');
      return;
    case 'active':
    case 'trialing':
      putSubscription(draft, { ...subscription, everPaid: true });
      return;
    case 'canceled':
    case 'incomplete_expired':
      return;
    default:
      subscription.status satisfies never;
  }
};

const applyFailed = (draft: Draft, invoice: Invoice, attempt: Attempt): void => {
  const { now } = draft.context;
  const subscription = subscriptionOf(draft, invoice);
  const change = draft.state.changes.find(
    (candidate) => candidate.invoiceId === invoice.id && candidate.status === 'pending',
  );
  if (change) {
    putChange(draft, { ...change, status: 'discarded' });
    const voided = voidInvoice(draft, invoice);
    // Nobody sees the answer when time made the change (S7), so it is mailed.
    if (!attempt.onSession)
      mail(draft, 'payment_failed', { invoice: voided, facts: { nextAt: null, failureMessage: attempt.errorMessage } });
    return;
  }
  if (invoice.reason === 'create') {
    voidInvoice(draft, invoice);
    if (subscription && isLive(subscription)) {
      putSubscription(draft, {
        ...subscription,
        status: 'incomplete_expired',
        endedAt: now,
        endReason: 'payment_failed',
      });
    }
    return;
  }
  if (subscription) afterFailedAttempt(draft, subscription, invoice);
};

/**
 * Records what became of an attempt and carries out what hangs on it (billing.md §2.4, §2.5).
 * An attempt that is decided already stays as it is, so answers may arrive twice and in any order (INV-10).
 */
export const settleAttempt = (
  state: BillingState,
  attemptId: string,
  outcome: AttemptOutcome,
  context: RuleContext,
): BillingWrites => {
  const draft = startDraft(state, context);
  const attempt = state.attempts.find((candidate) => candidate.id === attemptId);
  const invoice = state.invoices.find((candidate) => candidate.id === attempt?.invoiceId);
  if (!attempt || !invoice || !isUndecided(attempt)) return finish(draft);

  const decided = putAttempt(draft, decidedAttempt(attempt, outcome, context.now));
  const counted = putInvoice(draft, {
    ...invoice,
    attemptCount: invoice.attemptCount + (outcome.kind === 'errored' ? 0 : 1),
  });
  if (outcome.kind !== 'succeeded') {
    applyFailed(draft, counted, decided);
    return finish(draft);
  }
  const { now, newId } = draft.context;
  if (invoice.status === 'uncollectible') post(draft, postRecovered(invoice, now, newId));
  post(draft, postPaid(invoice, decided.id, decided.amountCents, now, newId));
  const paid = putInvoice(draft, { ...counted, status: 'paid', paidAt: now, nextAttemptAt: null });
  applyPaid(draft, paid);
  mail(draft, 'receipt', { invoice: paid });
  return finish(draft);
};
