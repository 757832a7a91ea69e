import type { Subscription } from '@foyer/contract/api/shapes';
import { paths } from '../../lib/paths.ts';

export type RowBadge =
  | {
      readonly kind: 'overdue' | 'perpetual' | 'legacy' | 'basic' | 'free' | 'monthly' | 'yearly' | 'half-yearly';
    }
  | { readonly kind: 'prepaid'; readonly code: string | null }
  | { readonly kind: 'trial'; readonly daysLeft: number | null };

export type RowDate =
  | { readonly kind: 'unpaid' | 'paused' | 'never-ends' | 'by-agreement' }
  | { readonly kind: 'maintenance' | 'maintenance-ended' | 'ends'; readonly date: string }
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
  readonly action: RowAction;
}

const isOverdue = ({ status }: Subscription) => status === 'past_due' || status === 'suspended';

const cycle = { monthly: 'monthly', yearly: 'yearly', 'every-6-months': 'half-yearly', free: 'free' } as const;

const badgeOf = (held: Subscription): RowBadge => {
  if (isOverdue(held)) return { kind: 'overdue' };
  if (held.isPerpetual) return { kind: 'perpetual' };
  if (held.isLegacy) return { kind: 'legacy' };
  if (held.isPrepaid) return { kind: 'prepaid', code: held.prepaidDisplayCode };
  if (held.isTrial) return { kind: 'trial', daysLeft: held.trialDaysLeft };
  if (held.isPromo || held.oneTimeOffer) return { kind: 'free' };
  if (held.isBasic) return { kind: 'basic' };
  return { kind: held.type === 'Free' ? 'free' : cycle[held.plan.interval] };
};

const dateOf = (held: Subscription, now: string): RowDate => {
  if (held.status === 'suspended') return { kind: 'paused' };
  if (held.status === 'past_due') return { kind: 'unpaid' };
  if (held.isPerpetual && held.maintenanceEnds)
    return { kind: held.maintenanceEnds > now ? 'maintenance' : 'maintenance-ended', date: held.maintenanceEnds };
  if (held.pendingChange) return { kind: 'changes', date: held.pendingChange.applyAt, to: held.pendingChange.planName };
  if (held.plan.customBilling && held.renews) return { kind: 'by-agreement' };
  if (held.noExpiry || !held.expiry) return { kind: 'never-ends' };
  return held.renews
    ? { kind: 'renews', date: held.expiry, cents: held.renewalCents || null }
    : { kind: 'ends', date: held.expiry };
};

const managedAt = ({ product, id }: Subscription): string =>
  product === 'drive' ? paths.drive({ subId: id }) : product === 'scope' ? paths.scope({ subId: id }) : paths.iot;

const actionOf = (held: Subscription): RowAction => {
  const to = managedAt(held);
  if (held.isPerpetual) return { kind: 'extend', to };
  return { kind: held.isPrepaid ? 'view' : 'manage', to };
};

/** Row of a subscription on a product card: name, badge, date and button (HO-06, HO-07). */
export const subscriptionRow = (held: Subscription, now: string): SubscriptionRow => ({
  id: held.id,
  name: held.quantity > 1 ? `${held.name} × ${held.quantity}` : held.name,
  badge: badgeOf(held),
  storage: held.plan.storageDisplay,
  date: dateOf(held, now),
  action: actionOf(held),
});
