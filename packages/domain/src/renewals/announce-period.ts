import { type Catalogue, planById } from '../catalogue/catalogue.ts';
import { type Draft, put, queueMail, type RuleContext } from '../decision/draft.ts';
import type { Announcement, BillingState, Invoice, Subscription } from '../state/entities.ts';
import type { MailFacts } from '../state/mail-job.ts';
import { isInvoiceAnnounced, noticeInputs, type PeriodNotice, periodNoticeOf } from '../state/period-notice.ts';
import { pendingChangeOf } from '../state/scheduled-change.ts';
import { isChargeable, isInCardCountry, willRenewPaid } from '../state/status.ts';
import { endsOutsideCardCountries, isFollowedByPrepaid, subscriptionBelowTrial } from '../state/trial-and-renewal.ts';
import { forecastInvoices } from './forecast-invoices.ts';

/** Mail facts for a change of plan: the plan that starts, or the paid plan that a trial replaces at its end. */
const plansOf = (
  state: BillingState,
  subscription: Subscription,
  invoice: Invoice,
  catalogue: Catalogue,
): Pick<MailFacts, 'starts' | 'descriptionParts' | 'replaces'> => {
  if (pendingChangeOf(state, subscription))
    return { starts: invoice.description, descriptionParts: invoice.descriptionParts };
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

/** Content of a notice: its mail, and the kind and amounts that a later content is compared with. */
interface NoticeContent {
  readonly template: 'renewal_notice' | 'ending_notice';
  readonly facts: MailFacts;
  readonly summary: string;
}

/** Content of the notice. Null if nothing has to be mailed. `isMailed`: an earlier notice has to be true as well. */
const contentOf = (
  { state, context }: Draft,
  subscription: Subscription,
  { kind, endsAt }: PeriodNotice,
  isMailed: boolean,
): NoticeContent | null => {
  if (kind === null) return null;
  const { planId, source, status } = subscription;
  const held = { planId, source, status };
  const blockedBy = blockOf(state, subscription, context);
  if (kind === 'end' || blockedBy === 'card_country') {
    const facts = { nextAt: endsAt, held, ...(blockedBy && { blockedBy }) };
    return { template: 'ending_notice', facts, summary: 'end' };
  }
  const invoice = forecastInvoices(state, context, [subscription]).get(subscription.id);
  if (!invoice) return null;
  const isUnpaid = blockedBy === 'no_card' && invoice.amountDueCents > 0;
  // The plan is free after this period.
  const isFree = invoice.totalCents <= 0 && invoice.creditAddedCents === 0;
  if (!isMailed && (isFree || (!isUnpaid && !isInvoiceAnnounced(subscription, endsAt, invoice)))) return null;
  const amounts = {
    amountCents: Math.max(0, invoice.totalCents),
    dueCents: invoice.amountDueCents,
    addedCents: invoice.creditAddedCents,
  };
  return {
    template: 'renewal_notice',
    facts: {
      nextAt: endsAt,
      held,
      ...amounts,
      ...(isUnpaid && { blockedBy }),
      ...plansOf(state, subscription, invoice, context.catalogue),
    },
    summary: [isUnpaid ? 'unpaid' : 'charge', invoice.description, ...Object.values(amounts)].join(' '),
  };
};

/**
 * Queues the mail that announces a charge or an end, and marks the period as announced. If a mail about this end was
 * sent before, a correction is queued, but only if kind or amount differ. After the period is over (worker outage) only
 * the mark is written.
 */
export const announcePeriod = (draft: Draft, subscription: Subscription): void => {
  const { state, context } = draft;
  const { now, settings } = context;
  const notice = periodNoticeOf(subscription, state, settings);
  if (!notice) return;
  const { endsAt } = notice;
  const inputs = noticeInputs(state, settings);
  const before = subscription.announced?.endsAt === endsAt ? subscription.announced : null;
  const mailed = before?.mailedContent == null ? null : before;
  const content = now < endsAt ? contentOf(draft, subscription, notice, mailed !== null) : null;
  const isNew = content !== null && content.summary !== mailed?.mailedContent;
  const announced: Announcement = isNew
    ? { endsAt, mailedContent: content.summary, mailedAt: now, correctedAt: mailed && now, inputs }
    : { endsAt, mailedContent: null, mailedAt: null, correctedAt: null, ...before, inputs };
  const noticed = put(draft, 'subscriptions', { ...subscription, noticedPeriodEnd: endsAt, announced });
  if (!isNew) return;
  const facts = { ...content.facts, ...(mailed?.mailedAt != null && { correctsMailOf: mailed.mailedAt }) };
  queueMail(draft, content.template, { subscription: noticed, facts });
};
