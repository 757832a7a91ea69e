import type { Receipt } from '@foyer/contract/api/receipt';
import { defaultCardCountries, normaliseCardBrand } from '@foyer/contract/vocabulary/cards';
import { iso, isoOrNull } from '@foyer/contract/vocabulary/instants';
import { type Language, locales } from '@foyer/contract/vocabulary/languages';
import { ppmToPercent } from '@foyer/contract/vocabulary/money';
import type { ReceiptStatus } from '@foyer/contract/vocabulary/subscription-status';
import type { Catalogue } from '@foyer/domain/catalogue/catalogue';
import { taxPlaceOf } from '@foyer/domain/catalogue/tax-place';
import { descriptionIn } from '@foyer/domain/invoices/describe';
import { declineIn } from '@foyer/domain/payments/decline-words';
import { isHardDecline } from '@foyer/domain/payments/dunning';
import type { NextCharge } from '@foyer/domain/renewals/estimate';
import { isUndecided } from '@foyer/domain/state/due';
import type { Attempt, BillingState, BillTo } from '@foyer/domain/state/entities';
import { shownEndOf } from '@foyer/domain/subscriptions/grant-term';
import type { ReceiptRow } from '../billing/ports.ts';
import { BANK_ASKS } from '../payments/throw-unless-succeeded.ts';

/** Views of receipts and estimates in responses. They are plain functions of data and read nothing. */

export interface Payee {
  readonly name: string;
  readonly address: readonly string[];
  /** Name of the country below the address, in the language of the reader. */
  readonly country: string;
}

/** Data of the vendor that receipts show. */
export interface Shown {
  readonly payee: Payee;
  readonly catalogue: Pick<Catalogue, 'families'>;
}

const payeeAddress = ({ address, country }: Payee, language: Language): string[] => [
  ...address,
  new Intl.DisplayNames([locales[language]], { type: 'region' }).of(country) ?? country,
];

const viewAddress = (billTo: BillTo) => ({ ...billTo });

/** Sum of succeeded refunds. Undecided and failed refunds do not count. */
const refundedCents = ({ refunds }: ReceiptRow): number =>
  refunds.reduce((sum, { status, amountCents }) => (status === 'succeeded' ? sum + amountCents : sum), 0);

/** Status of a receipt: the first condition that matches (PY-05). */
const receiptStatus = (row: ReceiptRow): ReceiptStatus => {
  const { invoice, attempt } = row;
  if (invoice.amountDueCents === 0) return 'No Payment Necessary';
  if (invoice.status === 'paid') {
    const backCents = refundedCents(row);
    if (backCents === 0) return 'Paid';
    return backCents < invoice.amountDueCents ? 'Partially refunded' : 'Refunded';
  }
  if (invoice.overdueAt !== null) return 'Unpaid';
  if (attempt && isUndecided(attempt)) return 'Processing';
  return 'Payment Failed';
};

type FailedAttempt = Pick<Attempt, 'status' | 'errorCode' | 'declineCode' | 'errorMessage' | 'sentAt' | 'decidedAt'>;

/** Returns why an attempt failed, if it did. A canceled one ended with an unanswered challenge. */
const attemptFailure = (attempt: FailedAttempt, language: Language): string | null => {
  const { status, errorCode: code, declineCode, errorMessage } = attempt;
  if (errorMessage !== null) return declineIn(language, { code, declineCode }, errorMessage);
  return status === 'canceled' ? declineIn(language, { code: 'authentication_required' }, BANK_ASKS.charge) : null;
};

/** Returns why and when an attempt failed; both are null if there is none, or it did not fail. */
export const viewFailure = (attempt: FailedAttempt | null, language: Language) => {
  const failureMessage = attempt && attemptFailure(attempt, language);
  const failedAt = attempt && failureMessage !== null ? iso(attempt.decidedAt ?? attempt.sentAt) : null;
  return { failureMessage, failedAt };
};

