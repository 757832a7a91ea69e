import type { SubscriptionId } from '@foyer/contract/vocabulary/ids';
import type { Instant } from '@foyer/contract/vocabulary/instants';
import { planById } from '../catalogue/catalogue.ts';
import { type Draft, put, queueMail, type RuleContext, recordEvent } from '../decision/draft.ts';
import { openInvoice } from '../invoices/open-invoice.ts';
import { ok, type Result, refuse } from '../result.ts';
import type { BillingState, Described, Invoice, Subscription } from '../state/entities.ts';
import { maintenanceEnds } from '../state/maintenance-cover.ts';
import type { MaintenancePeriod } from '../state/maintenance-entities.ts';
import { isLive } from '../state/status.ts';
import { extendedTo, isOutsideRange, isTooFar } from './options.ts';

/** Maintenance period that may be added to a licence. */
export interface Extension {
  readonly subscription: Subscription;
  readonly from: Instant;
  readonly to: Instant;
}

/** Finds a live perpetual licence by id. Refuses NOT_FOUND or NOT_PERPETUAL. */
export const licenceOf = (state: BillingState, subscriptionId: SubscriptionId): Result<Subscription> => {
  const subscription = state.subscriptions.find((candidate) => candidate.id === subscriptionId && isLive(candidate));
  if (!subscription) return refuse('NOT_FOUND');
  return subscription.term === 'perpetual' ? ok(subscription) : refuse('NOT_PERPETUAL');
};

/**
 * Checks whether a licence may be extended by `months`, by a purchase or a code. Refuses in this order: unknown
 * licence, other tier, ended too long ago, too far ahead (MAINTENANCE_LIMIT).
 */
export const checkExtension = (
  state: BillingState,
  subscriptionId: SubscriptionId,
  wanted: { readonly tierId: string; readonly months: number },
  context: RuleContext,
): Result<Extension> => {
  const licence = licenceOf(state, subscriptionId);
  if (!licence.ok) return licence;
  const subscription = licence.value;
  if (planById(context.catalogue, subscription.planId)?.tierId !== wanted.tierId) return refuse('INVALID_COUPON_TIER');
  const from = maintenanceEnds(state, subscriptionId);
  if (from === null || isOutsideRange(from, context)) return refuse('MAINTENANCE_LIMIT');
  const to = extendedTo(from, wanted.months);
  return isTooFar(to, context) ? refuse('MAINTENANCE_LIMIT') : ok({ subscription, from, to });
};

/**
 * Tells whether a purchase for the licence is undecided. Its dates are fixed, so no other extension may be added
 * meanwhile (INV-12).
 */
export const isBeingExtended = (state: BillingState, subscriptionId: SubscriptionId): boolean =>
  state.purchases.some((purchase) => purchase.forSubscriptionId === subscriptionId && purchase.status === 'pending');

/** Adds a maintenance period, for purchases and codes. */
export const addPeriod = (
  draft: Draft,
  { subscription, from, to }: Omit<Extension, 'subscription'> & { readonly subscription: Pick<Subscription, 'id'> },
  source: MaintenancePeriod['source'],
  sourceId: string,
): MaintenancePeriod => {
  recordEvent(draft, subscription, 'maintenance_extended', 'customer', { until: to });
  return put(draft, 'maintenance', {
    id: draft.context.newId('maintenancePeriod'),
    subscriptionId: subscription.id,
    startsAt: from,
    expiresAt: to,
    source,
    sourceId,
    noticedDays: null,
  });
};

/** Maintenance given by a code. `sourceId` is the redemption. */
export interface GivenExtension extends Described {
  readonly tierId: string;
  readonly months: number;
  readonly sourceId: string;
}

/**
 * Extends maintenance by a code: the period, a receipt of 0 and a mail. The caller checks the code and stores the
 * draft.
 */
export const extendByCode = (
  draft: Draft,
  subscriptionId: SubscriptionId,
  given: GivenExtension,
): Result<{ readonly period: MaintenancePeriod; readonly invoice: Invoice }> => {
  const checked = checkExtension(draft.state, subscriptionId, given, draft.context);
  if (!checked.ok) return checked;
  if (isBeingExtended(draft.state, subscriptionId)) return refuse('OPERATION_IN_PROGRESS');
  const { subscription, from, to } = checked.value;
  const period = addPeriod(draft, checked.value, 'coupon', given.sourceId);
  const dates = { periodStart: from, periodEnd: to };
  const { description, descriptionParts } = given;
  const line = {
    kind: 'grant' as const,
    description,
    descriptionParts,
    quantity: 1,
    unitAmountCents: 0,
    grossCents: 0,
  };
  const lines = [{ ...line, ...dates, priceId: null, sourceLineId: null }];
  const invoice = openInvoice(draft, subscription, { reason: 'grant', description, descriptionParts, lines, ...dates });
  queueMail(draft, 'maintenance_extended', { invoice, subscription, facts: { nextAt: to } });
  return ok({ period, invoice });
};
