import type { MailContent } from './layout.ts';
import { cardText, type Formatters, type MailTemplateData, receiptRows } from './mail-data.ts';

/** Mails about the maintenance of a perpetual licence. */

const pageOf = ({ id }: { readonly id: string }): string => `/subscriptions/scope/${id}`;

export const endingMail = (
  { holding, firstName, facts }: MailTemplateData,
  { words, day, greeting }: Formatters,
): MailContent | null => {
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
export const extendedMail = (
  { holding, receipt, firstName, facts }: MailTemplateData,
  formatters: Formatters,
): MailContent | null => {
  if (!holding || !receipt || facts.nextAt == null) return null;
  const { words, day, money, greeting } = formatters;
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
    rows: receiptRows(receipt, formatters),
    link: { label: words.links.license, path: pageOf(holding) },
  };
};
