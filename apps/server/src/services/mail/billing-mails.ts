import type { ComingEnd, MailFacts, MailJob } from '@foyer/domain/billing/mail-job';
import { cardExpiredMail, cardExpiringMail, cardSavedMail } from './card-mails.ts';
import type { MailContent } from './layout.ts';
import { cardText, type Formatters, figures, type MailTemplateData, receiptRows } from './mail-data.ts';
import { endingMail, extendedMail } from './maintenance-mails.ts';
import {
  heldAppliedMail,
  heldReleasedMail,
  promotionMail,
  reviewClearedMail,
  reviewDeniedMail,
  reviewOpenedMail,
} from './review-mails.ts';

const legacyText = ({ holding }: MailTemplateData, { words }: Formatters): string[] =>
  holding?.isLegacy ? [words.notice.legacy] : [];

const receiptMail = (data: MailTemplateData, formatters: Formatters): MailContent | null => {
  const { receipt, firstName } = data;
  if (!receipt) return null;
  const { words, day, money, greeting } = formatters;
  const paidWith = cardText(receipt.cardBrand, receipt.cardLast4);
  const amount = money(receipt.amount);
  const what = receipt.description;
  return {
    subject: receipt.amount > 0 ? words.receipt.subject(amount, what) : words.receipt.freeSubject(what),
    heading: receipt.amount > 0 ? words.receipt.heading(amount) : words.receipt.freeHeading,
    paragraphs: [
      greeting(firstName, words.receipt.text(what)),
      ...(paidWith ? [words.receipt.charged(paidWith, day(receipt.processedDate))] : []),
      ...legacyText(data, formatters),
    ],
    rows: receiptRows(receipt, formatters),
    link: { label: words.links.receipt, path: `/receipt/${receipt.id}` },
  };
};

/** The receipt of who had fallen behind: all is well again. */
const recoveredMail = (facts: MailTemplateData, formatters: Formatters): MailContent | null => {
  const content = receiptMail(facts, formatters);
  const { receipt, firstName } = facts;
  if (!content || !receipt) return null;
  const words = formatters.words.recovered;
  return {
    ...content,
    subject: words.subject(receipt.description),
    heading: words.heading(receipt.description),
    paragraphs: [formatters.greeting(firstName, words.text), ...content.paragraphs.slice(1)],
  };
};

const whatFailed = (what: string, card: string | null, facts: MailFacts, { words, decline }: Formatters): string => {
  const why = facts.failureMessage ? ` ${decline({ declineCode: facts.failureCode }, facts.failureMessage)}` : '';
  return card ? `${words.failed.declined(what, card)}${why}` : words.failed.noCard(what);
};

/** A change that time made and no card paid (S7): its bill is void, so nothing can be read of it any more, nor be paid. */
const undoneMail = ({ firstName, facts }: MailTemplateData, formatters: Formatters): MailContent | null => {
  const { words, money, greeting, described } = formatters;
  if (facts.amountCents === undefined || facts.name === undefined) return null;
  const amount = money(facts.amountCents);
  const what = described(facts.name);
  const card = cardText(facts.cardBrand ?? '', facts.cardLast4 ?? null);
  return {
    subject: words.failed.subject(amount),
    heading: words.failed.heading(amount),
    paragraphs: [
      greeting(firstName, whatFailed(what, card, facts, formatters)),
      words.failed.nothing,
      words.failed.kept(what),
    ],
    link: { label: words.links.card, path: '/payments/method' },
  };
};

const failedMail = (data: MailTemplateData, formatters: Formatters): MailContent | null => {
  const { receipt, firstName, facts } = data;
  if (!receipt) return undoneMail(data, formatters);
  const { words, day, money, greeting } = formatters;
  const card = cardText(receipt.cardBrand, receipt.cardLast4);
  const amount = money(receipt.amount);
  const what = receipt.description;
  return {
    subject: words.failed.subject(amount),
    heading: words.failed.heading(amount),
    paragraphs: [
      greeting(firstName, whatFailed(what, card, facts, formatters)),
      facts.nextAt == null ? words.failed.nothing : words.failed.again(day(facts.nextAt)),
      words.failed.change,
    ],
    rows: figures(receipt, formatters),
    link: { label: words.links.card, path: '/payments/method' },
  };
};

