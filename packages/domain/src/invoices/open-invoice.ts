import type { Instant } from '@foyer/contract/vocabulary/instants';
import type { InvoiceReason } from '@foyer/contract/vocabulary/record-words';
import { taxPlaceOf } from '../catalogue/tax-place.ts';
import { type Draft, postEntries, put } from '../decision/draft.ts';
import type { Attempt, BillingState, Described, Invoice, InvoiceLine, Subscription } from '../state/entities.ts';
import { postFinalised } from '../state/ledger.ts';
import { newAttempt } from '../state/new-attempt.ts';
import type { BillingSettings } from '../state/settings.ts';
import { chargeKeyOf } from './charge-purpose.ts';
import { type DiscountToUse, discountOnLine, recordDiscountUse } from './discount.ts';
import { type InvoiceFigures, priceInvoice } from './price-invoice.ts';

export type LineDraft = Omit<InvoiceLine, 'id' | 'invoiceId' | 'position' | 'amountCents' | 'discountCents' | 'voided'>;

export interface InvoiceDraft extends Described {
  readonly reason: InvoiceReason;
  readonly lines: readonly LineDraft[];
  readonly periodStart: Instant;
  readonly periodEnd: Instant;
  /** Rate and maximum of the tax given back, if the net is negative. */
  readonly creditedTaxRatePpm?: number;
  readonly taxPoolCents?: number;
  /** Lowers lines whose prices it covers. */
  readonly discount?: DiscountToUse | null;
  /** True for the rest of a period that was billed before. */
  readonly isRestOfPeriod?: boolean;
}

/**
 * Computes the figures of an invoice with the account's current tax rate and credit. Writes nothing; quotes use it too.
 */
export const figuresOf = (state: BillingState, settings: BillingSettings, draft: InvoiceDraft): InvoiceFigures =>
  priceInvoice({
    lines: draft.lines.map((line) => ({
      grossCents: line.grossCents,
      discountCents: discountOnLine(line, draft.discount),
    })),
    taxRatePpm: state.taxRatePpm,
    balanceCents: state.account.balanceCents,
    minimumChargeCents: settings.minimumChargeCents,
    ...(draft.creditedTaxRatePpm === undefined ? {} : { creditedTaxRatePpm: draft.creditedTaxRatePpm }),
    ...(draft.taxPoolCents === undefined ? {} : { taxPoolCents: draft.taxPoolCents }),
  });

/**
 * Tax rate printed on the invoice. Tax that is given back has the rate it was collected at (D16), and no place if the
 * current address has another rate.
 */
const statedTax = (
  state: BillingState,
  plan: InvoiceDraft,
  { totalCents }: InvoiceFigures,
): Pick<Invoice, 'taxRatePpm' | 'taxPlace'> => {
  const taxRatePpm = totalCents < 0 ? (plan.creditedTaxRatePpm ?? state.taxRatePpm) : state.taxRatePpm;
  return { taxRatePpm, taxPlace: taxRatePpm === state.taxRatePpm ? taxPlaceOf(state) : '' };
};

/**
 * Finalises an invoice: freezes figures and rate, applies credit and posts the ledger entries. With nothing due it is
 * paid at once. Otherwise it is open, and the caller starts an attempt.
 */
export const openInvoice = (draft: Draft, subscription: Subscription | null, plan: InvoiceDraft): Invoice => {
  const { now, newId, settings } = draft.context;
  const figures = figuresOf(draft.state, settings, plan);
  const settled = figures.amountDueCents === 0;
  const invoice: Invoice = {
    id: newId('invoice'),
    accountId: draft.state.account.id,
    subscriptionId: subscription?.id ?? null,
    reason: plan.reason,
    status: settled ? 'paid' : 'open',
    description: plan.description,
    descriptionParts: plan.descriptionParts,
    periodStart: plan.periodStart,
    periodEnd: plan.periodEnd,
    ...figures,
    ...statedTax(draft.state, plan, figures),
    billTo: draft.state.billTo,
    couponCode: figures.discountCents > 0 ? (plan.discount?.code ?? null) : null,
    finalizedAt: now,
    paidAt: settled ? now : null,
    attemptCount: 0,
    dunningSlot: 0,
    nextAttemptAt: null,
    overdueAt: null,
  };
  plan.lines.forEach((line, position) => {
    const discountCents = discountOnLine(line, plan.discount);
    const row: InvoiceLine = {
      ...line,
      id: newId('invoiceLine'),
      invoiceId: invoice.id,
      position,
      discountCents,
      amountCents: line.grossCents - discountCents,
      voided: false,
    };
    put(draft, 'lines', row);
  });
  postEntries(draft, postFinalised(invoice, now, newId));
  if (subscription && plan.discount)
    recordDiscountUse(
      draft,
      { ...plan.discount, subscriptionId: subscription.id },
      invoice,
      plan.isRestOfPeriod ?? false,
    );
  return put(draft, 'invoices', invoice);
};

/** Adds an attempt to charge an invoice. The row is committed before the gateway is called (INV-26). */
export const startAttempt = (draft: Draft, invoice: Invoice, onSession: boolean, wallNow: Instant): Attempt => {
  const { now, newId } = draft.context;
  const earlier = draft.state.attempts.filter((attempt) => attempt.invoiceId === invoice.id);
  const attemptNo = 1 + Math.max(0, ...earlier.map((attempt) => attempt.attemptNo));
  const ordered = {
    id: newId('attempt'),
    kind: 'charge',
    accountId: invoice.accountId,
    invoiceId: invoice.id,
    attemptNo,
    gatewayKey: chargeKeyOf(invoice, attemptNo),
    amountCents: invoice.amountDueCents,
    onSession,
    sentAt: now,
  } as const;
  return put(draft, 'attempts', newAttempt(ordered, draft.state.card, wallNow));
};
