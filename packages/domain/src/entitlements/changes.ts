import type { AccountId, SubscriptionId } from '@foyer/contract/vocabulary/ids';
import type { Instant } from '@foyer/contract/vocabulary/instants';
import type { Product } from '@foyer/contract/vocabulary/plans';
import type { Catalogue } from '../catalogue/catalogue.ts';
import type { BillingState, Subscription } from '../state/entities.ts';
import { maintenanceEnds } from '../state/maintenance-cover.ts';
import type { BillingSettings } from '../state/settings.ts';
import { hasBegun, isEntitled } from '../state/status.ts';
import { type Entitlement, entitlementsOf, isUnpaid, validUntil } from './entitlement.ts';

/** Reasons of a change of entitlements. If several apply, the first in this order counts. */
export const changeReasons = [
  'trial_started',
  'prepaid_granted',
  'promotion_granted',
  'activated',
  'resumed',
  'account_closed',
  'trial_ended',
  'canceled',
  'suspended',
  'past_due',
  'paid',
  'trial_converted',
  'changed',
  'maintenance_extended',
  'renewed',
] as const;
export type ChangeReason = (typeof changeReasons)[number];

/** Change of an account's entitlements of one product, with all of them after the change (BY-08). */
export interface EntitlementChange {
  readonly accountId: AccountId;
  readonly product: Product;
  /** Subscription that changed; null if one decision changed several. */
  readonly subscriptionId: SubscriptionId | null;
  readonly reason: ChangeReason;
  readonly at: Instant;
  readonly entitlements: readonly Entitlement[];
}

interface Holding {
  readonly subscription: Subscription;
  readonly entitled: boolean;
  readonly until: Instant | null;
  readonly unpaid: boolean;
  readonly maintenance: Instant | null;
}

const holdings = (state: BillingState, settings: BillingSettings): Map<string, Holding> =>
  new Map(
    state.subscriptions.map((subscription) => [
      subscription.id,
      {
        subscription,
        entitled: hasBegun(subscription) && isEntitled(subscription),
        until: validUntil(subscription, state, settings),
        unpaid: isUnpaid(subscription, state),
        maintenance: maintenanceEnds(state, subscription.id),
      },
    ]),
  );

const startReasonOf = (before: Holding | undefined, { status, source }: Subscription): ChangeReason => {
  if (before && hasBegun(before.subscription)) return 'resumed';
  if (status === 'trialing') return 'trial_started';
  if (source === 'prepaid') return 'prepaid_granted';
  return source === 'promotion' ? 'promotion_granted' : 'activated';
};

const endReasonOf = (before: Holding, { status, endReason }: Subscription): ChangeReason => {
  if (endReason === 'account_closed') return 'account_closed';
  if (status === 'suspended') return 'suspended';
  return before.subscription.status === 'trialing' ? 'trial_ended' : 'canceled';
};

/** Reason if both were entitled and something differs; null if nothing does. */
const changeReasonOf = (before: Holding, after: Holding): ChangeReason | null => {
  const [was, is] = [before.subscription, after.subscription];
  if (was.status === 'trialing' && is.status !== 'trialing') return 'trial_converted';
  if (is.source === 'prepaid' && was.source !== 'prepaid') return 'prepaid_granted';
  if (was.planId !== is.planId || was.quantity !== is.quantity) return 'changed';
  if (was.status !== is.status && is.status === 'past_due') return 'past_due';
  if (before.unpaid && !after.unpaid) return 'paid';
  if (before.maintenance !== after.maintenance) return 'maintenance_extended';
  if (before.until === after.until) return null;
  // Late retries move the last one, and with it the end of entitlement.
  if (before.unpaid && after.unpaid) return 'past_due';
  return is.source === 'prepaid' ? 'prepaid_granted' : 'renewed';
};

/** Reason of one subscription's change; null if products need no message. */
const reasonFor = (before: Holding | undefined, after: Holding): ChangeReason | null => {
  if (before?.entitled && after.entitled) return changeReasonOf(before, after);
  if (after.entitled) return startReasonOf(before, after.subscription);
  if (before?.entitled) return endReasonOf(before, after.subscription);
  // Not entitled before or after. Only the end of a suspended subscription is sent.
  if (!before || !hasBegun(before.subscription) || hasBegun(after.subscription)) return null;
  return endReasonOf(before, after.subscription);
};

/**
 * Compares entitlements before and after a decision. Returns one change per affected product, with everything the
 * account holds of it. So a product that misses a message, or gets two in the wrong order, is correct again with the
 * latest. All billing decisions pass through here, so no change is missed (BY-08).
 */
export const entitlementChanges = (
  before: BillingState,
  after: BillingState,
  { now, ...context }: { readonly now: Instant; readonly catalogue: Catalogue; readonly settings: BillingSettings },
): EntitlementChange[] => {
  const earlier = holdings(before, context.settings);
  const touched = [...holdings(after, context.settings).values()].flatMap((holding) => {
    const reason = reasonFor(earlier.get(holding.subscription.id), holding);
    return reason === null ? [] : [{ subscription: holding.subscription, reason }];
  });
  return [...Map.groupBy(touched, ({ subscription }) => subscription.product)].map(([product, changes]) => {
    const [first = 'changed'] = changes
      .map(({ reason }) => reason)
      .sort((a, b) => changeReasons.indexOf(a) - changeReasons.indexOf(b));
    const [only, ...others] = changes;
    return {
      accountId: after.account.id,
      product,
      subscriptionId: only && others.length === 0 ? only.subscription.id : null,
      reason: first,
      at: now,
      entitlements: entitlementsOf(after, context, product),
    };
  });
};
