import type { SubscriptionId } from '@foyer/contract/vocabulary/ids';
import { DAY_MS, type Instant } from '@foyer/contract/vocabulary/instants';
import type { BillingState, Subscription } from '../billing/entities.ts';
import type { BillingSettings } from '../billing/settings.ts';
import type { MaintenancePeriod } from './entities.ts';

/** The stretch of maintenance that ends last: what an extension follows (I21). */
export const lastPeriod = (
  state: Pick<BillingState, 'maintenance'>,
  subscriptionId: SubscriptionId,
): MaintenancePeriod | null =>
  state.maintenance
    .filter((period) => period.subscriptionId === subscriptionId)
    .reduce<MaintenancePeriod | null>(
      (last, period) => (last && last.expiresAt > period.expiresAt ? last : period),
      null,
    );

/** Until when every new release may be used. What was released before stays the customer's for good (billing.md §2.5). */
export const maintenanceEnds = (
  state: Pick<BillingState, 'maintenance'>,
  subscriptionId: SubscriptionId,
): Instant | null => lastPeriod(state, subscriptionId)?.expiresAt ?? null;

/** A mark before the end of maintenance at which the customer is mailed. */
export interface NoticeMark {
  readonly at: Instant;
  readonly days: number;
}

/** The marks of a period that were not announced yet, earliest first. */
export const marksLeft = (period: MaintenancePeriod, settings: BillingSettings): NoticeMark[] =>
  settings.maintenanceNoticeDays
    .filter((days) => period.noticedDays === null || days < period.noticedDays)
    .map((days) => ({ days, at: period.expiresAt - days * DAY_MS }))
    .sort((a, b) => a.at - b.at);

/** When the coming end of a licence's maintenance is announced next. */
export const nextNotice = (
  state: Pick<BillingState, 'maintenance'>,
  subscription: Subscription,
  settings: BillingSettings,
): NoticeMark | null => {
  const period = subscription.term === 'perpetual' ? lastPeriod(state, subscription.id) : null;
  return (period && marksLeft(period, settings)[0]) ?? null;
};
