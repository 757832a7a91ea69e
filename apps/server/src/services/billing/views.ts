import type { ComingBill } from '@foyer/contract/api/coming-bill';
import type { Receipt, Subscription as SubscriptionView } from '@foyer/contract/api/shapes';
import type { Instant } from '@foyer/contract/vocabulary/instants';
import { type Language, locales } from '@foyer/contract/vocabulary/languages';
import { ppmToPercent } from '@foyer/contract/vocabulary/money';
import { normaliseCardBrand } from '@foyer/contract/vocabulary/plans';
import type { ReceiptStatus } from '@foyer/contract/vocabulary/subscription-status';
import type { RenewalCost } from '@foyer/domain/billing/coming-bills';
import { declineIn } from '@foyer/domain/billing/decline-words';
import { describedIn } from '@foyer/domain/billing/describe';
import type { RuleContext } from '@foyer/domain/billing/draft';
import { isUndecided } from '@foyer/domain/billing/due';
import type { BillingState, BillTo, Card, Invoice, Subscription } from '@foyer/domain/billing/entities';
import type { NextCharge } from '@foyer/domain/billing/estimate';
import { shownEndOf } from '@foyer/domain/billing/grant-term';
import { planAndPrice } from '@foyer/domain/billing/renewal-invoice';
import { comingChangeOf } from '@foyer/domain/billing/scheduled-change';
import { isRenewable } from '@foyer/domain/billing/toggle-renewal';
import { goesOnByItself, replacingTrialOf } from '@foyer/domain/billing/trial-over';
import { planById, priceById } from '@foyer/domain/catalogue/catalogue';
import { isCardExpired } from '@foyer/domain/dates/card-expiry';
import { taxPlaceOf } from '@foyer/domain/pricing/tax-place';
import { isEntitled, kindOf, trialDaysLeft } from '@foyer/domain/subscription/status';
import { formatBytes } from './format-bytes.ts';
import { viewExtensionOptions } from './maintenance-options.ts';
import { BANK_ASKS } from './or-declined.ts';
import type { ReceiptRow } from './ports.ts';

/** How rows look in answers (api.md §0.5). Plain functions of data; nothing is looked up here. */

export interface Payee {
  readonly name: string;
  readonly address: readonly string[];
  /** Stands below the address, in the language of the reader. */
  readonly country: string;
}

const payeeAddress = ({ address, country }: Payee, language: Language): string[] => [
  ...address,
  new Intl.DisplayNames([locales[language]], { type: 'region' }).of(country) ?? country,
];

const iso = (instant: Instant): string => new Date(instant).toISOString();
const isoOrNull = (instant: Instant | null): string | null => (instant === null ? null : iso(instant));

const viewAddress = (billTo: BillTo) => ({ ...billTo });

/** A card as every answer shows it (api.md §2): what is printed on it, never what could charge it. */
export const viewCard = (card: Card, now: Instant) => ({
  id: card.id,
  brand: normaliseCardBrand(card.brand),
  last4: card.last4,
  expirationYear: card.expYear,
  expirationMonth: card.expMonth,
  isDefault: true,
  expired: isCardExpired(card, now),
});

/** PY-05, first match. */
const receiptStatus = (row: ReceiptRow): ReceiptStatus => {
  const { invoice, attempt } = row;
  if (invoice.amountDueCents === 0) return 'No Payment Necessary';
  if (invoice.status === 'paid') {
    if (row.refundedCents === 0) return 'Paid';
    return row.refundedCents < invoice.amountDueCents ? 'Partially refunded' : 'Refunded';
  }
  if (invoice.overdueAt !== null) return 'Unpaid';
  if (attempt && isUndecided(attempt)) return 'Processing';
  return 'Payment Failed';
};

/** Why the last attempt failed, where it matters still. One that was canceled ended with the bank's question unanswered. */
const failureMessage = ({ invoice, attempt }: ReceiptRow, language: Language): string | null => {
  if (invoice.status === 'paid' || attempt === null) return null;
  const { status, errorCode: code, declineCode, errorMessage } = attempt;
  if (errorMessage !== null) return declineIn(language, { code, declineCode }, errorMessage);
  return status === 'canceled' ? declineIn(language, { code: 'authentication_required' }, BANK_ASKS.charge) : null;
};

/** Names, numbers and dates are the same for every reader; only what stands between them is said in a language. */
export const viewReceipt = (row: ReceiptRow, payee: Payee, language: Language): Receipt => {
  const { invoice, attempt } = row;
  const status = receiptStatus(row);
  const isPaid = invoice.status === 'paid';
  const paidBy = attempt && invoice.amountDueCents > 0 ? attempt : null;
  return {
    id: invoice.id,
    chargeId: attempt?.gatewayChargeRef ?? null,
    invoice: invoice.number,
    description: describedIn(language, invoice.description),
    createdDate: iso(invoice.finalizedAt),
    createdOn: iso(invoice.finalizedAt),
    processedDate: isoOrNull(invoice.paidAt),
    nextPaymentAttemptOn: isPaid ? null : isoOrNull(invoice.nextAttemptAt),
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
    failureMessage: failureMessage(row, language),
    status,
    payee: payee.name,
    payeeAddress: payeeAddress(payee, language),
    billTo: invoice.billTo === null ? null : viewAddress(invoice.billTo),
    items: row.lines.map((line) => ({
      quantity: line.quantity,
      description: describedIn(language, line.description),
      amount: line.grossCents,
      amountCents: line.grossCents,
      periodStart: isoOrNull(line.periodStart),
      periodEnd: isoOrNull(shownEndOf(line)),
    })),
  };
};

