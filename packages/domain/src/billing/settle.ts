import { type Instant, MINUTE_MS } from '@foyer/contract/vocabulary/instants';
import { completePurchase, failPurchase } from '../maintenance/settle-purchase.ts';
import { isLive } from '../subscription/status.ts';
import { applyPaid } from './apply-paid.ts';
import {
  type BillingWrites,
  type Draft,
  finish,
  mail,
  post,
  putAttempt,
  putChange,
  putInvoice,
  putSubscription,
  type RuleContext,
  startDraft,
  subscriptionOf,
} from './draft.ts';
import { isUndecided } from './due.ts';
import {
  afterFailedAttempt,
  fallBehind,
  isBeingCollected,
  isWaitedOut,
  isWorthTrying,
  takeSlotThatCame,
} from './dunning.ts';
import type { Attempt, BillingState, Invoice, Subscription } from './entities.ts';
import { postPaid, postRecovered } from './ledger.ts';
import { failureOf, type MailFacts } from './mail-job.ts';
import { startAttempt } from './open-invoice.ts';
import { useCredit } from './use-credit.ts';
import { voidInvoice } from './void-invoice.ts';

/** What the gateway said about one attempt: it is decided, or it waits for the customer or the bank. */
export type AttemptOutcome = DecidedOutcome | WaitingOutcome;

/** `requires_action`: the bank wants to hear from the customer (3-D Secure). `processing`: it takes its time. */
export type WaitingOutcome =
  | { readonly kind: 'requires_action'; readonly intentRef: string }
  | { readonly kind: 'processing'; readonly intentRef: string };

export type DecidedOutcome =
  | { readonly kind: 'succeeded'; readonly intentRef: string; readonly chargeRef: string }
  | {
      readonly kind: 'declined';
      readonly intentRef: string | null;
      readonly code: string;
      readonly declineCode: string | null;
      readonly message: string;
    }
  /** Proven that nothing was charged, for a reason that is not the card's. */
  | { readonly kind: 'errored'; readonly message: string }
  /** Ended before anything was charged, because the customer did not answer the bank or went elsewhere. */
  | { readonly kind: 'canceled'; readonly intentRef: string };

const decidedAttempt = (attempt: Attempt, outcome: DecidedOutcome, now: Instant): Attempt => {
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
    case 'canceled':
      return { ...decided, status: 'canceled', gatewayIntentRef: outcome.intentRef };
    default:
      return outcome satisfies never;
  }
};

/** How often a payment that the bank takes its time over is looked at, should no event tell (billing.md §2.5). */
const POLL_MS = 5 * MINUTE_MS;

/** The rank of a status only rises, so a late word about an earlier one changes nothing (INV-10). */
const rank: Readonly<Record<string, number>> = { sending: 0, requires_action: 1, processing: 2 };

/** A challenge waits for the customer and holds no lease; what the bank works on is asked about again. */
const waitingAttempt = (attempt: Attempt, outcome: WaitingOutcome, wallNow: Instant): Attempt | null =>
  (rank[outcome.kind] ?? 0) <= (rank[attempt.status] ?? 0)
    ? null
    : {
        ...attempt,
        status: outcome.kind,
        gatewayIntentRef: outcome.intentRef,
        leaseUntil: outcome.kind === 'processing' ? wallNow + POLL_MS : null,
      };

/** Was another card saved while this attempt was undecided? It could not be tried on the invoice then. */
const hasNewCard = ({ state, context }: Draft, invoice: Invoice, failed: Attempt): boolean =>
  invoice.status === 'open' &&
  state.card?.id !== failed.paymentMethodId &&
  isWorthTrying(state, invoice, context.settings);

/**
 * As the other open invoices when a card is saved: with what credit is there, by one more attempt that is no slot,
 * unless one came meanwhile (billing.md §2.7). The customer is asked by the bank only when they were there for the
 * attempt that failed: of a renewal's, or where they left the challenge before it, nobody would look at one, and a
 * decline is mailed. Nor where the end of the service has waited for that one already (S15).
 */
const tryNewCard = (draft: Draft, invoice: Invoice, failed: Attempt, wallNow: Instant): string | null => {
  const credited = useCredit(draft, invoice);
  const isThere = failed.onSession && failed.status !== 'canceled' && !isWaitedOut(draft, credited);
  return credited.status === 'paid'
    ? null
    : startAttempt(draft, takeSlotThatCame(draft, credited), isThere, wallNow).id;
};

