import type { Instant } from '@foyer/contract/vocabulary/instants';
import { shareOf, taxOn } from '@foyer/contract/vocabulary/money';
import { type BillingWrites, type Draft, finish, mail, post, type RuleContext, startDraft } from './draft.ts';
import type { Attempt, BillingState, Invoice, Refund } from './entities.ts';
import { postRefunded, postRefundReversed } from './ledger.ts';
import { ATTEMPT_LEASE_MS } from './open-invoice.ts';
import { type Decision, decided, declineTo } from './operator-decision.ts';

/** A payment, and what was given back of it so far. */
export interface RefundablePayment {
  readonly invoice: Pick<Invoice, 'taxCents' | 'totalCents' | 'taxRatePpm'>;
  readonly attempt: Pick<Attempt, 'id' | 'status' | 'amountCents' | 'gatewayChargeRef'>;
  readonly refunds: readonly Pick<Refund, 'status' | 'amountCents' | 'taxCents'>[];
  /** What the lines of its invoice charged, without tax and without the credits among them. */
  readonly chargedCents: number;
  /** What later changes gave credit for out of these lines, without tax. */
  readonly creditedCents: number;
  /** What the customer's bank took back of it for good. */
  readonly lostCents: number;
}

/** A payment that is about to be refunded. */
export interface PaymentToRefund extends RefundablePayment {
  /** Tax that is still in the books, of its invoice and of all that changes tied to it by their credits. */
  readonly taxKeptCents: number;
}

/** What the gateway said about one refund. One that it took and the bank has yet to credit is as good as done for our books. */
export type RefundOutcome =
  | { readonly kind: 'taken'; readonly refundRef: string | null }
  | { readonly kind: 'failed'; readonly message: string };

const counted = <T extends Pick<Refund, 'status'>>(refunds: readonly T[]): readonly T[] =>
  refunds.filter((refund) => refund.status !== 'failed');

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

/** What is left of a payment after its refunds, counting what is under way. */
const unrefundedCents = ({ attempt, refunds }: Pick<RefundablePayment, 'attempt' | 'refunds'>): number =>
  attempt.amountCents - sum(counted(refunds).map((refund) => refund.amountCents));

/**
 * The part of a payment that the customer has back as account credit, because a change gave credit for what it had paid
 * (billing.md §2.3). What the card did not pay, earlier credit did, and that comes back first.
 */
const creditedOutCents = ({ invoice, attempt, chargedCents, creditedCents }: RefundablePayment): number => {
  const withTax = (cents: number) => cents + taxOn(cents, invoice.taxRatePpm);
  const notByCardCents = Math.max(0, withTax(chargedCents) - attempt.amountCents);
  return Math.max(0, withTax(creditedCents) - notByCardCents);
};

/**
 * What may still be given back: never more than was paid, less what was refunded, less what became account credit and
 * less what a bank took back, for the same money must not come back by two ways. Credit is paid out by a command of its own.
 */
export const refundableCents = (payment: RefundablePayment): number =>
  Math.max(0, unrefundedCents(payment) - creditedOutCents(payment) - payment.lostCents);

/**
 * The tax in a refund (billing.md §1.5): `round(amount · tax / total)`, and the last refund takes the rest. A part is
 * bounded so that neither tax nor revenue of what is left could go below zero, however many cents come one by one. Tax
 * that came back as credit already, at the rate of another place perhaps, is not there any more: revenue is given instead.
 */
const taxPart = (payment: PaymentToRefund, amountCents: number): number => {
  const { invoice, attempt, refunds } = payment;
  const paidTax = Math.min(invoice.taxCents, shareOf(attempt.amountCents, invoice.taxCents, invoice.totalCents));
  const unrefundedTax = paidTax - sum(counted(refunds).map((refund) => refund.taxCents));
  const restTax = Math.max(0, Math.min(unrefundedTax, payment.taxKeptCents));
  const restAfter = unrefundedCents(payment) - amountCents;
  const share = shareOf(amountCents, invoice.taxCents, invoice.totalCents);
  return Math.max(restTax - restAfter, Math.min(share, restTax, amountCents));
};

/**
 * Begins a refund of the whole payment or of a part, only ever by the vendor (billing.md §3). One at a time, so that two
 * operators cannot give back more than was paid. Its row is committed before the gateway is asked (INV-26).
 */