export const viewComingBill = (bill: Invoice): ComingBill => ({
  total: bill.totalCents,
  wholePeriod: bill.reason !== 'change',
  credit: bill.creditAppliedCents,
  creditAdded: bill.creditAddedCents,
  amountDueCents: bill.amountDueCents,
});

/** A charge that is still to come, in the shape of a receipt: no id, no status, a date in the future. */
export const viewEstimate = (
  next: Extract<NextCharge, { kind: 'renewal' }>,
  state: BillingState,
  payee: Payee,
  language: Language,
): Receipt => {
  const { figures, draft } = next;
  return {
    id: null,
    chargeId: null,
    invoice: null,
    description: describedIn(language, draft.description),
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
    status: null,
    payee: payee.name,
    payeeAddress: payeeAddress(payee, language),
    billTo: state.billTo === null ? null : viewAddress(state.billTo),
    items: draft.lines.map((line) => ({
      quantity: line.quantity,
      description: describedIn(language, line.description),
      amount: line.grossCents,
      amountCents: line.grossCents,
      periodStart: isoOrNull(line.periodStart),
      periodEnd: isoOrNull(line.periodEnd),
    })),
  };
};

export interface SubscriptionFacts {
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
  readonly maintenanceEnds: Instant | null;
  readonly prepaidCouponId: string | null;
}

/** Overlaid by a trial of the same product: it keeps its own periods, but is not the one in effect (D9). */
const isOverlaid = (state: BillingState, subscription: Subscription): boolean =>
  state.subscriptions.some((trial) => trial.status === 'trialing' && trial.resumesSubscriptionId === subscription.id);

/** What the end of the period changes it to; a trial that goes on before comes first, and drops what was scheduled (S7). */
const changeOf = (subscription: Subscription, state: BillingState, { settings }: RuleContext) => {
  const trial = replacingTrialOf(state, subscription, settings);
  if (trial)
    return { toPriceId: trial.priceId, applyAt: trial.trialEnd ?? trial.currentPeriodStart, trialId: trial.id };
  const scheduled = comingChangeOf(state, subscription);
  return scheduled && { ...scheduled, trialId: null };
};

const viewPendingChange = (
  subscription: Subscription,
  state: BillingState,
  context: RuleContext,
): SubscriptionView['pendingChange'] => {
  const { catalogue } = context;
  const change = changeOf(subscription, state, context);
  const price = change && priceById(catalogue, change.toPriceId);
  const plan = price && planById(catalogue, price.planId);
  if (!change || !price || !plan) return null;
  return {
    planId: plan.id,
    planName: plan.displayName,
    interval: price.interval,
    customBilling: plan.customBilling,
    applyAt: iso(change.applyAt),
    trialId: change.trialId,
  };
};

/** A subscription as every answer shows it (api.md §4), with what its renewal will cost where there is one. */
export const viewSubscription = (
  subscription: Subscription,
  state: BillingState,
  context: RuleContext,
  facts: SubscriptionFacts,
  renewal: RenewalCost | null,
): SubscriptionView => {
  const { plan, price } = planAndPrice(context, subscription);
  const isTrial = subscription.status === 'trialing';
  const isPromo = subscription.source === 'promotion';
  const noExpiry = subscription.term === 'open_ended';
  const expiry = noExpiry ? null : isTrial ? subscription.trialEnd : subscription.currentPeriodEnd;
  const trialExpiry = isTrial ? isoOrNull(subscription.trialEnd) : null;
  const maintenanceEnds = isoOrNull(facts.maintenanceEnds);
  return {
    id: subscription.id,
    name: plan.displayName,
    product: subscription.product,
    type: kindOf(subscription, plan),
    status: subscription.status,
    entitled: isEntitled(subscription),
    effective: !isOverlaid(state, subscription) && isEntitled(subscription),
    quantity: subscription.quantity,
    plan: {
      id: plan.id,
      intervalId: price.intervalId,
      interval: price.interval,
      name: plan.name,
      displayName: plan.displayName,
      tierName: plan.tierName,
      description: plan.description,
      amount: subscription.unitAmountCents,
      storageDisplay: plan.storageBytes === null ? null : formatBytes(plan.storageBytes),
      customBilling: plan.customBilling,
    },
    prepaidCouponId: facts.prepaidCouponId,
    prepaidDisplayCode: subscription.prepaidDisplayCode,
    created: iso(facts.createdAt),
    createdAt: iso(facts.createdAt),
    updatedAt: iso(facts.updatedAt),
    currentPeriodStart: iso(subscription.currentPeriodStart),
    currentPeriodEnd: isoOrNull(subscription.currentPeriodEnd),
    expiry: isoOrNull(expiry),
    expires: !noExpiry,
    trialExpiry,
    trialExpiresOn: trialExpiry,
    trialDaysLeft: isTrial && subscription.trialEnd !== null ? trialDaysLeft(subscription.trialEnd, context.now) : null,
    renews: goesOnByItself(state, subscription, context.settings),
    renewable: isRenewable(state, subscription),
    renewalCents: renewal?.cents ?? null,
    renewalBill: renewal?.bill ? viewComingBill(renewal.bill) : null,
    cancelAtPeriodEnd: subscription.cancelAtPeriodEnd,
    transitionAtEnd: subscription.transitionAtEnd,
    pendingChange: viewPendingChange(subscription, state, context),
    isPrepaid: subscription.source === 'prepaid',
    isTrial,
    isPromo,
    isFreePromo: isPromo && noExpiry,
    isBasic: plan.isBasic,
    isLegacy: plan.isLegacy,
    isPerpetual: subscription.term === 'perpetual',
    noExpiry,
    oneTimeOffer: plan.oneTimeOffer,
    maintenanceEnds,
    maintenancePeriod: maintenanceEnds === null ? null : { expiration: maintenanceEnds },
    extensionOptions: viewExtensionOptions(state, subscription, context),
  };
};