const overdueMail = ({ receipt, firstName }: MailTemplateData, formatters: Formatters): MailContent | null => {
  if (!receipt) return null;
  const { words, money, greeting } = formatters;
  const amount = money(receipt.amount);
  return {
    subject: words.overdue.subject(amount, receipt.description),
    heading: words.overdue.heading(receipt.description),
    paragraphs: [greeting(firstName, words.overdue.text(amount)), words.overdue.change],
    rows: figures(receipt, formatters),
    link: { label: words.links.card, path: '/payments/method' },
  };
};

/** First sentence of a renewal notice: what is charged, and to which card, if there is one. */
const chargeText = (
  { cardText: card, facts: { blockedBy } }: MailTemplateData,
  when: string,
  dueCents: number,
  { words: { notice }, money }: Formatters,
): string => {
  if (dueCents <= 0) return notice.nothing(when);
  return blockedBy === 'no_card' ? notice.noCard(when, money(dueCents)) : notice.text(when, money(dueCents), card);
};

const noticeMail = (data: MailTemplateData, formatters: Formatters): MailContent | null => {
  const { holding, firstName, facts } = data;
  const { words, day, money, greeting, described } = formatters;
  const { nextAt, amountCents, dueCents = amountCents, addedCents = 0, replaces, starts, blockedBy } = facts;
  if (!holding || nextAt == null || amountCents === undefined || dueCents === undefined) return null;
  const held = holding.plan.name;
  const when = day(nextAt);
  const notice = starts === undefined ? words.notice.renewal : words.notice.start;
  const name = starts === undefined ? held : described(starts);
  const heading = notice.heading(name, when);
  return {
    subject: amountCents > 0 ? notice.subject(name, when, money(amountCents)) : heading,
    heading,
    paragraphs: [
      greeting(firstName, chargeText(data, when, dueCents, formatters)),
      ...(blockedBy === 'no_card' ? [words.notice.addCard] : []),
      ...(starts === undefined ? [] : [words.notice.follows(held)]),
      ...(replaces === undefined ? [] : [words.notice.replaces(replaces)]),
      ...(amountCents > dueCents ? [words.notice.credit(money(amountCents - dueCents), money(amountCents))] : []),
      ...(addedCents > 0 ? [words.notice.added(money(addedCents))] : []),
      ...(starts === undefined ? legacyText(data, formatters) : []),
      notice.off,
    ],
    link:
      blockedBy === 'no_card'
        ? { label: words.links.addCard, path: '/payments/method' }
        : { label: words.links.subscription, path: `/subscriptions/${holding.product}` },
  };
};

/** Whether its end is a charge: not where what is left of the plan below it is worth more, nor where that one is not moved (S7). */
const trialEnd = ({ cents }: ComingEnd, until: string, { words: { trial }, money }: Formatters): string => {
  if (cents === undefined) return trial.open(until);
  if (cents === null) return trial.renewal;
  return cents > 0 ? trial.renews(until, money(cents)) : trial.nothing(until);
};

const trialMail = (
  { holding, firstName, facts: { end } }: MailTemplateData,
  formatters: Formatters,
): MailContent | null => {
  if (!holding) return null;
  const { words, day, greeting } = formatters;
  const { name } = holding.plan;
  const heading = words.trial.heading(name);
  const link = { label: words.links.subscription, path: `/subscriptions/${holding.product}` };
  // A job that an earlier release queued does not say how it ends; its page does.
  if (!end) return { subject: heading, heading, paragraphs: [greeting(firstName, words.trial.undated(name))], link };
  const until = day(end.at);
  return {
    subject: words.trial.subject(name, until),
    heading,
    paragraphs: [greeting(firstName, words.trial.text(name, until)), trialEnd(end, until, formatters)],
    link,
  };
};

/** What the customer can do so that a plan does not end. */
const wayOn = ({ holding, facts: { blockedBy } }: MailTemplateData, words: Formatters['words']['ending']): string[] => {
  if (blockedBy === 'no_card') return [words.noCard, words.addCard];
  if (blockedBy === 'card_country') return [words.abroad, words.contact];
  return [holding?.type === 'Prepaid' ? words.redeem : words.choose];
};

