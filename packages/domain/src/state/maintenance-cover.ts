import type { SubscriptionId } from '@foyer/contract/vocabulary/ids';
import { DAY_MS, type Instant } from '@foyer/contract/vocabulary/instants';
import type { BillingState, Subscription } from './entities.ts';
import type { MaintenancePeriod } from './maintenance-entities.ts';
import type { BillingSettings } from './settings.ts';

/** Maintenance period that ends last. An extension starts at its end (I21). */
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

/** End of maintenance: releases published until then may be used, without time limit. Null without maintenance. */
export const maintenanceEnds = (
  state: Pick<BillingState, 'maintenance'>,
  subscriptionId: SubscriptionId,
): Instant | null => lastPeriod(state, subscriptionId)?.expiresAt ?? null;

/** Notice before the end of maintenance, `days` before it. */
export interface NoticeMark {
  readonly at: Instant;
  readonly days: number;
}

/** Notices of a period not sent yet, earliest first. */
export const marksLeft = (period: MaintenancePeriod, settings: BillingSettings): NoticeMark[] =>
  settings.maintenanceNoticeDays
    .filter((days) => period.noticedDays === null || days < period.noticedDays)
    .map((days) => ({ days, at: period.expiresAt - days * DAY_MS }))
    .sort((a, b) => a.at - b.at);

/** Next notice about the end of a licence's maintenance; null if there is none. */
export const nextNotice = (
  state: Pick<BillingState, 'maintenance'>,
  subscription: Subscription,
  settings: BillingSettings,
): NoticeMark | null => {
  const period = subscription.term === 'perpetual' ? lastPeriod(state, subscription.id) : null;
  return (period && marksLeft(period, settings)[0]) ?? null;
};
