import { type Instant, MINUTE_MS } from '@foyer/contract/vocabulary/instants';
import {
  type BillingWrites,
  type Draft,
  finish,
  postEntries,
  put,
  queueMail,
  type RuleContext,
  startDraft,
  subscriptionOf,
} from '../decision/draft.ts';
import { startAttempt } from '../invoices/open-invoice.ts';
import { voidInvoice } from '../invoices/void-invoice.ts';
import { completePurchase, failPurchase } from '../maintenance/settle-purchase.ts';
import { isUndecided } from '../state/due.ts';
import type { Attempt, BillingState, Invoice, Subscription } from '../state/entities.ts';
import { postPaid, postRecovered } from '../state/ledger.ts';
import { failureOf, type MailFacts } from '../state/mail-job.ts';
import { isLive } from '../state/status.ts';
import { applyPaid } from '../subscriptions/apply-paid.ts';
import {
  afterFailedAttempt,
  canChargeSucceed,
  consumeDueRetrySlot,
  isChallengeOpenPastLastSlot,
  isInDunning,
  markPastDue,
} from './dunning.ts';
import { useCredit } from './use-credit.ts';

/** Answer of the gateway about an attempt: decided, or waiting for the customer or the bank. */
export type AttemptOutcome = DecidedOutcome | WaitingOutcome;

/** `requires_action`: the bank asks the customer to confirm (3-D Secure). `processing`: the bank decides later. */
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
  /** Proven that nothing was charged; the reason is not the card. */
  | { readonly kind: 'errored'; readonly message: string }
  /** Ended before anything was charged: the challenge was not answered, or a new order ended it. */
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

/** Interval for polling a payment in `processing`, in case no webhook event arrives. */
const POLL_MS = 5 * MINUTE_MS;

/** The rank of a status only rises, so a late answer about an earlier status changes nothing (INV-10). */
const rank: Readonly<Record<string, number>> = { sending: 0, requires_action: 1, processing: 2 };

/** A challenge waits for the customer and has no lease. A payment in `processing` is polled when its lease is over. */
const waitingAttempt = (attempt: Attempt, outcome: WaitingOutcome, wallNow: Instant): Attempt | null =>
  (rank[outcome.kind] ?? 0) <= (rank[attempt.status] ?? 0)
    ? null
    : {
        ...attempt,
        status: outcome.kind,
        gatewayIntentRef: outcome.intentRef,
        leaseUntil: outcome.kind === 'processing' ? wallNow + POLL_MS : null,
      };

/** Another card was saved while this attempt was undecided. It could not be tried on the invoice then. */
const hasNewCard = ({ state, context }: Draft, invoice: Invoice, failed: Attempt): boolean =>
  invoice.status === 'open' &&
  state.card?.id !== failed.paymentMethodId &&
  canChargeSucceed(state, invoice, context.settings);

/**
 * Tries a card that was saved meanwhile on an invoice, after using new credit. The attempt is no retry slot, unless one
 * fell due. The bank may ask the customer only if they were present and did not leave the challenge; otherwise a
 * decline is mailed. Nor may it ask if the suspension already waited for a challenge (S15).
 */
const tryNewCard = (draft: Draft, invoice: Invoice, failed: Attempt, wallNow: Instant): string | null => {
  const credited = useCredit(draft, invoice);
  const isThere = failed.onSession && failed.status !== 'canceled' && !isChallengeOpenPastLastSlot(draft, credited);
  return credited.status === 'paid'
    ? null
    : startAttempt(draft, consumeDueRetrySlot(draft, credited), isThere, wallNow).id;
};

/**
 * The customer's own attempt failed and no slot is left. Then a newly saved card is not tried: a challenge of a day per
 * card would keep an unpaid plan alive (S15).
 */
const isLastTry = (subscription: Subscription | undefined, invoice: Invoice, failed: Attempt): boolean =>
  failed.onSession && invoice.nextAttemptAt === null && subscription !== undefined && isInDunning(subscription);

/** Mail facts of a payment that has no receipt. */
const paymentOf = ({ amountCents, brand, last4 }: Attempt, invoice: Invoice): MailFacts => ({
  amountCents,
  name: invoice.description,
  descriptionParts: invoice.descriptionParts,
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
    put(draft, 'changes', { ...change, status: 'discarded' });
    const voided = voidInvoice(draft, invoice);
    // At the end of a trial (S7) the customer is not present, so the failure is mailed. The invoice is void and no
    // longer shows as a receipt, so the mail needs its details.
    if (!attempt.onSession)
      queueMail(draft, 'payment_failed', {
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
      put(draft, 'subscriptions', {
        ...subscription,
        status: 'incomplete_expired',
        endedAt: now,
        endReason: 'payment_failed',
      });
    }
    return null;
  }
  if (hasNewCard(draft, invoice, attempt) && !isLastTry(subscription, invoice, attempt)) {
    // The failure is mailed only if the new card fails too.
    if (subscription) markPastDue(draft, subscription);
    return tryNewCard(draft, invoice, attempt, wallNow);
  }
  // A canceled attempt is no decline: the customer left it, and the retries continue. If no retry is left, dunning must
  // end here, else the plan would stay unpaid for good (S15).
  if (attempt.status === 'canceled' && invoice.nextAttemptAt !== null) return null;
  if (subscription) afterFailedAttempt(draft, subscription, invoice);
  return null;
};

/** Rows of a decided attempt, and the id of the attempt to send next if another card can be tried. */
export interface Settled {
  readonly writes: BillingWrites;
  readonly nextAttemptId: string | null;
}

/**
 * Records the answer of the gateway about an attempt and carries out its effects. A decided attempt is left unchanged,
 * so answers may arrive twice and in any order (INV-10).
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
    if (waiting) put(draft, 'attempts', waiting);
    return { writes: finish(draft), nextAttemptId: null };
  }
  const decided = put(draft, 'attempts', decidedAttempt(attempt, outcome, context.now));
  const counted = put(draft, 'invoices', {
    ...invoice,
    attemptCount: invoice.attemptCount + (outcome.kind === 'errored' ? 0 : 1),
  });
  if (outcome.kind !== 'succeeded') {
    const nextAttemptId = applyFailed(draft, counted, decided, wallNow);
    return { writes: finish(draft), nextAttemptId };
  }
  const { now, newId } = draft.context;
  if (invoice.status === 'uncollectible') postEntries(draft, postRecovered(invoice, decided.amountCents, now, newId));
  postEntries(draft, postPaid(invoice, decided.id, decided.amountCents, now, newId));
  const paid = put(draft, 'invoices', { ...counted, status: 'paid', paidAt: now, nextAttemptAt: null });
  // For an extension, the mail about it is the receipt.
  if (paid.reason === 'one_time') completePurchase(draft, paid);
  else applyPaid(draft, paid);
  return { writes: finish(draft), nextAttemptId: null };
};
