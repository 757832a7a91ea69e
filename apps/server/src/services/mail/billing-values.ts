import type { Receipt } from '@foyer/contract/api/receipt';
import type { Subscription } from '@foyer/contract/api/shapes';
import { cardBrandName } from '@foyer/contract/vocabulary/cards';
import type { Instant } from '@foyer/contract/vocabulary/instants';
import { type Language, locales } from '@foyer/contract/vocabulary/languages';
import { formatCents } from '@foyer/contract/vocabulary/money';
import type { Catalogue } from '@foyer/domain/catalogue/catalogue';
import { formatDay } from '@foyer/domain/dates/format-day';
import { descriptionIn } from '@foyer/domain/invoices/describe';
import { declineIn } from '@foyer/domain/payments/decline-words';
import type { MailFacts, MailJob, UpcomingEnd } from '@foyer/domain/state/mail-job';

/** Mails to the customer. A sales lead goes to the vendor (`sales-lead-mail.ts`). */
export type CustomerMail = Exclude<MailJob['template'], 'sales_lead'>;

/** Subscription that a mail names. */
export type Holding = Pick<Subscription, 'id' | 'product' | 'type'> & {
  readonly plan: Pick<Subscription['plan'], 'name'>;
  /** A legacy plan renews without updates and help (LG-02). */
  readonly isLegacy?: boolean;
};

/** Data for the mail of a job. Parts that the mail does not need, or that no longer exist, are null. */
export interface MailSource {
  readonly firstName: string;
  readonly receipt: Receipt | null;
  readonly holding: Holding | null;
  readonly cardText: string | null;
  readonly facts: MailFacts;
  /** Time of the event that the mail is about. */
  readonly at: Instant;
  readonly catalogue: Pick<Catalogue, 'families'>;
}

/** Functions that format values for readers of a language. */
export const formatsIn = (language: Language, catalogue: MailSource['catalogue']) => {
  const locale = locales[language];
  return {
    day: (at: Instant) => formatDay(at, language),
    money: (cents: number) => formatCents(cents, { locale }),
    percent: (rate: number) => rate.toLocaleString(locale),
    decline: (declineCode: string | null | undefined, message: string) => declineIn(language, { declineCode }, message),
    description: (description: string, { descriptionParts = null }: Pick<MailFacts, 'descriptionParts'>) =>
      descriptionIn(catalogue, language, { description, descriptionParts }),
  };
};

export type Formats = ReturnType<typeof formatsIn>;

/** Parts of a mail that are the same in every language. */
interface Frame {
  /** Path of the link; null in a mail without a link. */
  readonly path: string | null;
  /** Receipt whose lines the mail shows. */
  readonly receipt?: Receipt | null;
  /** Shown above these lines. */
  readonly receiptNumber?: string;
}

/** Part of a source that needs a database statement. */
export type SourcePart = 'receipt' | 'holding' | 'card';

interface BillingMail<Values> {
  readonly reads: readonly SourcePart[];
  /** True if the mail announces `nextAt`. It is not sent after that time. */
  readonly isAnnouncement?: true;
  readonly values: (source: MailSource, formats: Formats) => Values | null;
}

const CARD = '/payments/method';
const PAYMENTS = '/payments';
const ADDRESS = '/address';
export const planPage = ({ product }: Holding): string => `/subscriptions/${product}`;
const licencePage = (holding: Holding): string => `${planPage(holding)}/${holding.id}`;

/** Text of a card, such as `Visa •••• 4242`. */
export const cardText = (brand: string, last4: string | null): string | null =>
  last4 === null ? null : `${cardBrandName(brand)} •••• ${last4}`;

