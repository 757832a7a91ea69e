import type { Instant } from '@foyer/contract/vocabulary/instants';
import { shareOf, taxOn } from '@foyer/contract/vocabulary/money';
import {
  type BillingWrites,
  type Draft,
  finish,
  postEntries,
  put,
  queueMail,
  type RuleContext,
  startDraft,
} from '../decision/draft.ts';
import { refuseOperator } from '../operator-refusal.ts';
import { ok, type Result } from '../result.ts';
import type { Attempt, BillingState, Invoice, Refund } from '../state/entities.ts';
import { postRefunded, postRefundReversed } from '../state/ledger.ts';
import { ATTEMPT_LEASE_MS } from '../state/new-attempt.ts';

/** Payment with its refunds so far. */
export interface RefundablePayment {
  readonly invoice: Pick<Invoice, 'taxCents' | 'totalCents' | 'taxRatePpm'>;
  readonly attempt: Pick<Attempt, 'id' | 'status' | 'amountCents' | 'gatewayChargeRef'>;
  readonly refunds: readonly Pick<Refund, 'status' | 'amountCents' | 'taxCents'>[];
  /** Sum of the charged lines of the invoice, without tax and without credit lines. */
  readonly chargedCents: number;
  /** Part of these lines that later changes credited, without tax. */
  readonly creditedCents: number;
  /** Amount lost in disputes. */
  readonly lostCents: number;
}

/** Payment that is about to be refunded. */
export interface PaymentToRefund extends RefundablePayment {
  /** Tax still booked for this invoice and for invoices that changes of plan linked to it by credits. */
  readonly taxKeptCents: number;
}

/** Answer of the gateway to a refund. `taken` counts as done, even if the bank has yet to credit the customer. */
export type RefundOutcome =
  | { readonly kind: 'taken'; readonly refundRef: string | null }
  | { readonly kind: 'failed'; readonly message: string };

const counted = <T extends Pick<Refund, 'status'>>(refunds: readonly T[]): readonly T[] =>
  refunds.filter((refund) => refund.status !== 'failed');

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

/** Amount left of a payment after its refunds, including refunds in progress. */
const unrefundedCents = ({ attempt, refunds }: Pick<RefundablePayment, 'attempt' | 'refunds'>): number =>
  attempt.amountCents - sum(counted(refunds).map((refund) => refund.amountCents));

/**
 * Part of a payment that the customer already has back as account credit, after a change of plan. The part of the
 * charge that was paid from earlier credit returns first.
 */
const creditedOutCents = ({ invoice, attempt, chargedCents, creditedCents }: RefundablePayment): number => {
  const withTax = (cents: number) => cents + taxOn(cents, invoice.taxRatePpm);
  const notByCardCents = Math.max(0, withTax(chargedCents) - attempt.amountCents);
  return Math.max(0, withTax(creditedCents) - notByCardCents);
};

/**
 * Maximum refund in cents: the payment less refunds, less what became account credit, less lost disputes. The same
 * money must not return in two ways. Account credit is paid out by a separate command.
 */
export const refundableCents = (payment: RefundablePayment): number =>
  Math.max(0, unrefundedCents(payment) - creditedOutCents(payment) - payment.lostCents);

/**
 * Tax in a refund: `round(amount · tax / total)`; the last refund takes the rest. Bounded so that neither tax nor
 * revenue of the remainder becomes negative. Tax already given back as credit is not available, so revenue is refunded
 * instead.
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
 * Starts a full or partial refund; `amountCents: null` refunds all that is left. Only operators refund. One refund per
 * payment runs at a time, so that two operators cannot refund more than was paid. The row is committed before the
 * gateway is called (INV-26).
 */
export const startRefund = (
  state: BillingState,
  payment: PaymentToRefund,
  amountCents: number | null,
  context: RuleContext,
  wallNow: Instant,
): Result<{ writes: BillingWrites; refund: Refund }> => {
  const { attempt, refunds } = payment;
  if (attempt.status !== 'succeeded' || attempt.gatewayChargeRef === null) return refuseOperator('not_paid');
  if (refunds.some((refund) => refund.status === 'sending')) return refuseOperator('undecided');
  const leftCents = refundableCents(payment);
  if (leftCents === 0) return refuseOperator('nothing_left');
  const wantedCents = amountCents ?? leftCents;
  if (wantedCents <= 0) return refuseOperator('amount_not_positive');
  if (wantedCents > leftCents)
    return refuseOperator('more_than_left', { amounts: { leftCents, requestedCents: wantedCents } });
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
  put(draft, 'refunds', refund);
  return ok({ writes: finish(draft), refund });
};

/** Books a refund and mails the customer. */
const bookRefund = (draft: Draft, refund: Refund): void => {
  const { now, newId } = draft.context;
  put(draft, 'refunds', refund);
  postEntries(draft, postRefunded(refund, now, newId));
  queueMail(draft, 'refunded', { facts: { amountCents: refund.amountCents } });
};

/**
 * Records the result of a refund. Ledger entries are made only if the money moved. A decided refund is left unchanged,
 * so answers may arrive twice (INV-10). The subscription is not affected.
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
  if (settled.status === 'succeeded') bookRefund(draft, settled);
  else put(draft, 'refunds', settled);
  return finish(draft);
};

/** Refund made in the gateway's own pages, with its id at the gateway. */
export interface GatewayRefund {
  readonly refundRef: string;
  readonly amountCents: number;
}

/**
 * Books a refund made at the gateway, within the refundable rest of the payment. So the books never show more returned
 * than was charged (I9). Refused if it does not fit: an own refund in progress may take the same money, or it became
 * account credit or was lost in a dispute. An operator decides then.
 */
export const bookGatewayRefund = (
  state: BillingState,
  payment: PaymentToRefund,
  { refundRef, amountCents }: GatewayRefund,
  context: RuleContext,
): Result<{ writes: BillingWrites; refund: Refund }> => {
  const { attempt } = payment;
  if (attempt.status !== 'succeeded') return refuseOperator('not_paid');
  if (amountCents <= 0) return refuseOperator('amount_not_positive');
  const leftCents = refundableCents(payment);
  if (amountCents > leftCents)
    return refuseOperator('more_than_left', { amounts: { leftCents, requestedCents: amountCents } });
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
  bookRefund(draft, refund);
  return ok({ writes: finish(draft), refund });
};

/**
 * Reverses a refund that the bank could not credit, days later: it is failed, and its ledger entries are mirrored. It
 * counts as never refunded, so an operator can refund again. Only a taken refund is reversed, and once (INV-10).
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
  put(draft, 'refunds', { ...refund, status: 'failed', errorMessage: message, decidedAt: now });
  postEntries(draft, postRefundReversed(refund, now, newId));
  return finish(draft);
};
