import { DAY_MS, type Instant } from '@foyer/contract/vocabulary/instants';
import type { Catalogue } from '../catalogue/catalogue.ts';
import { allowsSeveral } from '../catalogue/family.ts';
import type { ChosenPlan } from '../catalogue/plan-reference.ts';
import { addMonths } from '../dates/months.ts';
import { type Draft, put, queueMail, recordEvent } from '../decision/draft.ts';
import { describePrice } from '../invoices/describe.ts';
import type { DiscountToUse } from '../invoices/discount.ts';
import { openInvoice } from '../invoices/open-invoice.ts';
import { fullPeriodInvoice } from '../invoices/renewal-invoice.ts';
import { type Refusal, refuse } from '../result.ts';
import { checkExport, isControlled, type Verdict } from '../screening/screen.ts';
import type { BillingState, Invoice, Subscription } from '../state/entities.ts';
import type { BillingSettings } from '../state/settings.ts';
import { countsAsPaid, hasBegun, isChargeable } from '../state/status.ts';
import { endConvertedTrial } from './end-trial.ts';
import { checkPlanEmail } from './plan-email.ts';
import { sourceOf } from './source.ts';
import { checkTrial, trialDaysOf, trialKeyOf } from './trial.ts';

export interface PurchaseCommand extends ChosenPlan {
  readonly quantity: number;
  readonly cancelAtPeriodEnd: boolean;
  /** Trial only: continue as a paid plan at its end. Requires a chargeable account. */
  readonly transitionAtEnd: boolean;
  /** Result of the export screening, if it was requested. */
  readonly verdict?: Verdict;
  /** Discount on its invoices, beginning with the first. */
  readonly discount?: DiscountToUse | null;
  /** Trial that this purchase replaces, when there is no subscription to change. */
  readonly subscription?: Subscription | null;
}

/** Subscription of a purchase or change, with its invoice if money is involved. */
export interface PurchaseResult {
  readonly subscription: Subscription;
  readonly invoice: Invoice | null;
}

/**
 * Refuses an account that may not order the plan: email address, billing address, export screening. A screening needs the
 * address, also for a free plan.
 */
export const checkAccount = (
  state: BillingState,
  command: Pick<PurchaseCommand, 'plan' | 'price' | 'trial' | 'verdict'>,
  catalogue: Pick<Catalogue, 'families'>,
): Refusal | null => {
  const { plan, price, trial } = command;
  const emailRefusal = checkPlanEmail(state, plan);
  if (emailRefusal) return emailRefusal;
  const controlled = isControlled(catalogue, plan);
  const paid = price.amountCents > 0 && !trial;
  if ((paid || controlled) && state.billTo === null) return refuse('MISSING_ADDRESS');
  return controlled ? checkExport(state.account.exportStatus, command.verdict ?? 'clear') : null;
};

/**
 * Refuses a plan that the account cannot choose: limit of live subscriptions, trial already used. Quotes check this
 * too. `target` is the subscription to change.
 */
export const checkPlanChoice = (
  state: BillingState,
  command: Pick<PurchaseCommand, 'plan' | 'price' | 'trial'>,
  target: Subscription | null,
): Refusal | null => {
  const { plan, price, trial } = command;
  const others = state.subscriptions.filter(
    (other) => hasBegun(other) && other.planId === plan.id && other.id !== target?.id,
  );
  if (plan.maxLive !== null && others.length >= plan.maxLive) return refuse('SUBSCRIPTION_LIMIT');
  if (!trial) return null;
  const checked = checkTrial(state, plan, price);
  return checked.ok ? null : checked;
};

/**
 * Refuses an order that could never be charged. Free plans, and trials that do not continue, need no payment method.
 */
export const checkPaymentMethod = (
  state: BillingState,
  command: Pick<PurchaseCommand, 'price' | 'trial' | 'transitionAtEnd'>,
  settings: BillingSettings,
): Refusal | null => {
  const { price, trial, transitionAtEnd } = command;
  if (trial ? !transitionAtEnd : price.amountCents === 0) return null;
  if (state.billTo !== null && !settings.cardCountries.includes(state.billTo.country))
    return refuse('CARD_COUNTRY_UNSUPPORTED');
  return trial && !isChargeable(state, settings) ? refuse('PAYMENT_METHOD_REQUIRED') : null;
};

/** Requires a card only if something is due: credit may pay all of it. */
export const checkCardOnFile = (
  state: BillingState,
  amountDueCents: number,
  settings: BillingSettings,
): Refusal | null => (amountDueCents > 0 && !isChargeable(state, settings) ? refuse('PAYMENT_METHOD_REQUIRED') : null);

