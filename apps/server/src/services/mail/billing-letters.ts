import type { ComingEnd, MailFacts, MailJob } from '@foyer/domain/billing/mail-job';
import { cardExpiredLetter, cardExpiringLetter, cardSavedLetter } from './card-letters.ts';
import type { Letter } from './layout.ts';
import { cardText, figures, type LetterFacts, receiptRows, type Speech } from './letter-parts.ts';
import { endingLetter, extendedLetter } from './maintenance-letters.ts';
import {
  heldAppliedLetter,
  heldReleasedLetter,
  promotionLetter,
  reviewClearedLetter,
  reviewDeniedLetter,
  reviewOpenedLetter,
} from './review-letters.ts';

const legacyText = ({ holding }: LetterFacts, { words }: Speech): string[] =>
  holding?.isLegacy ? [words.notice.legacy] : [];

const receiptLetter = (letterFacts: LetterFacts, speech: Speech): Letter | null => {
  const { receipt, firstName } = letterFacts;
  if (!receipt) return null;
  const { words, day, money, greeting } = speech;
  const paidWith = cardText(receipt.cardBrand, receipt.cardLast4);
  const amount = money(receipt.amount);
  const what = receipt.description;
  return {
    subject: receipt.amount > 0 ? words.receipt.subject(amount, what) : words.receipt.freeSubject(what),
    heading: receipt.amount > 0 ? words.receipt.heading(amount) : words.receipt.freeHeading,
    paragraphs: [
      greeting(firstName, words.receipt.text(what)),
      ...(paidWith ? [words.receipt.charged(paidWith, day(receipt.processedDate))] : []),
      ...legacyText(letterFacts, speech),
    ],
    rows: receiptRows(receipt, speech),
    link: { label: words.links.receipt, path: `/receipt/${receipt.id}` },
  };
};

/** The receipt of who had fallen behind: all is well again. */
const recoveredLetter = (facts: LetterFacts, speech: Speech): Letter | null => {
  const letter = receiptLetter(facts, speech);
  const { receipt, firstName } = facts;
  if (!letter || !receipt) return null;
  const words = speech.words.recovered;
  return {
    ...letter,
    subject: words.subject(receipt.description),
    heading: words.heading(receipt.description),
    paragraphs: [speech.greeting(firstName, words.text), ...letter.paragraphs.slice(1)],
  };
};

const whatFailed = (what: string, card: string | null, facts: MailFacts, { words, decline }: Speech): string => {
  const why = facts.failureMessage ? ` ${decline({ declineCode: facts.failureCode }, facts.failureMessage)}` : '';
  return card ? `${words.failed.declined(what, card)}${why}` : words.failed.noCard(what);
};

/** A change that time made and no card paid (S7): its bill is void, so nothing can be read of it any more, nor be paid. */
const undoneLetter = ({ firstName, facts }: LetterFacts, speech: Speech): Letter | null => {
  const { words, money, greeting, described } = speech;
  if (facts.amountCents === undefined || facts.name === undefined) return null;
  const amount = money(facts.amountCents);
  const what = described(facts.name);
  const card = cardText(facts.cardBrand ?? '', facts.cardLast4 ?? null);
  return {
    subject: words.failed.subject(amount),
    heading: words.failed.heading(amount),
    paragraphs: [
      greeting(firstName, whatFailed(what, card, facts, speech)),
      words.failed.nothing,
      words.failed.kept(what),
    ],
    link: { label: words.links.card, path: '/payments/method' },
  };
};

const failedLetter = (letterFacts: LetterFacts, speech: Speech): Letter | null => {
  const { receipt, firstName, facts } = letterFacts;
  if (!receipt) return undoneLetter(letterFacts, speech);
  const { words, day, money, greeting } = speech;
  const card = cardText(receipt.cardBrand, receipt.cardLast4);
  const amount = money(receipt.amount);
  const what = receipt.description;
  return {
    subject: words.failed.subject(amount),
    heading: words.failed.heading(amount),
    paragraphs: [
      greeting(firstName, whatFailed(what, card, facts, speech)),
      facts.nextAt == null ? words.failed.nothing : words.failed.again(day(facts.nextAt)),
      words.failed.change,
    ],
    rows: figures(receipt, speech),
    link: { label: words.links.card, path: '/payments/method' },
  };
};