const receiptValues = ({ receipt, holding, facts }: MailSource, { day, money }: Formats) =>
  receipt && {
    /** Null if there was nothing to pay. */
    amount: receipt.amount > 0 ? money(receipt.amount) : null,
    what: receipt.description,
    card: cardText(receipt.cardBrand, receipt.cardLast4),
    chargedOn: receipt.processedDate ? day(Date.parse(receipt.processedDate)) : '',
    isLegacy: holding?.isLegacy ?? false,
    /** The plan ended unpaid, and the payment does not restore it (S17). */
    isOfEndedPlan: facts.isOfEndedPlan === true,
    path: `/receipt/${receipt.id}`,
    receipt,
    receiptNumber: receipt.invoice ?? '',
  };

const outcomeValues = ({ ifUnpaid }: MailFacts, { day }: Formats) =>
  ifUnpaid ? { kind: ifUnpaid.kind, on: day(ifUnpaid.at) } : null;

/** Event that follows if a plan stays unpaid, where cards are not accepted for the address; else null. */
const stopsAbroad = (facts: MailFacts, formats: Formats) =>
  facts.blockedBy === 'card_country' ? outcomeValues(facts, formats) : null;

const failedValues = ({ receipt, facts, at }: MailSource, formats: Formats) => {
  const { day, money, decline, description } = formats;
  const { failureCode, failureMessage, nextAt } = facts;
  // An unpaid change of plan has no receipt, because its invoice is void (S7). The job names the payment.
  const amountCents = receipt ? receipt.amount : facts.amountCents;
  const what = receipt ? receipt.description : facts.name && description(facts.name, facts);
  if (amountCents === undefined || what === undefined) return null;
  const stops = receipt && stopsAbroad(facts, formats);
  const hasNoCard = facts.blockedBy === 'no_card';
  const isReminder = facts.isReminder === true;
  const { cardBrand, cardLast4 } = receipt ?? { cardBrand: facts.cardBrand ?? '', cardLast4: facts.cardLast4 ?? null };
  return {
    amount: money(amountCents),
    what,
    /** Card that was tried. Null without one, and in a reminder if that card is no longer on file. */
    card: isReminder && hasNoCard ? null : cardText(cardBrand, cardLast4),
    /** Sentence with a space before it, or empty. */
    reason: failureMessage ? ` ${decline(failureCode, failureMessage)}` : '',
    retryOn: receipt && nextAt != null && !facts.blockedBy ? day(nextAt) : null,
    isVoid: receipt === null,
    stops,
    hasNoCard,
    /** The plan was never paid, so it cannot be used meanwhile. */
    isPaused: receipt !== null && facts.isPaused === true,
    /** Nothing was tried since the mail before. */
    isReminder,
    /** Day of the attempt, which tells several mails about one bill apart. */
    triedOn: day(at),
    /** Event that follows unless the customer pays; null if nothing does. */
    unlessPaid: receipt && outcomeValues(facts, formats),
    path: stops ? ADDRESS : CARD,
    receipt,
  };
};

const amountValues =
  (path: string) =>
  ({ facts: { amountCents } }: MailSource, { money }: Formats) =>
    amountCents ? { amount: money(amountCents), path } : null;

const cardValues =
  (path: string) =>
  ({ cardText: card }: MailSource) =>
    card === null ? null : { card, path };

const renewalValues = ({ holding, cardText: card, facts }: MailSource, { day, money, description }: Formats) => {
  const {
    nextAt,
    amountCents,
    dueCents = amountCents,
    addedCents = 0,
    replaces = null,
    starts,
    blockedBy,
    correctsMailOf,
  } = facts;
  if (!holding || nextAt == null || amountCents === undefined || dueCents === undefined) return null;
  const hasNoCard = blockedBy === 'no_card';
  return {
    plan: holding.plan.name,
    /** Plan that replaces the current one at that day (S11). */
    nextPlan: starts === undefined ? null : description(starts, facts),
    day: day(nextAt),
    amount: amountCents > 0 ? money(amountCents) : null,
    /** Part of the amount that the card pays; null for nothing. */
    due: dueCents > 0 ? money(dueCents) : null,
    card,
    hasNoCard,
    /** Plan below a trial that the trial replaces (S7). */
    replaces,
    credit: amountCents > dueCents ? money(amountCents - dueCents) : null,
    added: addedCents > 0 ? money(addedCents) : null,
    isLegacy: starts === undefined && (holding.isLegacy ?? false),
    /** Day of the earlier mail that this one corrects. */
    corrects: correctsMailOf === undefined ? null : day(correctsMailOf),
    path: hasNoCard ? CARD : planPage(holding),
  };
};

