import { planById } from '../catalogue/catalogue.ts';
import { comingBills } from './coming-bills.ts';
import { scheduledChangeOf } from './discard-scheduled.ts';
import { type Draft, mail, putSubscription } from './draft.ts';
import type { Subscription } from './entities.ts';
import { periodNoticeOf } from './period-notice.ts';
import { overlaidBy } from './trial-over.ts';

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
  const bill = comingBills(state, context, [noticed]).get(noticed.id);
  // Nothing to announce when the plan is going to be free by then.
  if (!bill || (bill.totalCents <= 0 && bill.creditAddedCents === 0)) return;
  const over = subscription.status === 'trialing' ? overlaidBy(state, subscription) : undefined;
  const replaced = over && over.unitAmountCents > 0 ? planById(context.catalogue, over.planId) : undefined;
  mail(draft, 'renewal_notice', {
    subscription: noticed,
    facts: {
      nextAt: endsAt,
      amountCents: Math.max(0, bill.totalCents),
      dueCents: bill.amountDueCents,
      addedCents: bill.creditAddedCents,
      ...(replaced && { replaces: replaced.name }),
    },
  });
};
