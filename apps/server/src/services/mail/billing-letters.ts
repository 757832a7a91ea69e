import { formatCents } from '@foyer/contract/vocabulary/money';
import type { MailJob } from '@foyer/domain/billing/mail-job';
import { cardExpiredLetter, cardExpiringLetter, cardSavedLetter } from './card-letters.ts';
import type { Letter } from './layout.ts';
import { cardText, day, figures, greeting, type LetterFacts } from './letter-parts.ts';
import { endingLetter, extendedLetter } from './maintenance-letters.ts';
import {
  heldAppliedLetter,
  heldReleasedLetter,
  promotionLetter,
  reviewClearedLetter,
  reviewDeniedLetter,
  reviewOpenedLetter,
} from './review-letters.ts';

const receiptLetter = ({ receipt, firstName }: LetterFacts): Letter | null => {
  if (!receipt) return null;
  const paidWith = cardText(receipt.cardBrand, receipt.cardLast4);
  const amount = formatCents(receipt.amount);
  return {
    subject: receipt.amount > 0 ? `Receipt for ${amount}: ${receipt.description}` : `Receipt: ${receipt.description}`,
    heading: receipt.amount > 0 ? `You paid ${amount}` : 'No payment was necessary',
    paragraphs: [
      greeting(firstName, `This is your receipt for ${receipt.description}.`),
      ...(paidWith ? [`We charged ${paidWith} on ${day(receipt.processedDate)}.`] : []),
    ],
    rows: [['Receipt', receipt.invoice ?? ''], ...(figures(receipt) ?? [])],
    link: { label: 'View receipt', path: `/receipt/${receipt.id}` },
  };
};

/** The receipt of who had fallen behind: all is well again. */
const recoveredLetter = (facts: LetterFacts): Letter | null => {
  const letter = receiptLetter(facts);
  const { receipt, firstName } = facts;
  if (!letter || !receipt) return null;
  return {
    ...letter,
    subject: `Thank you: ${receipt.description} goes on`,
    heading: `${receipt.description} goes on`,
    paragraphs: [
      greeting(firstName, 'Your payment arrived, and nothing is open any more. This is your receipt.'),
      ...letter.paragraphs.slice(1),
    ],
  };
};

const failedLetter = ({ receipt, firstName, facts }: LetterFacts): Letter | null => {
  if (!receipt) return null;
  const card = cardText(receipt.cardBrand, receipt.cardLast4);
  const why = facts.failureMessage ? ` ${facts.failureMessage}` : '';
  const amount = formatCents(receipt.amount);
  return {
    subject: `Your payment of ${amount} did not go through`,
    heading: `We could not charge ${amount}`,
    paragraphs: [
      greeting(
        firstName,
        card
          ? `The payment for ${receipt.description} with ${card} failed.${why}`
          : `There is no card on file to pay for ${receipt.description}.`,
      ),
      facts.nextAt == null ? 'Nothing was charged.' : `Nothing was charged. We try again on ${day(facts.nextAt)}.`,
      'Change your card and we charge the amount at once.',
    ],
    rows: figures(receipt) ?? [],
    link: { label: 'Change card', path: '/payments/method' },
  };
};

const overdueLetter = ({ receipt, firstName }: LetterFacts): Letter | null =>
  receipt && {
    subject: `${formatCents(receipt.amount)} is overdue: ${receipt.description} is paused`,
    heading: `${receipt.description} is paused`,
    paragraphs: [
      greeting(firstName, `We tried several times to charge ${formatCents(receipt.amount)} and could not.`),
      'Change your card and it starts again at once. The time it was paused is added to your period.',
    ],
    rows: figures(receipt) ?? [],
    link: { label: 'Change card', path: '/payments/method' },
  };

const noticeLetter = ({ subscription, firstName, cardText: card, facts }: LetterFacts): Letter | null => {
  if (!subscription || facts.nextAt == null || !facts.amountCents) return null;
  const amount = formatCents(facts.amountCents);
  const when = day(facts.nextAt);
  return {
    subject: `${subscription.plan.name} renews on ${when} for ${amount}`,
    heading: `${subscription.plan.name} renews on ${when}`,
    paragraphs: [
      greeting(
        firstName,
        `On ${when} we charge ${amount}, tax included${card ? `, to ${card}` : ''}. Account credit is used first.`,
      ),
      'Turn renewal off any time before; you keep your plan until that day.',
    ],
    link: { label: 'Manage subscription', path: `/subscriptions/${subscription.product}` },
  };
};

const trialLetter = ({ subscription, firstName }: LetterFacts): Letter | null =>
  subscription && {
    subject: `Your ${subscription.plan.name} trial ends on ${day(subscription.trialExpiry)}`,
    heading: `Your ${subscription.plan.name} trial has started`,
    paragraphs: [
      greeting(
        firstName,
        `You can use everything in ${subscription.plan.name} until ${day(subscription.trialExpiry)}. You pay nothing for the trial.`,
      ),
      'It does not renew unless you turn auto-renew on.',
    ],
    link: { label: 'Manage subscription', path: `/subscriptions/${subscription.product}` },
  };

const endedLetter = ({ subscription, firstName }: LetterFacts): Letter | null =>
  subscription && {
    subject: `${subscription.plan.name} has ended`,
    heading: `${subscription.plan.name} has ended`,
    paragraphs: [
      greeting(
        firstName,
        `Your subscription to ${subscription.plan.name} is over. Nothing more will be charged for it.`,
      ),
    ],
    link: { label: 'Choose a plan', path: `/subscriptions/${subscription.product}` },
  };

/** Money given back goes to the card it came from; banks take their time (billing.md §1.5). */
const refundedLetter = ({ firstName, facts }: LetterFacts): Letter | null => {
  if (!facts.amountCents) return null;
  const amount = formatCents(facts.amountCents);
  return {
    subject: `We refunded ${amount}`,
    heading: `We refunded ${amount}`,
    paragraphs: [
      greeting(firstName, `We gave ${amount} back to the card you paid with.`),
      'Most banks show it within 5 to 10 days.',
    ],
    link: { label: 'View payments', path: '/payments?active=receipts' },
  };
};

const creditLetter = ({ firstName, facts }: LetterFacts): Letter | null => {
  if (!facts.amountCents) return null;
  const amount = formatCents(facts.amountCents);
  return {
    subject: `You have ${amount} of credit`,
    heading: `We added ${amount} to your account credit`,
    paragraphs: [greeting(firstName, `Your next payments use the ${amount} first, before your card is charged.`)],
    link: { label: 'View payments', path: '/payments' },
  };
};

const paidOutLetter = ({ firstName, facts }: LetterFacts): Letter | null => {
  if (!facts.amountCents) return null;
  const amount = formatCents(facts.amountCents);
  return {
    subject: `We paid out ${amount} of your credit`,
    heading: `We paid out ${amount}`,
    paragraphs: [
      greeting(firstName, `We paid ${amount} of your account credit back to you. It is no longer on your account.`),
    ],
    link: { label: 'View payments', path: '/payments' },
  };
};

/** What goes to the customer; a sales lead goes to the vendor (sales-lead-letter.ts). */
export type CustomerTemplate = Exclude<MailJob['template'], 'sales_lead'>;

const letters: Record<CustomerTemplate, (facts: LetterFacts) => Letter | null> = {
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

/** The letter of a billing job, or null when what it speaks of is gone. */
export const writeBillingLetter = (template: CustomerTemplate, facts: LetterFacts): Letter | null =>
  letters[template](facts);
