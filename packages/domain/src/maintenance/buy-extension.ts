import type { SubscriptionId } from '@foyer/contract/vocabulary/ids';
import type { Instant } from '@foyer/contract/vocabulary/instants';
import type { MaintenanceExtension } from '../catalogue/catalogue.ts';
import { type BillingWrites, finish, put, type RuleContext, startDraft } from '../decision/draft.ts';
import { describeExtension } from '../invoices/describe.ts';
import { figuresOf, type InvoiceDraft, openInvoice, startAttempt } from '../invoices/open-invoice.ts';
import type { InvoiceFigures } from '../invoices/price-invoice.ts';
import { planAndPrice } from '../invoices/renewal-invoice.ts';
import { ok, type Result, refuse } from '../result.ts';
import type { BillingState, Subscription } from '../state/entities.ts';
import type { Purchase } from '../state/maintenance-entities.ts';
import { checkAccount, checkCardOnFile, checkPaymentMethod } from '../subscriptions/purchase.ts';
import { checkExtension, type Extension, isBeingExtended, licenceOf } from './extend.ts';
import type { ExtensionOption } from './options.ts';
import { completePurchase } from './settle-purchase.ts';

export interface ExtensionOrder {
  readonly subscriptionId: SubscriptionId;
  readonly extensionId: string;
  readonly quantity: number;
  /** Amount shown on the button, in cents. A different amount is refused with QUOTE_CHANGED. */
  readonly expectedTotalCents: number | undefined;
  /**
   * New end shown to the customer. If another tab has extended the licence meanwhile, it differs, and a second
   * extension is refused with QUOTE_CHANGED.
   */
  readonly expectedExpiration?: Instant | undefined;
}

export interface ExtensionBegun {
  readonly writes: BillingWrites;
  readonly purchase: Purchase;
  /** Id of the attempt to send to the gateway after the writes are committed; null if credit paid all of it. */
  readonly attemptId: string | null;
}

const invoiceDraft = (
  subscription: Subscription,
  { extension, quantity }: Pick<ExtensionOption, 'extension' | 'quantity'>,
  dates: { readonly from: Instant; readonly to: Instant },
  context: RuleContext,
): InvoiceDraft => {
  const described = describeExtension(context.catalogue, planAndPrice(context, subscription).plan, extension);
  const period = { periodStart: dates.from, periodEnd: dates.to };
  return {
    reason: 'one_time',
    ...described,
    lines: [
      {
        kind: 'maintenance',
        ...described,
        quantity,
        unitAmountCents: extension.amountCents,
        grossCents: extension.amountCents * quantity,
        ...period,
        priceId: null,
        sourceLineId: null,
      },
    ],
    ...period,
  };
};

/** Figures of an option with tax and credit, equal to those of its invoice (I26). */
export const quoteOption = (
  state: BillingState,
  subscription: Subscription,
  option: ExtensionOption,
  context: RuleContext,
): InvoiceFigures => {
  // The dates do not affect the price.
  const dates = { from: option.newExpiration, to: option.newExpiration };
  return figuresOf(state, context.settings, invoiceDraft(subscription, option, dates, context));
};

const soldBy = (context: RuleContext, id: string): MaintenanceExtension | undefined =>
  context.catalogue.maintenanceExtensions.find(
    (extension) => extension.id === id && extension.active && extension.isSelfService,
  );

const check = (
  state: BillingState,
  order: ExtensionOrder,
  context: RuleContext,
): Result<Extension & { readonly extension: MaintenanceExtension }> => {
  const licence = licenceOf(state, order.subscriptionId);
  const extension = soldBy(context, order.extensionId);
  if (!licence.ok && licence.type === 'NOT_FOUND') return licence;
  if (!extension) return refuse('NOT_FOUND');
  const wanted = { tierId: extension.tierId, months: extension.durationMonths * order.quantity };
  const checked = checkExtension(state, order.subscriptionId, wanted, context);
  if (!checked.ok) return checked;
  const { plan, price } = planAndPrice(context, checked.value.subscription);
  const charged = { ...price, amountCents: extension.amountCents };
  const ordered = { plan, price: charged, trial: false, transitionAtEnd: false };
  const refused =
    checkAccount(state, ordered, context.catalogue) ?? checkPaymentMethod(state, ordered, context.settings);
  return refused ?? ok({ ...checked.value, extension });
};

/**
 * Starts the purchase of a maintenance extension: the purchase with both dates, and its open invoice (MA-03). The
 * invoice has no subscription, so it blocks no renewal. Paid by credit alone it succeeds at once; otherwise
 * `settleAttempt` decides. `wallNow` is the real time and sets the lease.
 */
export const buyExtension = (
  state: BillingState,
  order: ExtensionOrder,
  context: RuleContext,
  wallNow: Instant,
): Result<ExtensionBegun> => {
  const checked = check(state, order, context);
  if (!checked.ok) return checked;
  const { extension, subscription, from, to } = checked.value;
  const draft = startDraft(state, context);
  const invoice = openInvoice(
    draft,
    null,
    invoiceDraft(subscription, { extension, quantity: order.quantity }, { from, to }, context),
  );
  const dueCents = invoice.status === 'open' ? invoice.amountDueCents : 0;
  const noCard = checkCardOnFile(state, dueCents, context.settings);
  if (noCard) return noCard;
  if (isBeingExtended(state, order.subscriptionId)) return refuse('OPERATION_IN_PROGRESS');
  if ((order.expectedTotalCents ?? dueCents) !== dueCents || (order.expectedExpiration ?? to) !== to)
    return refuse('QUOTE_CHANGED', { amountDueCents: dueCents });

  const { id } = put(draft, 'purchases', {
    id: draft.context.newId('purchase'),
    accountId: state.account.id,
    forSubscriptionId: subscription.id,
    invoiceId: invoice.id,
    status: 'pending',
    extensionId: extension.id,
    name: extension.name,
    quantity: order.quantity,
    unitAmountCents: extension.amountCents,
    oldExpiration: from,
    newExpiration: to,
    purchasedAt: context.now,
  });
  if (invoice.status === 'paid') completePurchase(draft, invoice);
  const attemptId = invoice.status === 'open' ? startAttempt(draft, invoice, true, wallNow).id : null;
  const writes = finish(draft);
  const purchase = writes.purchases.find((row) => row.id === id);
  if (!purchase) throw new Error(`purchase ${id} was not written`);
  return ok({ writes, purchase, attemptId });
};
