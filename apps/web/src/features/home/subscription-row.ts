import type { Subscription } from '@foyer/contract/api/shapes';
import { paths } from '../../lib/paths.ts';

export type RowBadge =
  | {
      readonly kind:
        | 'overdue'
        | 'perpetual'
        | 'legacy'
        | 'prepaid'
        | 'basic'
        | 'free'
        | 'monthly'
        | 'yearly'
        | 'every-6-months';
    }
  | { readonly kind: 'trial'; readonly daysLeft: number | null };

export type RowDate =
  | { readonly kind: 'unpaid' | 'paused' | 'never-ends' | 'by-agreement' }
  | { readonly kind: 'requested' | 'maintenance' | 'maintenance-ended' | 'ends'; readonly date: string }
  | { readonly kind: 'changes'; readonly date: string; readonly to: string }
  /** Amount of the charge on the date. Null for an invoice of 0, which the plan's page explains. */
  | { readonly kind: 'renews'; readonly date: string; readonly cents: number | null };

export interface RowAction {
  readonly kind: 'manage' | 'view' | 'extend';
  readonly to: string;
}

export interface SubscriptionRow {
  readonly id: string;
  readonly name: string;
  readonly badge: RowBadge;
  readonly storage: string | null;
  readonly date: RowDate;
  /** The customer canceled it, so it ends. */
  readonly isCanceled: boolean;
  readonly action: RowAction;
}

const isOverdue = ({ status }: Subscription) => status === 'past_due' || status === 'suspended';

const badgeOf = (subscription: Subscription): RowBadge => {
  if (isOverdue(subscription)) return { kind: 'overdue' };
  if (subscription.isPerpetual) return { kind: 'perpetual' };
  if (subscription.isLegacy) return { kind: 'legacy' };
  if (subscription.isPrepaid) return { kind: 'prepaid' };
  if (subscription.isTrial) return { kind: 'trial', daysLeft: subscription.trialDaysLeft };
  if (subscription.isPromo || subscription.oneTimeOffer) return { kind: 'free' };
  if (subscription.isBasic) return { kind: 'basic' };
  return { kind: subscription.type === 'Free' ? 'free' : subscription.plan.interval };
};

const dateOf = (subscription: Subscription, now: string): RowDate => {
  if (subscription.status === 'requested') return { kind: 'requested', date: subscription.currentPeriodStart };
  // A plan that was never paid is not entitled while its first payment is retried (D14).
  if (isOverdue(subscription)) return { kind: subscription.entitled ? 'unpaid' : 'paused' };
  if (subscription.isPerpetual && subscription.maintenanceEnds)
    return {
      kind: subscription.maintenanceEnds > now ? 'maintenance' : 'maintenance-ended',
      date: subscription.maintenanceEnds,
    };
  if (subscription.pendingChange)
    return { kind: 'changes', date: subscription.pendingChange.applyAt, to: subscription.pendingChange.planName };
  if (subscription.plan.customBilling && subscription.renews) return { kind: 'by-agreement' };
  if (subscription.noExpiry || !subscription.expiry) return { kind: 'never-ends' };
  return subscription.renews
    ? { kind: 'renews', date: subscription.expiry, cents: subscription.renewalCents || null }
    : { kind: 'ends', date: subscription.expiry };
};

const actionOf = (subscription: Subscription): RowAction => {
  const to = paths.subscription(subscription.product, { subId: subscription.id });
  if (subscription.isPerpetual) return { kind: 'extend', to };
  return { kind: subscription.isPrepaid ? 'view' : 'manage', to };
};

/** Row of a subscription on a product card: name, badge, date and button (HO-06, HO-07). */
export const subscriptionRow = (subscription: Subscription, now: string): SubscriptionRow => {
  const date = dateOf(subscription, now);
  return {
    id: subscription.id,
    name: subscription.quantity > 1 ? `${subscription.name} × ${subscription.quantity}` : subscription.name,
    badge: badgeOf(subscription),
    storage: subscription.plan.storageDisplay,
    date,
    isCanceled: date.kind === 'ends' && subscription.cancelAtPeriodEnd,
    action: actionOf(subscription),
  };
};
