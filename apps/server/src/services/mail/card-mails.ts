import type { MailContent } from './layout.ts';
import type { Formatters, MailTemplateData } from './mail-data.ts';

/** Mails about the card on file. */

export const cardSavedMail = (
  { firstName, cardText: card }: MailTemplateData,
  { words, greeting }: Formatters,
): MailContent | null =>
  card === null
    ? null
    : {
        subject: words.cardSaved.subject(card),
        heading: words.cardSaved.heading(card),
        paragraphs: [greeting(firstName, words.cardSaved.text(card)), words.cardSaved.notYou],
        link: { label: words.links.payments, path: '/payments' },
      };

export const cardExpiringMail = (
  { firstName, cardText: card, facts }: MailTemplateData,
  { words, day, greeting }: Formatters,
): MailContent | null => {
  if (card === null || facts.nextAt == null) return null;
  // The fact is the first moment at which it counts no more; people read the last day, as on the card.
  const lastDay = day(facts.nextAt - 1);
  return {
    subject: words.cardExpiring.subject(card, lastDay),
    heading: words.cardExpiring.heading(card),
    paragraphs: [greeting(firstName, words.cardExpiring.text(card, lastDay)), words.cardExpiring.add],
    link: { label: words.links.card, path: '/payments/method' },
  };
};

export const cardExpiredMail = (
  { firstName, cardText: card }: MailTemplateData,
  { words, greeting }: Formatters,
): MailContent | null =>
  card === null
    ? null
    : {
        subject: words.cardExpired.title(card),
        heading: words.cardExpired.title(card),
        paragraphs: [greeting(firstName, words.cardExpired.text(card)), words.cardExpired.add],
        link: { label: words.links.card, path: '/payments/method' },
      };
