import { formatCents } from '@foyer/contract/vocabulary/money';
import type { Letter } from './layout.ts';
import { cardText, day, figures, greeting, type LetterFacts } from './letter-parts.ts';

/** Letters about the maintenance of a perpetual licence (billing.md §2.5). */

const pageOf = ({ id }: { readonly id: string }): string => `/subscriptions/scope/${id}`;

export const endingLetter = ({ subscription, firstName, facts }: LetterFacts): Letter | null => {
  if (!subscription || facts.nextAt == null) return null;
  const { name } = subscription.plan;
  const when = day(facts.nextAt);
  return {
    subject: `Maintenance of your ${name} license ends on ${when}`,
    heading: `Maintenance ends on ${when}`,
    paragraphs: [
      greeting(firstName, `You can use every release of ${name} that comes out before ${when}, for good.`),
      'To use later releases too, extend your maintenance. An extension starts where the present one ends, so you lose no days by being early.',
    ],
    link: { label: 'Extend maintenance', path: pageOf(subscription) },
  };
};

/** The receipt of a purchase, or of a code. */
export const extendedLetter = ({ subscription, receipt, firstName, facts }: LetterFacts): Letter | null => {
  if (!subscription || !receipt || facts.nextAt == null) return null;
  const { name } = subscription.plan;
  const until = day(facts.nextAt);
  const paidWith = receipt.amount > 0 ? cardText(receipt.cardBrand, receipt.cardLast4) : null;
  return {
    subject: `Maintenance of your ${name} license is extended to ${until}`,
    heading: `Maintenance is extended to ${until}`,
    paragraphs: [
      greeting(firstName, `You can use every release of ${name} that comes out before ${until}.`),
      ...(paidWith ? [`We charged ${formatCents(receipt.amount)} to ${paidWith}.`] : []),
    ],
    rows: [['Receipt', receipt.invoice ?? ''], ...(figures(receipt) ?? [])],
    link: { label: 'View license', path: pageOf(subscription) },
  };
};