const overdueLetter = ({ receipt, firstName }: LetterFacts, speech: Speech): Letter | null => {
  if (!receipt) return null;
  const { words, money, greeting } = speech;
  const amount = money(receipt.amount);
  return {
    subject: words.overdue.subject(amount, receipt.description),
    heading: words.overdue.heading(receipt.description),
    paragraphs: [greeting(firstName, words.overdue.text(amount)), words.overdue.change],
    rows: figures(receipt, speech),
    link: { label: words.links.card, path: '/payments/method' },
  };
};

/** First sentence of a renewal notice: what is charged, and to which card, if there is one. */
const chargeText = (
  { cardText: card, facts: { blockedBy } }: LetterFacts,
  when: string,
  dueCents: number,
  { words: { notice }, money }: Speech,
): string => {
  if (dueCents <= 0) return notice.nothing(when);
  return blockedBy === 'no_card' ? notice.noCard(when, money(dueCents)) : notice.text(when, money(dueCents), card);
};

const noticeLetter = (letterFacts: LetterFacts, speech: Speech): Letter | null => {
  const { holding, firstName, facts } = letterFacts;
  const { words, day, money, greeting, described } = speech;
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
      greeting(firstName, chargeText(letterFacts, when, dueCents, speech)),
      ...(blockedBy === 'no_card' ? [words.notice.addCard] : []),
      ...(starts === undefined ? [] : [words.notice.follows(held)]),
      ...(replaces === undefined ? [] : [words.notice.replaces(replaces)]),
      ...(amountCents > dueCents ? [words.notice.credit(money(amountCents - dueCents), money(amountCents))] : []),
      ...(addedCents > 0 ? [words.notice.added(money(addedCents))] : []),
      ...(starts === undefined ? legacyText(letterFacts, speech) : []),
      notice.off,
    ],
    link:
      blockedBy === 'no_card'
        ? { label: words.links.addCard, path: '/payments/method' }
        : { label: words.links.subscription, path: `/subscriptions/${holding.product}` },
  };
};

/** Whether its end is a charge: not where what is left of the plan below it is worth more, nor where that one is not moved (S7). */
const trialEnd = ({ cents }: ComingEnd, until: string, { words: { trial }, money }: Speech): string => {
  if (cents === undefined) return trial.open(until);
  if (cents === null) return trial.renewal;
  return cents > 0 ? trial.renews(until, money(cents)) : trial.nothing(until);
};

const trialLetter = ({ holding, firstName, facts: { end } }: LetterFacts, speech: Speech): Letter | null => {
  if (!holding) return null;
  const { words, day, greeting } = speech;
  const { name } = holding.plan;
  const heading = words.trial.heading(name);
  const link = { label: words.links.subscription, path: `/subscriptions/${holding.product}` };
  // A job that an earlier release queued does not say how it ends; its page does.
  if (!end) return { subject: heading, heading, paragraphs: [greeting(firstName, words.trial.undated(name))], link };
  const until = day(end.at);
  return {
    subject: words.trial.subject(name, until),
    heading,
    paragraphs: [greeting(firstName, words.trial.text(name, until)), trialEnd(end, until, speech)],
    link,
  };
};

/** What the customer can do so that a plan does not end. */
const wayOn = ({ holding, facts: { blockedBy } }: LetterFacts, words: Speech['words']['ending']): string[] => {
  if (blockedBy === 'no_card') return [words.noCard, words.addCard];
  if (blockedBy === 'card_country') return [words.abroad, words.contact];
  return [holding?.type === 'Prepaid' ? words.redeem : words.choose];
};