const newSubscription = (draft: Draft, command: PurchaseCommand, now: Instant): Subscription => {
  const { plan, price, quantity } = command;
  return {
    id: draft.context.newId('subscription'),
    accountId: draft.state.account.id,
    product: plan.product,
    planId: plan.id,
    priceId: price.id,
    unitAmountCents: price.amountCents,
    quantity,
    status: 'active',
    source: sourceOf(plan, price.amountCents),
    term: 'recurring',
    billingAnchor: now,
    cycleIndex: 0,
    currentPeriodStart: now,
    currentPeriodEnd: addMonths(now, price.intervalMonths),
    trialEnd: null,
    everPaid: false,
    cancelAtPeriodEnd: command.cancelAtPeriodEnd,
    transitionAtEnd: false,
    transitionPriceId: null,
    resumesSubscriptionId: null,
    prepaidDisplayCode: null,
    suspendedAt: null,
    noticedPeriodEnd: null,
    announced: null,
    endedAt: null,
    endReason: null,
  };
};

const startTrial = (draft: Draft, command: PurchaseCommand): PurchaseResult => {
  const { catalogue, now, settings } = draft.context;
  const days = trialDaysOf(command.plan, draft.state.account.brand, settings);
  const trialEnd = now + days * DAY_MS;
  const below = draft.state.subscriptions.find(
    (subscription) => hasBegun(subscription) && subscription.product === command.plan.product,
  );
  const subscription = put(draft, 'subscriptions', {
    ...newSubscription(draft, command, now),
    status: 'trialing',
    source: 'trial',
    currentPeriodEnd: trialEnd,
    trialEnd,
    cancelAtPeriodEnd: false,
    transitionAtEnd: command.transitionAtEnd,
    resumesSubscriptionId: allowsSeveral(catalogue, command.plan) ? null : (below?.id ?? null),
  });
  put(draft, 'trials', {
    accountId: draft.state.account.id,
    trialKey: trialKeyOf(command.plan),
    emailHash: draft.state.emailHash,
    cardFingerprintHash: draft.state.cardFingerprintHash,
    subscriptionId: subscription.id,
  });
  recordEvent(draft, subscription, 'trial_started', 'customer', { trialEnd });
  return { subscription, invoice: null };
};

/**
 * Puts a free subscription below a running trial. At its end the trial moves this subscription and does not create a
 * second one (D9, S7).
 */
const attachTrialToPlan = (draft: Draft, taken: Subscription): void => {
  if (allowsSeveral(draft.context.catalogue, taken)) return;
  for (const trial of draft.state.subscriptions) {
    if (trial.status === 'trialing' && trial.product === taken.product)
      put(draft, 'subscriptions', { ...trial, resumesSubscriptionId: taken.id });
  }
};

/** Records a request for a plan by agreement. Its period begins when an operator accepts it (S23). */
const startRequest = (draft: Draft, fresh: Subscription): PurchaseResult => {
  const subscription = put(draft, 'subscriptions', { ...fresh, status: 'requested', cancelAtPeriodEnd: false });
  recordEvent(draft, subscription, 'requested', 'customer');
  return { subscription, invoice: null };
};

/**
 * Creates a subscription (S1, S3, S4) or a request for one (S23). Free plans and trials begin at once. Paid plans are `incomplete` until the
 * invoice is paid; if credit pays it, they begin at once too.
 */
export const purchase = (draft: Draft, command: PurchaseCommand): PurchaseResult => {
  if (command.trial) return startTrial(draft, command);
  const { now } = draft.context;
  const fresh = newSubscription(draft, command, now);

  if (command.plan.customBilling) return startRequest(draft, fresh);
  if (command.price.amountCents === 0) {
    const subscription = put(draft, 'subscriptions', fresh);
    attachTrialToPlan(draft, subscription);
    recordEvent(draft, subscription, 'activated', 'customer');
    return { subscription, invoice: null };
  }

  const { plan, price, discount = null, subscription: inPlaceOf = null } = command;
  const pending = put(draft, 'subscriptions', {
    ...fresh,
    status: 'incomplete',
    resumesSubscriptionId: inPlaceOf?.status === 'trialing' ? inPlaceOf.id : null,
  });
  const invoiceDraft = fullPeriodInvoice(
    draft.context.catalogue,
    plan,
    price,
    pending,
    'create',
    now,
    fresh.currentPeriodEnd ?? now,
  );
  const invoice = openInvoice(draft, pending, { ...invoiceDraft, discount });
  if (invoice.status === 'open') return { subscription: pending, invoice };
  const subscription = put(draft, 'subscriptions', { ...pending, status: 'active', everPaid: countsAsPaid(invoice) });
  recordEvent(draft, subscription, 'activated', 'customer', {
    plan: describePrice(draft.context.catalogue, command.plan, command.price).description,
  });
  endConvertedTrial(draft, subscription);
  queueMail(draft, 'receipt', { invoice });
  return { subscription, invoice };
};
