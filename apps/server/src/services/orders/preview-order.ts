import type { Quote, UpcomingEvent } from '@foyer/contract/api/shapes';
import { isoOrNull } from '@foyer/contract/vocabulary/instants';
import type { Language } from '@foyer/contract/vocabulary/languages';
import { ppmToPercent } from '@foyer/contract/vocabulary/money';
import { planById, priceById } from '@foyer/domain/catalogue/catalogue';
import { taxPlaceOf } from '@foyer/domain/catalogue/tax-place';
import { displayPart } from '@foyer/domain/coupons/coupon';
import { claimOfNext } from '@foyer/domain/coupons/redeem-discount';
import { wholeDays } from '@foyer/domain/dates/months';
import type { RuleContext } from '@foyer/domain/decision/draft';
import { descriptionIn } from '@foyer/domain/invoices/describe';
import { discountEndedBy } from '@foyer/domain/invoices/discount';
import { type UpcomingEvent as ForecastEvent, forecastCharges } from '@foyer/domain/orders/forecast-charges';
import { type Order, type PlacedOrder, quoteOrder } from '@foyer/domain/orders/order';
import type { PercentOff } from '@foyer/domain/state/coupon-entities';
import type { InvoiceLine } from '@foyer/domain/state/entities';
import { isRequested } from '@foyer/domain/state/status';
import type { FindCode } from '../billing/find-code.ts';
import { loadForPreview } from '../billing/load-for-preview.ts';
import type { BillingReads, Caller, LoadedAccount } from '../billing/ports.ts';
import type { Platform } from '../platform.ts';
import { orRefuse } from '../refused.ts';
import { viewForecastInvoice } from '../subscriptions/views.ts';
import { type CodedRequest, withDiscount } from './order-with-codes.ts';
import { asDiscount, asOrder } from './place-order.ts';

interface Dependencies {
  readonly reads: Pick<BillingReads, 'account' | 'coupon'>;
  readonly findCode: FindCode;
}

/** Days of a line that covers a part of the current period, such as 304 of 365. */
const daysOf = (line: InvoiceLine, loaded: LoadedAccount, order: Order): { covered: number; total: number } | null => {
  const current = loaded.state.subscriptions.find((candidate) => candidate.id === order.subscription?.id);
  if (line.periodStart === null || line.periodEnd === null) return null;
  const covered = wholeDays(line.periodStart, line.periodEnd);
  if (line.kind === 'proration_charge' && current?.currentPeriodEnd) {
    return { covered, total: wholeDays(current.currentPeriodStart, current.currentPeriodEnd) };
  }
  const source = loaded.state.creditableLines.find((candidate) => candidate.id === line.sourceLineId);
  if (line.kind !== 'proration_credit' || source?.periodStart == null || source.periodEnd == null) return null;
  return { covered, total: wholeDays(source.periodStart, source.periodEnd) };
};

const viewUpcomingEvent = (
  { kind, at, ordered, priceId, invoice }: ForecastEvent,
  { catalogue }: RuleContext,
): UpcomingEvent => {
  const price = priceById(catalogue, priceId);
  const plan = price && planById(catalogue, price.planId);
  if (!price || !plan) throw new Error(`order preview: price ${priceId} or its plan is not in the catalogue`);
  return {
    kind,
    at: new Date(at).toISOString(),
    ordered,
    planName: plan.displayName,
    interval: price.interval,
    bill: invoice && viewForecastInvoice(invoice),
  };
};

const viewDiscount = (discount: Pick<PercentOff, 'code' | 'percentOff'> | null): Quote['discountUsed'] =>
  discount && { displayCode: displayPart(discount.code), percentage: discount.percentOff };

/** Returns the discount on the invoice: that of the order, or one that the plan has already. */
const discountOn = (code: string | null, loaded: LoadedAccount, { coupon }: Order) => {
  if (code === null) return null;
  if (coupon?.code === code) return { code, percentOff: coupon.coupon.percentOff };
  return loaded.state.discounts.find((discount) => discount.code === code) ?? null;
};

const viewQuote = (
  placed: PlacedOrder,
  loaded: LoadedAccount,
  order: Order,
  context: RuleContext,
  language: Language,
): Quote => {
  const { invoice } = placed;
  const { state } = loaded;
  const scheduled = placed.writes.changes.find((change) => change.status === 'pending' && change.mode === 'period_end');
  const presentEnd = isRequested(placed.subscription) ? null : placed.subscription.currentPeriodEnd;
  const newPeriodEnd = scheduled?.applyAt ?? invoice?.periodEnd ?? presentEnd;
  return {
    subtotal: invoice?.subtotalCents ?? 0,
    discount: invoice?.discountCents ?? 0,
    discountUsed: viewDiscount(discountOn(invoice?.couponCode ?? null, loaded, order)),
    discountEnded: viewDiscount(discountEndedBy(state, placed.subscription, order.coupon?.code)),
    tax: invoice?.taxCents ?? 0,
    taxRatePercentage: ppmToPercent(invoice?.taxRatePpm ?? state.taxRatePpm),
    taxPlace: invoice?.taxPlace ?? taxPlaceOf(state),
    total: invoice?.totalCents ?? 0,
    credit: invoice?.creditAppliedCents ?? 0,
    creditAdded: invoice?.creditAddedCents ?? 0,
    carried: invoice?.carriedCents ?? 0,
    amountDueCents: invoice?.amountDueCents ?? 0,
    paymentRequired: order.price.amountCents > 0 && !order.trial,
    customBilling: order.plan.customBilling,
    lines: placed.lines.map((line) => ({
      kind: line.kind,
      description: descriptionIn(context.catalogue, language, line),
      quantity: line.quantity,
      amountCents: line.grossCents,
      days: daysOf(line, loaded, order),
      periodStart: isoOrNull(line.periodStart),
      periodEnd: isoOrNull(line.periodEnd),
    })),
    newPeriodEnd: isoOrNull(newPeriodEnd),
    scheduledFor: isoOrNull(scheduled?.applyAt ?? null),
    coming: forecastCharges(state, placed, context).map((event) => viewUpcomingEvent(event, context)),
    prorationDay: placed.changed ? wholeDays(placed.subscription.currentPeriodStart, loaded.now) : null,
  };
};

/** Returns the cost of an order now, by the rules that charge it (BY-03). It writes nothing. */
export const makePreviewOrder =
  (platform: Platform, { reads, findCode }: Dependencies) =>
  async (caller: Caller, coded: CodedRequest, subscriptionId: string | null): Promise<Quote> => {
    const { accountId } = caller;
    const request = await withDiscount(findCode, caller, coded);
    const { loaded, context } = await loadForPreview(platform, reads, accountId);
    const claim = request.discount ? asDiscount(await reads.coupon(request.discount, accountId)) : null;
    const coupon = claim && claimOfNext(claim, loaded.state);
    const order = { ...asOrder(loaded, request, subscriptionId, context), coupon };
    return viewQuote(orRefuse(quoteOrder(loaded.state, order, context)), loaded, order, context, caller.language);
  };