export const startRefund = (
  state: BillingState,
  payment: PaymentToRefund,
  amountCents: number | null,
  context: RuleContext,
  wallNow: Instant,
): Decision<{ writes: BillingWrites; refund: Refund }> => {
  const { attempt, refunds } = payment;
  if (attempt.status !== 'succeeded' || attempt.gatewayChargeRef === null) return declineTo('not_paid');
  if (refunds.some((refund) => refund.status === 'sending')) return declineTo('undecided');
  const leftCents = refundableCents(payment);
  if (leftCents === 0) return declineTo('nothing_left');
  const wantedCents = amountCents ?? leftCents;
  if (wantedCents <= 0) return declineTo('amount_not_positive');
  if (wantedCents > leftCents) return declineTo('more_than_left');
  const draft = startDraft(state, context);
  const refund: Refund = {
    id: draft.context.newId('refund'),
    accountId: state.account.id,
    attemptId: attempt.id,
    amountCents: wantedCents,
    taxCents: taxPart(payment, wantedCents),
    status: 'sending',
    gatewayRef: null,
    errorMessage: null,
    leaseUntil: wallNow + ATTEMPT_LEASE_MS,
    sentAt: context.now,
    decidedAt: null,
  };
  draft.refunds.set(refund.id, refund);
  return decided({ writes: finish(draft), refund });
};

/** The money went back: the books move, and the customer is told. */
const giveBack = (draft: Draft, refund: Refund): void => {
  const { now, newId } = draft.context;
  draft.refunds.set(refund.id, refund);
  post(draft, postRefunded(refund, now, newId));
  mail(draft, 'refunded', { facts: { amountCents: refund.amountCents } });
};

/**
 * Records what became of a refund. The books move only when the money did; one that is decided stays as it is, so answers
 * may come twice (INV-10). What was bought is not touched by it: ending a subscription is a decision of its own.
 */
export const settleRefund = (
  state: BillingState,
  refund: Refund,
  outcome: RefundOutcome,
  context: RuleContext,
): BillingWrites => {
  const draft = startDraft(state, context);
  if (refund.status !== 'sending') return finish(draft);
  const settled: Refund = {
    ...refund,
    leaseUntil: null,
    decidedAt: context.now,
    ...(outcome.kind === 'taken'
      ? { status: 'succeeded', gatewayRef: outcome.refundRef }
      : { status: 'failed', errorMessage: outcome.message }),
  };
  if (settled.status === 'succeeded') giveBack(draft, settled);
  else draft.refunds.set(settled.id, settled);
  return finish(draft);
};

/** A refund that the vendor made at the gateway, with no command of ours: what it gave back, and its name there. */
export interface ForeignRefund {
  readonly refundRef: string;
  readonly amountCents: number;
}

/**
 * Books a refund that was made at the gateway as one of our own, within what is left of the payment: so the books never
 * say that more came back than was charged (I9). What does not fit is refused: a refund of ours that is under way may stand
 * in its place for now, and of what is account credit already, or was lost in a dispute, a person has to say what it is.
 */
export const bookForeignRefund = (
  state: BillingState,
  payment: PaymentToRefund,
  { refundRef, amountCents }: ForeignRefund,
  context: RuleContext,
): Decision<{ writes: BillingWrites; refund: Refund }> => {
  const { attempt } = payment;
  if (attempt.status !== 'succeeded') return declineTo('not_paid');
  if (amountCents <= 0) return declineTo('amount_not_positive');
  if (amountCents > refundableCents(payment)) return declineTo('more_than_left');
  const draft = startDraft(state, context);
  const refund: Refund = {
    id: draft.context.newId('refund'),
    accountId: state.account.id,
    attemptId: attempt.id,
    amountCents,
    taxCents: taxPart(payment, amountCents),
    status: 'succeeded',
    gatewayRef: refundRef,
    errorMessage: null,
    leaseUntil: null,
    sentAt: context.now,
    decidedAt: context.now,
  };
  giveBack(draft, refund);
  return decided({ writes: finish(draft), refund });
};

/**
 * A refund that was taken and that the bank could not credit after all, days later: it is failed, and its rows in the
 * books are mirrored. It counts as never given back, so the vendor may give the money back again, by another way if need
 * be. Only a taken one is reversed, and once (INV-10).
 */
export const reverseRefund = (
  state: BillingState,
  refund: Refund,
  message: string,
  context: RuleContext,
): BillingWrites => {
  const draft = startDraft(state, context);
  if (refund.status !== 'succeeded') return finish(draft);
  const { now, newId } = draft.context;
  draft.refunds.set(refund.id, { ...refund, status: 'failed', errorMessage: message, decidedAt: now });
  post(draft, postRefundReversed(refund, now, newId));
  return finish(draft);
};
