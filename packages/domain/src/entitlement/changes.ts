import type { AccountId, SubscriptionId } from '@foyer/contract/vocabulary/ids';
import type { Instant } from '@foyer/contract/vocabulary/instants';
import type { Product } from '@foyer/contract/vocabulary/plans';
import type { BillingState, Subscription } from '../billing/entities.ts';
import type { BillingSettings } from '../billing/settings.ts';
import type { Catalogue } from '../catalogue/catalogue.ts';
import { maintenanceEnds } from '../maintenance/cover.ts';
import { hasBegun, isEntitled } from '../subscription/status.ts';
import { type Entitlement, entitlementsOf, isUnpaid, validUntil } from './entitlement.ts';

/** What happened to an entitlement, in one word; where several fit, the first. */
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

/** What an account may use of one product is different from before: all that it holds of it now (BY-08). */
export interface EntitlementChange {
  readonly accountId: AccountId;
  readonly product: Product;
  /** The one it happened to; null when one decision touched several. */
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

const began = (before: Holding | undefined, { status, source }: Subscription): ChangeReason => {
  if (before && hasBegun(before.subscription)) return 'resumed';
  if (status === 'trialing') return 'trial_started';
  if (source === 'prepaid') return 'prepaid_granted';
  return source === 'promotion' ? 'promotion_granted' : 'activated';
};

const over = (before: Holding, { status, endReason }: Subscription): ChangeReason => {
  if (endReason === 'account_closed') return 'account_closed';
  if (status === 'suspended') return 'suspended';
  return before.subscription.status === 'trialing' ? 'trial_ended' : 'canceled';
};

/** Both may be used; is anything of it different? */
const differently = (before: Holding, after: Holding): ChangeReason | null => {
  const [was, is] = [before.subscription, after.subscription];
  if (was.status === 'trialing' && is.status !== 'trialing') return 'trial_converted';
  if (is.source === 'prepaid' && was.source !== 'prepaid') return 'prepaid_granted';
  if (was.planId !== is.planId || was.quantity !== is.quantity) return 'changed';
  if (was.status !== is.status && is.status === 'past_due') return 'past_due';
  if (before.unpaid && !after.unpaid) return 'paid';
  if (before.maintenance !== after.maintenance) return 'maintenance_extended';
  if (before.until === after.until) return null;
  // Tries that are late move the last of them.
  if (before.unpaid && after.unpaid) return 'past_due';
  return is.source === 'prepaid' ? 'prepaid_granted' : 'renewed';
};

/** What became of one subscription, as far as its use goes; null for what a product need not hear of. */
const reasonFor = (before: Holding | undefined, after: Holding): ChangeReason | null => {
  if (before?.entitled && after.entitled) return differently(before, after);
  if (after.entitled) return began(before, after.subscription);
  if (before?.entitled) return over(before, after.subscription);
  // It could not be used and cannot; only that a suspended one is gone for good is worth a word.
  if (!before || !hasBegun(before.subscription) || hasBegun(after.subscription)) return null;
  return over(before, after.subscription);
};

/**
 * Compares what an account may use before a decision and after it: one change for each product that is touched, with
 * everything held of it then, so that a product that missed one, or gets two in the wrong order, is right again with
 * the latest. Every decision that writes billing rows passes here, so none can forget to tell (BY-08).
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
