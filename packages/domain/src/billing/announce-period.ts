import { type Catalogue, planById } from '../catalogue/catalogue.ts';
import { isChargeable, isInCardCountry, willRenewPaid } from '../subscription/status.ts';
import { type Draft, mail, put, type RuleContext } from './draft.ts';
import type { BillingState, Invoice, Subscription } from './entities.ts';
import { forecastInvoices } from './forecast-invoices.ts';
import type { MailFacts } from './mail-job.ts';
import { isBillAnnounced, periodNoticeOf } from './period-notice.ts';
import { pendingChangeOf } from './scheduled-change.ts';
import { endsOutsideCardCountries, isFollowedByPrepaid, subscriptionBelowTrial } from './trial-and-renewal.ts';

/** Mail facts for a change of plan: the plan that starts, or the paid plan that a trial replaces at its end. */
const plansOf = (
  state: BillingState,
  subscription: Subscription,
  bill: Invoice,
  catalogue: Catalogue,
): Pick<MailFacts, 'starts' | 'descriptionParts' | 'replaces'> => {
  if (pendingChangeOf(state, subscription))
    return { starts: bill.description, descriptionParts: bill.descriptionParts };
  const below = subscription.status === 'trialing' ? subscriptionBelowTrial(state, subscription) : undefined;
  const replaced = below && below.unitAmountCents > 0 ? planById(catalogue, below.planId) : undefined;
  return replaced ? { replaces: replaced.name } : {};
};

/**
 * Reason why a plan that is set to renew cannot be charged at the end of its period. Undefined if it can be, or if the
 * plan ends anyway.
 */
const blockOf = (state: BillingState, subscription: Subscription, context: RuleContext): MailFacts['blockedBy'] => {
  const { settings } = context;
  if (isChargeable(state, settings)) return undefined;
  if (endsOutsideCardCountries(state, subscription, context)) return 'card_country';
  const isChanged = pendingChangeOf(state, subscription) !== undefined;
  const isRenewedPaid = willRenewPaid(subscription, true) && !isFollowedByPrepaid(state, subscription);
  if (!isChanged && !isRenewedPaid) return undefined;
  return isInCardCountry(state, settings) ? 'no_card' : isChanged ? undefined : 'card_country';
};

/**
 * Queues the mail that announces a charge or an end, and marks the period as announced. After the period is over
 * (worker outage) only the mark is written.
 */
export const announcePeriod = (draft: Draft, subscription: Subscription): void => {
  const { state, context } = draft;
  const notice = periodNoticeOf(subscription, state, context.settings);
  if (!notice) return;
  const { kind, endsAt } = notice;
  const noticed = put(draft, 'subscriptions', { ...subscription, noticedPeriodEnd: endsAt });
  if (context.now >= endsAt) return;
  const { planId, source, status } = subscription;
  const held = { planId, source, status };
  const blockedBy = blockOf(state, subscription, context);
  if (kind === 'end' || blockedBy === 'card_country') {
    const facts = { nextAt: endsAt, held, ...(blockedBy && { blockedBy }) };
    mail(draft, 'ending_notice', { subscription: noticed, facts });
    return;
  }
  const bill = forecastInvoices(state, context, [noticed]).get(noticed.id);
  // The plan is free after this period.
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
