import { type Draft, mail, putMaintenance } from '../billing/draft.ts';
import type { Subscription } from '../billing/entities.ts';
import { lastPeriod, marksLeft } from './cover.ts';

/**
 * Mails 60, 30 and 7 days before maintenance ends (billing.md §2.5). Marks that were passed together, after an outage or
 * because the customer came late, make one mail; what is over already makes none.
 */
export const announceEnd = (draft: Draft, subscription: Subscription): void => {
  const { now, settings } = draft.context;
  const period = lastPeriod(draft.state, subscription.id);
  const passed = period ? marksLeft(period, settings).filter(({ at }) => at <= now) : [];
  const mark = passed.at(-1);
  if (!period || !mark) return;
  putMaintenance(draft, { ...period, noticedDays: mark.days });
  if (now < period.expiresAt) mail(draft, 'maintenance_ending', { subscription, facts: { nextAt: period.expiresAt } });
};
