import { scheduledChangeOf } from './discard-scheduled.ts';
import { type Draft, mail, putSubscription } from './draft.ts';
import type { Subscription } from './entities.ts';
import { periodNoticeOf } from './period-notice.ts';
import { renewalCents } from './renewal-cents.ts';

/** Mails what the end of the period will bring. What an outage kept back until it was over announces nothing any more. */
export const announcePeriod = (draft: Draft, subscription: Subscription): void => {
  const { state, context } = draft;
  const notice = periodNoticeOf(subscription, state, context.settings);
  if (!notice) return;
  const { kind, endsAt } = notice;
  const noticed = putSubscription(draft, { ...subscription, noticedPeriodEnd: endsAt });
  if (context.now >= endsAt) return;
  if (kind === 'end') {
    // Another plan takes its place then, as the customer wished: nothing ends by itself.
    if (scheduledChangeOf(state, subscription)) return;
    mail(draft, 'ending_notice', { subscription: noticed, facts: { nextAt: endsAt } });
    return;
  }
  const amountCents = renewalCents(state, context, noticed);
  // Nothing to announce when the plan is going to be free by then.
  if (amountCents !== null)
    mail(draft, 'renewal_notice', { subscription: noticed, facts: { nextAt: endsAt, amountCents } });
};