/** Returns a receipt. Names, numbers and dates are the same in each language; only texts are translated. */
export const viewReceipt = (row: ReceiptRow, { payee, catalogue }: Shown, language: Language): Receipt => {
  const { invoice, attempt, country, cardId } = row;
  const status = receiptStatus(row);
  const isRetried =
    cardId !== null && country !== null && defaultCardCountries.includes(country) && !isHardDecline(attempt, cardId);
  const isPaid = invoice.status === 'paid';
  const paidBy = attempt && invoice.amountDueCents > 0 ? attempt : null;
  return {
    id: invoice.id,
    chargeId: attempt?.gatewayChargeRef ?? null,
    invoice: invoice.number,
    description: descriptionIn(catalogue, language, invoice),
    createdDate: iso(invoice.finalizedAt),
    createdOn: iso(invoice.finalizedAt),
    processedDate: isoOrNull(invoice.paidAt),
    nextPaymentAttemptOn: isPaid || !isRetried ? null : isoOrNull(invoice.nextAttemptAt),
    amount: invoice.amountDueCents,
    subtotal: invoice.subtotalCents,
    totalCents: invoice.totalCents,
    amountDueCents: invoice.amountDueCents,
    tax: invoice.taxCents,
    taxRatePercentage: ppmToPercent(invoice.taxRatePpm),
    taxPlace: invoice.taxPlace,
    coupon: invoice.couponCode === null ? null : { code: invoice.couponCode, discount: invoice.discountCents },
    creditTendered: invoice.creditAppliedCents,
    creditAdded: invoice.creditAddedCents,
    remainingCredit: Math.max(0, -invoice.balanceAfterCents),
    cardBrand: normaliseCardBrand(paidBy?.brand),
    cardLast4: paidBy?.last4 ?? null,
    isPaid,
    paymentAttemptCount: invoice.attemptCount,
    overdue: !isPaid && invoice.overdueAt !== null,
    paymentFailed: status === 'Payment Failed',
    writtenOff: invoice.status === 'uncollectible',
    ...viewFailure(isPaid ? null : attempt, language),
    status,
    refunds: row.refunds.map(({ id, amountCents, status, at }) => ({ id, amount: amountCents, status, date: iso(at) })),
    refundedCents: refundedCents(row),
    amountAfterRefunds: invoice.amountDueCents - refundedCents(row),
    payee: payee.name,
    payeeAddress: payeeAddress(payee, language),
    billTo: invoice.billTo === null ? null : viewAddress(invoice.billTo),
    items: row.lines.map((line) => ({
      quantity: line.quantity,
      description: descriptionIn(catalogue, language, line),
      amount: line.grossCents,
      amountCents: line.grossCents,
      periodStart: isoOrNull(line.periodStart),
      periodEnd: isoOrNull(shownEndOf(line)),
    })),
  };
};

/** Returns a forecast charge in the form of a receipt: without id and status, with a future date. */
export const viewEstimate = (
  next: Extract<NextCharge, { kind: 'renewal' }>,
  state: BillingState,
  { payee, catalogue }: Shown,
  language: Language,
): Receipt => {
  const { figures, draft } = next;
  return {
    id: null,
    chargeId: null,
    invoice: null,
    description: descriptionIn(catalogue, language, draft),
    createdDate: iso(next.at),
    createdOn: iso(next.at),
    processedDate: iso(next.at),
    nextPaymentAttemptOn: iso(next.at),
    amount: figures.amountDueCents,
    subtotal: figures.subtotalCents,
    totalCents: figures.totalCents,
    amountDueCents: figures.amountDueCents,
    tax: figures.taxCents,
    taxRatePercentage: ppmToPercent(state.taxRatePpm),
    taxPlace: taxPlaceOf(state),
    coupon: draft.couponCode === null ? null : { code: draft.couponCode, discount: figures.discountCents },
    creditTendered: figures.creditAppliedCents,
    creditAdded: figures.creditAddedCents,
    remainingCredit: Math.max(0, -figures.balanceAfterCents),
    cardBrand: normaliseCardBrand(state.card?.brand),
    cardLast4: state.card?.last4 ?? null,
    isPaid: false,
    paymentAttemptCount: 0,
    overdue: false,
    paymentFailed: false,
    writtenOff: false,
    failureMessage: null,
    failedAt: null,
    status: null,
    refunds: [],
    refundedCents: 0,
    amountAfterRefunds: figures.amountDueCents,
    payee: payee.name,
    payeeAddress: payeeAddress(payee, language),
    billTo: state.billTo === null ? null : viewAddress(state.billTo),
    items: draft.lines.map((line) => ({
      quantity: line.quantity,
      description: descriptionIn(catalogue, language, line),
      amount: line.grossCents,
      amountCents: line.grossCents,
      periodStart: isoOrNull(line.periodStart),
      periodEnd: isoOrNull(line.periodEnd),
    })),
  };
};