const adviceBeforeEnd = (
  type: Holding['type'],
  blockedBy: MailFacts['blockedBy'],
): 'addCard' | 'contact' | 'redeem' | 'choose' => {
  if (blockedBy === 'no_card') return 'addCard';
  if (blockedBy === 'card_country') return 'contact';
  return type === 'Prepaid' ? 'redeem' : 'choose';
};

const endingValues = ({ holding, facts: { nextAt, blockedBy, correctsMailOf } }: MailSource, { day }: Formats) => {
  if (!holding || nextAt == null) return null;
  const { type, plan } = holding;
  const kind = type === 'Trial' || type === 'Promotion' || type === 'Prepaid' ? type : ('Paid' as const);
  const advice = adviceBeforeEnd(type, blockedBy);
  return {
    plan: plan.name,
    kind,
    day: day(nextAt),
    advice,
    /** Day of the earlier mail that this one corrects. */
    corrects: correctsMailOf === undefined ? null : day(correctsMailOf),
    path: advice === 'addCard' ? CARD : planPage(holding),
  };
};

const renewalOfTrial = ({ cents }: UpcomingEnd): 'undecided' | 'off' | 'paid' | 'free' => {
  if (cents === undefined) return 'undecided';
  if (cents === null) return 'off';
  return cents > 0 ? 'paid' : 'free';
};

const trialValues = ({ holding, facts: { end } }: MailSource, { day, money }: Formats) =>
  holding && {
    plan: holding.plan.name,
    /** Null in a job that an earlier release queued. */
    until: end ? day(end.at) : null,
    renewal: end ? renewalOfTrial(end) : null,
    amount: end?.cents ? money(end.cents) : null,
    path: planPage(holding),
  };

const maintenanceValues = ({ holding, facts: { nextAt } }: MailSource, { day }: Formats) =>
  holding && nextAt != null ? { plan: holding.plan.name, until: day(nextAt), path: licencePage(holding) } : null;

/** End of free time; null if a code extends a subscription that the customer has. */
const kindOfFreeTime = (end: MailFacts['end'], holding: Holding | null): 'forGood' | 'ends' | 'renews' | null => {
  if (end === null) return 'forGood';
  if (end?.cents === undefined) return null;
  return holding && end.cents ? 'renews' : 'ends';
};

const promotionValues = ({ holding, facts: { name, end } }: MailSource, { day, money }: Formats) =>
  name === undefined
    ? null
    : {
        name,
        freeTime: kindOfFreeTime(end, holding),
        until: end ? day(end.at) : null,
        plan: holding?.plan.name ?? null,
        amount: end?.cents ? money(end.cents) : null,
        path: '/',
      };

const overdueValues = ({ receipt, facts }: MailSource, formats: Formats) => {
  const stops = stopsAbroad(facts, formats);
  return (
    receipt && {
      amount: formats.money(receipt.amount),
      what: receipt.description,
      stops,
      /** End of the plan unless the customer pays; null in a job that an earlier release queued. */
      unlessPaid: outcomeValues(facts, formats),
      /** The card was declined for good, so the last slots passed without a charge. */
      isNotRetried: facts.blockedBy === 'declined_card',
      hasNoCard: facts.blockedBy === 'no_card',
      path: stops ? ADDRESS : CARD,
      receipt,
    }
  );
};

const expiringValues = ({ cardText: card, facts: { nextAt } }: MailSource, { day }: Formats) =>
  // `nextAt` is the first moment after the last day of the card.
  card !== null && nextAt != null ? { card, lastDay: day(nextAt - 1), path: CARD } : null;

