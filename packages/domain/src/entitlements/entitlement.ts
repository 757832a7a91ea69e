import type { PlanId, SubscriptionId } from '@foyer/contract/vocabulary/ids';
import { DAY_MS, type Instant } from '@foyer/contract/vocabulary/instants';
import type { Product } from '@foyer/contract/vocabulary/plans';
import type { SubscriptionStatus } from '@foyer/contract/vocabulary/subscription-status';
import { type Catalogue, planById } from '../catalogue/catalogue.ts';
import { addOnsOf, featureListsOf } from '../catalogue/plan-contents.ts';
import type { BillingState, Invoice, Subscription } from '../state/entities.ts';
import { maintenanceEnds } from '../state/maintenance-cover.ts';
import type { BillingSettings } from '../state/settings.ts';
import { hasBegun, isEntitled } from '../state/status.ts';

/** Everything a product needs to know about one subscription to grant or refuse its use (BY-08). */
export interface Entitlement {
  readonly subscriptionId: SubscriptionId;
  readonly product: Product;
  readonly planId: PlanId;
  readonly tierId: string;
  readonly quantity: number;
  readonly features: readonly string[];
  readonly storageBytes: number | null;
  readonly accessKeyLimit: number | null;
  /** Add-ons included in the plan. */
  readonly addOns: readonly string[];
  readonly status: SubscriptionStatus;
  readonly entitled: boolean;
  /** First instant at which the entitlement ends unless a later message says otherwise; null if it never ends. */
  readonly validUntil: Instant | null;
  readonly maintenanceEnds: Instant | null;
}

type Held = Pick<BillingState, 'subscriptions' | 'maintenance' | 'invoices'>;

/** Reasons of invoices for a period. An unpaid change within a paid period does not make the period unpaid. */
const periodReasons: readonly Invoice['reason'][] = ['create', 'renewal', 'trial_end', 'promotion_end'];

const unpaidInvoiceOf = (subscription: Subscription, { invoices }: Pick<BillingState, 'invoices'>) =>
  invoices.find(
    (invoice) =>
      invoice.status === 'open' &&
      periodReasons.includes(invoice.reason) &&
      invoice.subscriptionId === subscription.id &&
      invoice.periodStart === subscription.currentPeriodStart,
  );

/** Tells whether the invoice of the current period is not paid: its charge is undecided or failed. */
export const isUnpaid = (subscription: Subscription, state: Pick<BillingState, 'invoices'>): boolean =>
  subscription.status === 'past_due' || unpaidInvoiceOf(subscription, state) !== undefined;

/** Time of the last retry. While that is undecided, and before the first attempt, its scheduled day counts. */
const lastTryAt = (
  subscription: Subscription,
  state: Pick<BillingState, 'invoices'>,
  { dunningDays }: BillingSettings,
): Instant => {
  const invoice = unpaidInvoiceOf(subscription, state);
  const lastDay = Math.max(0, ...dunningDays);
  if (!invoice || invoice.nextAttemptAt === null) return subscription.currentPeriodStart + lastDay * DAY_MS;
  return invoice.nextAttemptAt + (lastDay - (dunningDays[invoice.dunningSlot] ?? lastDay)) * DAY_MS;
};

/**
 * End of the entitlement. An unpaid period counts until the last retry decides, not until its end. Null if it never
 * ends.
 */
export const validUntil = (
  subscription: Subscription,
  state: Pick<BillingState, 'invoices'>,
  settings: BillingSettings,
): Instant | null => {
  if (subscription.term === 'open_ended' || subscription.term === 'perpetual') return null;
  if (subscription.status === 'trialing') return subscription.trialEnd;
  if (isUnpaid(subscription, state)) return lastTryAt(subscription, state, settings);
  return subscription.currentPeriodEnd;
};

/** Entitlements of an account, for one product or for all, in the order of its subscriptions. */
export const entitlementsOf = (
  state: Held,
  { catalogue, settings }: { readonly catalogue: Catalogue; readonly settings: BillingSettings },
  product: Product | null = null,
): Entitlement[] =>
  state.subscriptions
    .filter((subscription) => hasBegun(subscription) && (product === null || subscription.product === product))
    .map((subscription) => {
      const plan = planById(catalogue, subscription.planId);
      return {
        subscriptionId: subscription.id,
        product: subscription.product,
        planId: subscription.planId,
        tierId: plan?.tierId ?? '',
        quantity: subscription.quantity,
        features: featureListsOf(catalogue, subscription.planId).features,
        storageBytes: plan?.storageBytes ?? null,
        accessKeyLimit: plan?.accessKeyLimit ?? null,
        addOns: addOnsOf(catalogue, subscription.planId)
          .filter(({ checked }) => checked)
          .map(({ id }) => id),
        status: subscription.status,
        entitled: isEntitled(subscription),
        validUntil: validUntil(subscription, state, settings),
        maintenanceEnds: maintenanceEnds(state, subscription.id),
      };
    });
