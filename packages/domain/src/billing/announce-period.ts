import { type Catalogue, planById } from '../catalogue/catalogue.ts';
import { isChargeable, renewsForMoney, takesCards } from '../subscription/status.ts';
import { comingBills } from './coming-bills.ts';
import { type Draft, mail, putSubscription, type RuleContext } from './draft.ts';
import type { BillingState, Invoice, Subscription } from './entities.ts';
import type { MailFacts } from './mail-job.ts';
import { isBillAnnounced, periodNoticeOf } from './period-notice.ts';
import { comingChangeOf } from './scheduled-change.ts';
import { endsAbroad, endsOverPrepaid, overlaidBy } from './trial-over.ts';

/** Where another plan begins than the one that is held, or it takes the place of a paid one. */
const plansOf = (
  state: BillingState,
  subscription: Subscription,
  bill: Invoice,
  catalogue: Catalogue,
): Pick<MailFacts, 'starts' | 'replaces'> => {
  if (comingChangeOf(state, subscription)) return { starts: bill.description };
  const over = subscription.status === 'trialing' ? overlaidBy(state, subscription) : undefined;
  const replaced = over && over.unitAmountCents > 0 ? planById(catalogue, over.planId) : undefined;
  return replaced ? { replaces: replaced.name } : {};
};

/** Why a plan that should go on will not be paid at its end; undefined where it will be, or where it ends anyway. */
const blockOf = (state: BillingState, subscription: Subscription, context: RuleContext): MailFacts['blockedBy'] => {
  const { settings } = context;
  if (isChargeable(state, settings)) return undefined;
  if (endsAbroad(state, subscription, context)) return 'card_country';
  const isChanged = comingChangeOf(state, subscription) !== undefined;
  const goesOn = renewsForMoney(subscription, true) && !endsOverPrepaid(state, subscription);
  if (!isChanged && !goesOn) return undefined;
  return takesCards(state, settings) ? 'no_card' : isChanged ? undefined : 'card_country';
};

/** Mails what the end of the period will bring. What an outage kept back until it was over announces nothing any more. */
export const announcePeriod = (draft: Draft, subscription: Subscription): void => {
  const { state, context } = draft;
  const notice = periodNoticeOf(subscription, state, context.settings);
  if (!notice) return;
  const { kind, endsAt } = notice;
  const noticed = putSubscription(draft, { ...subscription, noticedPeriodEnd: endsAt });
  if (context.now >= endsAt) return;
  const { planId, source, status } = subscription;
  const held = { planId, source, status };
  const blockedBy = blockOf(state, subscription, context);
  if (kind === 'end' || blockedBy === 'card_country') {
    const facts = { nextAt: endsAt, held, ...(blockedBy && { blockedBy }) };
    mail(draft, 'ending_notice', { subscription: noticed, facts });
    return;
  }
  const bill = comingBills(state, context, [noticed]).get(noticed.id);
  // Nothing to announce when the plan is going to be free by then.
  if (!bill || (bill.totalCents <= 0 && bill.creditAddedCents === 0)) return;
  const isUnpaid = blockedBy === 'no_card' && bill.amountDueCents > 0;
  if (!isUnpaid && !isBillAnnounced(subscription, endsAt, bill)) return;
  mail(draft, 'renewal_notice', {
    subscription: noticed,
    facts: {
      nextAt: endsAt,
      held,
      amountCents: Math.max(0, bill.totalCents),
      dueCents: bill.amountDueCents,
      addedCents: bill.creditAddedCents,
      ...(isUnpaid && { blockedBy }),
      ...plansOf(state, subscription, bill, context.catalogue),
    },
  });
};
