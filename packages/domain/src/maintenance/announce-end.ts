import { type Draft, put, queueMail } from '../decision/draft.ts';
import type { Subscription } from '../state/entities.ts';
import { lastPeriod, marksLeft } from '../state/maintenance-cover.ts';

/**
 * Queues the mails 60, 30 and 7 days before maintenance ends. Several notices due at once, after an outage or a late
 * start, become one mail. No mail if it has ended.
 */
export const announceEnd = (draft: Draft, subscription: Subscription): void => {
  const { now, settings } = draft.context;
  const period = lastPeriod(draft.state, subscription.id);
  const passed = period ? marksLeft(period, settings).filter(({ at }) => at <= now) : [];
  const mark = passed.at(-1);
  if (!period || !mark) return;
  put(draft, 'maintenance', { ...period, noticedDays: mark.days });
  if (now < period.expiresAt)
    queueMail(draft, 'maintenance_ending', { subscription, facts: { nextAt: period.expiresAt } });
};