/** A week before what nobody will be charged for is over: it must not surprise who relies on it. */
const endingNoticeMail = (
  data: MailTemplateData,
  { words: { ending: words, links }, day, greeting }: Formatters,
): MailContent | null => {
  const { holding, firstName, facts } = data;
  if (!holding || facts.nextAt == null) return null;
  const { name } = holding.plan;
  const when = day(facts.nextAt);
  const titles: Partial<Record<typeof holding.type, string>> = {
    Trial: words.trial(name, when),
    Prepaid: words.prepaid(name, when),
    Promotion: words.promotion(name, when),
  };
  const title = titles[holding.type] ?? words.paid(name, when);
  return {
    subject: title,
    heading: title,
    paragraphs: [greeting(firstName, words.text(when)), ...wayOn(data, words)],
    link:
      facts.blockedBy === 'no_card'
        ? { label: links.addCard, path: '/payments/method' }
        : { label: links.subscription, path: `/subscriptions/${holding.product}` },
  };
};

const endedMail = ({ holding, firstName }: MailTemplateData, { words, greeting }: Formatters): MailContent | null =>
  holding && {
    subject: words.ended.title(holding.plan.name),
    heading: words.ended.title(holding.plan.name),
    paragraphs: [greeting(firstName, words.ended.text(holding.plan.name))],
    link: { label: words.links.plans, path: `/subscriptions/${holding.product}` },
  };

/** Mail about a refund. The money goes to the card that paid, and banks take some days for it. */
const refundedMail = (
  { firstName, facts }: MailTemplateData,
  { words, money, greeting }: Formatters,
): MailContent | null => {
  if (!facts.amountCents) return null;
  const amount = money(facts.amountCents);
  return {
    subject: words.refunded.title(amount),
    heading: words.refunded.title(amount),
    paragraphs: [greeting(firstName, words.refunded.text(amount)), words.refunded.days],
    link: { label: words.links.payments, path: '/payments?active=receipts' },
  };
};

const creditMail = (
  { firstName, facts }: MailTemplateData,
  { words, money, greeting }: Formatters,
): MailContent | null => {
  if (!facts.amountCents) return null;
  const amount = money(facts.amountCents);
  return {
    subject: words.credit.subject(amount),
    heading: words.credit.heading(amount),
    paragraphs: [greeting(firstName, words.credit.text(amount))],
    link: { label: words.links.payments, path: '/payments' },
  };
};

const paidOutMail = (
  { firstName, facts }: MailTemplateData,
  { words, money, greeting }: Formatters,
): MailContent | null => {
  if (!facts.amountCents) return null;
  const amount = money(facts.amountCents);
  return {
    subject: words.paidOut.subject(amount),
    heading: words.paidOut.heading(amount),
    paragraphs: [greeting(firstName, words.paidOut.text(amount))],
    link: { label: words.links.payments, path: '/payments' },
  };
};

/** What goes to the customer; a sales lead goes to the vendor (sales-lead-mail.ts). */
export type CustomerTemplate = Exclude<MailJob['template'], 'sales_lead'>;

const mails: Record<CustomerTemplate, (facts: MailTemplateData, formatters: Formatters) => MailContent | null> = {
  receipt: receiptMail,
  recovered: recoveredMail,
  payment_failed: failedMail,
  payment_overdue: overdueMail,
  refunded: refundedMail,
  credit_granted: creditMail,
  credit_paid_out: paidOutMail,
  card_saved: cardSavedMail,
  card_expiring: cardExpiringMail,
  card_expired: cardExpiredMail,
  renewal_notice: noticeMail,
  ending_notice: endingNoticeMail,
  trial_started: trialMail,
  subscription_ended: endedMail,
  maintenance_ending: endingMail,
  maintenance_extended: extendedMail,
  promotion_redeemed: promotionMail,
  review_opened: reviewOpenedMail,
  review_cleared: reviewClearedMail,
  review_denied: reviewDeniedMail,
  held_applied: heldAppliedMail,
  held_released: heldReleasedMail,
};

/** The mail of a billing job in the customer's language, or null when what it speaks of is gone. */
export const writeBillingMail = (
  template: CustomerTemplate,
  facts: MailTemplateData,
  formatters: Formatters,
): MailContent | null => mails[template](facts, formatters);
