import type { Letter } from './layout.ts';
import type { LetterFacts, Speech } from './letter-parts.ts';

/** Letters about the card on file (billing.md §2.7). */

export const cardSavedLetter = (
  { firstName, cardText: card }: LetterFacts,
  { words, greeting }: Speech,
): Letter | null =>
  card === null
    ? null
    : {
        subject: words.cardSaved.subject(card),
        heading: words.cardSaved.heading(card),
        paragraphs: [greeting(firstName, words.cardSaved.text(card)), words.cardSaved.notYou],
        link: { label: words.links.payments, path: '/payments' },
      };

export const cardExpiringLetter = (
  { firstName, cardText: card, facts }: LetterFacts,
  { words, day, greeting }: Speech,
): Letter | null => {
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

export const cardExpiredLetter = (
  { firstName, cardText: card }: LetterFacts,
  { words, greeting }: Speech,
): Letter | null =>
  card === null
    ? null
    : {
        subject: words.cardExpired.title(card),
        heading: words.cardExpired.title(card),
        paragraphs: [greeting(firstName, words.cardExpired.text(card)), words.cardExpired.add],
        link: { label: words.links.card, path: '/payments/method' },
      };
