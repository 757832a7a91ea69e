import type { ForecastInvoice } from '@foyer/contract/api/forecast-invoice';
import type { Subscription as SubscriptionView } from '@foyer/contract/api/shapes';
import { type Instant, iso, isoOrNull } from '@foyer/contract/vocabulary/instants';
import { planById, priceById } from '@foyer/domain/catalogue/catalogue';
import { addOnsOf } from '@foyer/domain/catalogue/plan-contents';
import type { RuleContext } from '@foyer/domain/decision/draft';
import { planAndPrice } from '@foyer/domain/invoices/renewal-invoice';
import { isStoppedUntilPaid, unpaidOutcome } from '@foyer/domain/payments/dunning';
import type { RenewalCost } from '@foyer/domain/renewals/forecast-invoices';
import type { BillingState, Invoice, Subscription } from '@foyer/domain/state/entities';
import { endedAsTrial, hasNoPeriod, isEntitled, isLive, kindOf, trialDaysLeft } from '@foyer/domain/state/status';
import { renewsAutomatically, startingChangeOf, trialReplacingPlan } from '@foyer/domain/state/trial-and-renewal';
import { isRenewable } from '@foyer/domain/subscriptions/toggle-renewal';
import { formatBytes } from '../catalogue/format-bytes.ts';
import { viewAddOn } from '../catalogue/plan-details.ts';
import { viewExtensionOptions } from '../maintenance/maintenance-options.ts';

/** Views of rows in responses. They are plain functions of data and read nothing. */

export const viewForecastInvoice = (invoice: Invoice): ForecastInvoice => ({
  total: invoice.totalCents,
  wholePeriod: invoice.reason !== 'change',
  credit: invoice.creditAppliedCents,
  creditAdded: invoice.creditAddedCents,
  amountDueCents: invoice.amountDueCents,
});

export interface SubscriptionFacts {
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
  readonly maintenanceEnds: Instant | null;
  readonly prepaidCouponId: string | null;
}

/** Add-ons and discounts of a subscription. Add-ons come with the plan; none is chosen beside it (SP-01). */
const viewExtras = (
  { id, planId }: Subscription,
  { discounts }: BillingState,
  { catalogue }: RuleContext,
): Pick<SubscriptionView['plan'], 'addOns' | 'currentAddOns' | 'mappedAddOns' | 'coupons'> => {
  const addOns = addOnsOf(catalogue, planId).map(viewAddOn);
  const held = addOns.filter(({ checked }) => checked);
  const running = discounts.filter(
    ({ subscriptionId, status, cyclesLeft }) => subscriptionId === id && status === 'active' && cyclesLeft !== 0,
  );
  return {
    addOns,
    currentAddOns: held.map((addOn) => addOn.id),
    mappedAddOns: held,
    coupons: running.map(({ code, percentOff, cyclesLeft }) => ({
      id: code,
      discountPercentage: percentOff,
      cyclesLeft,
    })),
  };
};

/** The other subscriptions that one promotion made together with this one. */
const childrenOf = (id: string, promotionGroups: readonly (readonly string[])[]): string[] =>
  promotionGroups.filter((group) => group.includes(id)).flatMap((group) => group.filter((other) => other !== id));

/** True if a trial of the same product replaces the subscription. It keeps its periods but is not effective (D9). */
const isOverlaid = (state: BillingState, subscription: Subscription): boolean =>
  state.subscriptions.some((trial) => trial.status === 'trialing' && trial.resumesSubscriptionId === subscription.id);

/**
 * Change at the end of the period. A trial that continues replaces the plan before that and drops the scheduled change (S7).
 */
const changeOf = (subscription: Subscription, state: BillingState, context: RuleContext) => {
  const trial = trialReplacingPlan(state, subscription, context.settings);
  if (trial)
    return { toPriceId: trial.priceId, applyAt: trial.trialEnd ?? trial.currentPeriodStart, trialId: trial.id };
  const scheduled = startingChangeOf(state, subscription, context);
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

/**
 * End of the period, or the time at which the subscription ended. The row of an ended one keeps the billed period, whose
 * end may be in the future.
 */
const periodEndOf = (subscription: Subscription): Instant | null => {
  // The period of a request begins when it is accepted (S24); one that was withdrawn never has any (S22).
  if (hasNoPeriod(subscription)) return null;
  return subscription.endedAt ?? subscription.currentPeriodEnd;
};

/** Subscription as responses show it, with the cost of its renewal if there is one. */
export const viewSubscription = (
  subscription: Subscription,
  state: BillingState,
  context: RuleContext,
  facts: SubscriptionFacts,
  renewal: RenewalCost | null,
  promotionGroups: readonly (readonly string[])[],
): SubscriptionView => {
  const { plan, price } = planAndPrice(context, subscription);
  const isTrial = subscription.status === 'trialing';
  const isPromo = subscription.source === 'promotion';
  const noExpiry = subscription.term === 'open_ended';
  const periodEnd = periodEndOf(subscription);
  const expiry = isLive(subscription) && noExpiry ? null : isTrial ? subscription.trialEnd : periodEnd;
  const trialExpiry = isTrial ? isoOrNull(subscription.trialEnd) : null;
  const maintenanceEnds = isoOrNull(facts.maintenanceEnds);
  const ifUnpaid = unpaidOutcome(state, subscription, context.settings);
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
      ...viewExtras(subscription, state, context),
    },
    children: childrenOf(subscription.id, promotionGroups),
    prepaidCouponId: facts.prepaidCouponId,
    prepaidDisplayCode: subscription.prepaidDisplayCode,
    created: iso(facts.createdAt),
    createdAt: iso(facts.createdAt),
    updatedAt: iso(facts.updatedAt),
    currentPeriodStart: iso(subscription.currentPeriodStart),
    currentPeriodEnd: isoOrNull(periodEnd),
    expiry: isoOrNull(expiry),
    expires: !noExpiry,
    trialExpiry,
    trialExpiresOn: trialExpiry,
    trialDaysLeft: isTrial && subscription.trialEnd !== null ? trialDaysLeft(subscription.trialEnd, context.now) : null,
    renews:
      renewsAutomatically(state, subscription, context) && !isStoppedUntilPaid(state, subscription, context.settings),
    renewable: isLive(subscription) && subscription.status !== 'suspended' && isRenewable(state, subscription),
    renewalCents: renewal?.cents ?? null,
    renewalBill: renewal?.invoice ? viewForecastInvoice(renewal.invoice) : null,
    ifUnpaid: ifUnpaid && { kind: ifUnpaid.kind, at: iso(ifUnpaid.at) },
    cancelAtPeriodEnd: subscription.cancelAtPeriodEnd,
    transitionAtEnd: subscription.transitionAtEnd,
    pendingChange: viewPendingChange(subscription, state, context),
    isPrepaid: subscription.source === 'prepaid',
    isTrial,
    endedAsTrial: endedAsTrial(subscription),
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