/** A week before what nobody will be charged for is over: it must not surprise who relies on it. */
const endingNoticeLetter = (
  letterFacts: LetterFacts,
  { words: { ending: words, links }, day, greeting }: Speech,
): Letter | null => {
  const { holding, firstName, facts } = letterFacts;
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
    paragraphs: [greeting(firstName, words.text(when)), ...wayOn(letterFacts, words)],
    link:
      facts.blockedBy === 'no_card'
        ? { label: links.addCard, path: '/payments/method' }
        : { label: links.subscription, path: `/subscriptions/${holding.product}` },
  };
};

const endedLetter = ({ holding, firstName }: LetterFacts, { words, greeting }: Speech): Letter | null =>
  holding && {
    subject: words.ended.title(holding.plan.name),
    heading: words.ended.title(holding.plan.name),
    paragraphs: [greeting(firstName, words.ended.text(holding.plan.name))],
    link: { label: words.links.plans, path: `/subscriptions/${holding.product}` },
  };

/** Money given back goes to the card it came from; banks take their time (billing.md §1.5). */
const refundedLetter = ({ firstName, facts }: LetterFacts, { words, money, greeting }: Speech): Letter | null => {
  if (!facts.amountCents) return null;
  const amount = money(facts.amountCents);
  return {
    subject: words.refunded.title(amount),
    heading: words.refunded.title(amount),
    paragraphs: [greeting(firstName, words.refunded.text(amount)), words.refunded.days],
    link: { label: words.links.payments, path: '/payments?active=receipts' },
  };
};

const creditLetter = ({ firstName, facts }: LetterFacts, { words, money, greeting }: Speech): Letter | null => {
  if (!facts.amountCents) return null;
  const amount = money(facts.amountCents);
  return {
    subject: words.credit.subject(amount),
    heading: words.credit.heading(amount),
    paragraphs: [greeting(firstName, words.credit.text(amount))],
    link: { label: words.links.payments, path: '/payments' },
  };
};

const paidOutLetter = ({ firstName, facts }: LetterFacts, { words, money, greeting }: Speech): Letter | null => {
  if (!facts.amountCents) return null;
  const amount = money(facts.amountCents);
  return {
    subject: words.paidOut.subject(amount),
    heading: words.paidOut.heading(amount),
    paragraphs: [greeting(firstName, words.paidOut.text(amount))],
    link: { label: words.links.payments, path: '/payments' },
  };
};

/** What goes to the customer; a sales lead goes to the vendor (sales-lead-letter.ts). */
export type CustomerTemplate = Exclude<MailJob['template'], 'sales_lead'>;

const letters: Record<CustomerTemplate, (facts: LetterFacts, speech: Speech) => Letter | null> = {
  receipt: receiptLetter,
  recovered: recoveredLetter,
  payment_failed: failedLetter,
  payment_overdue: overdueLetter,
  refunded: refundedLetter,
  credit_granted: creditLetter,
  credit_paid_out: paidOutLetter,
  card_saved: cardSavedLetter,
  card_expiring: cardExpiringLetter,
  card_expired: cardExpiredLetter,
  renewal_notice: noticeLetter,
  ending_notice: endingNoticeLetter,
  trial_started: trialLetter,
  subscription_ended: endedLetter,
  maintenance_ending: endingLetter,
  maintenance_extended: extendedLetter,
  promotion_redeemed: promotionLetter,
  review_opened: reviewOpenedLetter,
  review_cleared: reviewClearedLetter,
  review_denied: reviewDeniedLetter,
  held_applied: heldAppliedLetter,
  held_released: heldReleasedLetter,
};

/** The letter of a billing job in the customer's language, or null when what it speaks of is gone. */
export const writeBillingLetter = (template: CustomerTemplate, facts: LetterFacts, speech: Speech): Letter | null =>
  letters[template](facts, speech);