/**
 * Was it the customer's own, with no slot left? Then no other card is waited for: with a day to answer the bank about
 * each, and one more saved meanwhile, the service would go on unpaid for good (S15).
 */
const isLastTry = (subscription: Subscription | undefined, invoice: Invoice, failed: Attempt): boolean =>
  failed.onSession && invoice.nextAttemptAt === null && subscription !== undefined && isBeingCollected(subscription);

/** What the letter about a payment says of it when there is no receipt. */
const paymentOf = ({ amountCents, brand, last4 }: Attempt, { description }: Invoice): MailFacts => ({
  amountCents,
  name: description,
  cardBrand: brand,
  cardLast4: last4,
});

const applyFailed = (draft: Draft, invoice: Invoice, attempt: Attempt, wallNow: Instant): string | null => {
  const { now } = draft.context;
  const subscription = subscriptionOf(draft, invoice);
  const change = draft.state.changes.find(
    (candidate) => candidate.invoiceId === invoice.id && candidate.status === 'pending',
  );
  if (change) {
    putChange(draft, { ...change, status: 'discarded' });
    const voided = voidInvoice(draft, invoice);
    // Nobody sees the answer when time made the change (S7), so it is mailed. Void, it is no receipt to read it from.
    if (!attempt.onSession)
      mail(draft, 'payment_failed', {
        invoice: voided,
        facts: { nextAt: null, ...failureOf(attempt), ...paymentOf(attempt, voided) },
      });
    return null;
  }
  if (invoice.reason === 'one_time') {
    failPurchase(draft, voidInvoice(draft, invoice));
    return null;
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
    return null;
  }
  if (hasNewCard(draft, invoice, attempt) && !isLastTry(subscription, invoice, attempt)) {
    // The customer hears of a failure only when the new card fails too.
    if (subscription) fallBehind(draft, subscription);
    return tryNewCard(draft, invoice, attempt, wallNow);
  }
  // Nobody was refused anything: the customer paid out of turn and left it, and the timetable goes on as it stands. When
  // it was at its end already, nothing else would ever come and the plan be served for nothing (S15).
  if (attempt.status === 'canceled' && invoice.nextAttemptAt !== null) return null;
  if (subscription) afterFailedAttempt(draft, subscription, invoice);
  return null;
};

/** The rows of a decided attempt, and the attempt to send next, when another card is there to be tried. */
export interface Settled {
  readonly writes: BillingWrites;
  readonly nextAttemptId: string | null;
}

/**
 * Records what became of an attempt and carries out what hangs on it (billing.md §2.4, §2.5).
 * An attempt that is decided already stays as it is, so answers may arrive twice and in any order (INV-10).
 */
export const settleAttempt = (
  state: BillingState,
  attemptId: string,
  outcome: AttemptOutcome,
  context: RuleContext,
  wallNow: Instant,
): Settled => {
  const draft = startDraft(state, context);
  const attempt = state.attempts.find((candidate) => candidate.id === attemptId);
  const invoice = state.invoices.find((candidate) => candidate.id === attempt?.invoiceId);
  if (!attempt || !invoice || !isUndecided(attempt)) return { writes: finish(draft), nextAttemptId: null };

  if (outcome.kind === 'requires_action' || outcome.kind === 'processing') {
    const waiting = waitingAttempt(attempt, outcome, wallNow);
    if (waiting) putAttempt(draft, waiting);
    return { writes: finish(draft), nextAttemptId: null };
  }
  const decided = putAttempt(draft, decidedAttempt(attempt, outcome, context.now));
  const counted = putInvoice(draft, {
    ...invoice,
    attemptCount: invoice.attemptCount + (outcome.kind === 'errored' ? 0 : 1),
  });
  if (outcome.kind !== 'succeeded') {
    const nextAttemptId = applyFailed(draft, counted, decided, wallNow);
    return { writes: finish(draft), nextAttemptId };
  }
  const { now, newId } = draft.context;
  if (invoice.status === 'uncollectible') post(draft, postRecovered(invoice, decided.amountCents, now, newId));
  post(draft, postPaid(invoice, decided.id, decided.amountCents, now, newId));
  const paid = putInvoice(draft, { ...counted, status: 'paid', paidAt: now, nextAttemptAt: null });
  // The mail about an extension is its receipt.
  if (paid.reason === 'one_time') completePurchase(draft, paid);
  else applyPaid(draft, paid);
  return { writes: finish(draft), nextAttemptId: null };
};