const planValues = ({ holding }: MailSource) => holding && { plan: holding.plan.name, path: planPage(holding) };

const acceptedValues = (source: MailSource, { money }: Formats) => {
  const values = planValues(source);
  const { addedCents = 0 } = source.facts;
  return (
    values && {
      ...values,
      /** Credit for unused paid days; null for none. */ added: addedCents > 0 ? money(addedCents) : null,
    }
  );
};

const endedValues = (source: MailSource, { money }: Formats) => {
  const { unpaid } = source.facts;
  const values = planValues(source);
  if (!values) return null;
  return {
    ...values,
    /** Invoice that was not paid and so ended the plan; null if the plan ended otherwise. */
    unpaid: unpaid ? { amount: money(unpaid.cents), isDue: unpaid.isDue } : null,
    path: unpaid?.isDue ? PAYMENTS : values.path,
  };
};

const extendedValues = (source: MailSource, formats: Formats) => {
  const { receipt } = source;
  const values = maintenanceValues(source, formats);
  if (!values || !receipt) return null;
  const amount = formats.money(receipt.amount);
  const card = receipt.amount > 0 ? cardText(receipt.cardBrand, receipt.cardLast4) : null;
  return { ...values, amount, card, receipt, receiptNumber: receipt.invoice ?? '' };
};

const reviewValues = ({ facts: { answerBy, name } }: MailSource, { day }: Formats) => ({
  answerBy: answerBy === undefined ? null : day(Date.parse(answerBy)),
  /** Name of the code or promotion that is held until the decision. */
  held: name ?? null,
  path: '/',
});

const releasedValues = ({ facts: { name } }: MailSource) => (name === undefined ? null : { name, path: '/' });

const mails = {
  receipt: { reads: ['receipt', 'holding'], values: receiptValues },
  recovered: { reads: ['receipt', 'holding'], values: receiptValues },
  payment_failed: { reads: ['receipt'], values: failedValues },
  payment_overdue: { reads: ['receipt'], values: overdueValues },
  refunded: { reads: [], values: amountValues('/payments?active=receipts') },
  credit_granted: { reads: [], values: amountValues(PAYMENTS) },
  credit_paid_out: { reads: [], values: amountValues(PAYMENTS) },
  card_saved: { reads: ['card'], values: cardValues(PAYMENTS) },
  card_expiring: { reads: ['card'], isAnnouncement: true, values: expiringValues },
  card_expired: { reads: ['card'], values: cardValues(CARD) },
  renewal_notice: { reads: ['holding', 'card'], isAnnouncement: true, values: renewalValues },
  ending_notice: { reads: ['holding'], isAnnouncement: true, values: endingValues },
  trial_started: { reads: ['holding'], values: trialValues },
  subscription_ended: { reads: ['holding'], values: endedValues },
  request_accepted: { reads: ['holding'], values: acceptedValues },
  request_ended: { reads: ['holding'], values: planValues },
  maintenance_ending: { reads: ['holding'], isAnnouncement: true, values: maintenanceValues },
  maintenance_extended: { reads: ['holding', 'receipt'], values: extendedValues },
  promotion_redeemed: { reads: ['holding'], values: promotionValues },
  review_opened: { reads: [], values: reviewValues },
  review_cleared: { reads: [], values: () => ({ path: '/' }) },
  review_denied: { reads: [], values: () => ({ path: null }) },
  held_applied: { reads: ['holding'], values: promotionValues },
  held_released: { reads: [], values: releasedValues },
} satisfies { [T in CustomerMail]: BillingMail<Frame> };

/** Values of the text of each mail, formatted for the reader. */
export type BillingValues = { [T in CustomerMail]: NonNullable<ReturnType<(typeof mails)[T]['values']>> & Frame };

/** Parts that each mail reads, and its values; null if its subject no longer exists. */
export const billingMails: { readonly [T in CustomerMail]: BillingMail<BillingValues[T]> } = mails;
