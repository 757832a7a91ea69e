import type { Letter } from './layout.ts';
import { cardText, type LetterFacts, receiptRows, type Speech } from './letter-parts.ts';

/** Letters about the maintenance of a perpetual licence (billing.md §2.5). */

const pageOf = ({ id }: { readonly id: string }): string => `/subscriptions/scope/${id}`;

export const endingLetter = (
  { holding, firstName, facts }: LetterFacts,
  { words, day, greeting }: Speech,
): Letter | null => {
  if (!holding || facts.nextAt == null) return null;
  const { name } = holding.plan;
  const when = day(facts.nextAt);
  return {
    subject: words.maintenanceEnding.subject(name, when),
    heading: words.maintenanceEnding.heading(when),
    paragraphs: [greeting(firstName, words.maintenanceEnding.text(name, when)), words.maintenanceEnding.extend],
    link: { label: words.links.maintenance, path: pageOf(holding) },
  };
};

/** The receipt of a purchase, or of a code. */
export const extendedLetter = ({ holding, receipt, firstName, facts }: LetterFacts, speech: Speech): Letter | null => {
  if (!holding || !receipt || facts.nextAt == null) return null;
  const { words, day, money, greeting } = speech;
  const { name } = holding.plan;
  const until = day(facts.nextAt);
  const paidWith = receipt.amount > 0 ? cardText(receipt.cardBrand, receipt.cardLast4) : null;
  return {
    subject: words.maintenanceExtended.subject(name, until),
    heading: words.maintenanceExtended.heading(until),
    paragraphs: [
      greeting(firstName, words.maintenanceExtended.text(name, until)),
      ...(paidWith ? [words.maintenanceExtended.charged(money(receipt.amount), paidWith)] : []),
    ],
    rows: receiptRows(receipt, speech),
    link: { label: words.links.license, path: pageOf(holding) },
  };
};
