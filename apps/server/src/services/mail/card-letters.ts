import type { Letter } from './layout.ts';
import { day, greeting, type LetterFacts } from './letter-parts.ts';

/** Letters about the card on file (billing.md §2.7). */

const change = { label: 'Change card', path: '/payments/method' };

export const cardSavedLetter = ({ firstName, cardText: card }: LetterFacts): Letter | null =>
  card === null
    ? null
    : {
        subject: `${card} is saved for your payments`,
        heading: `${card} is saved`,
        paragraphs: [
          greeting(firstName, `Your payments are charged to ${card} from now on.`),
          'If it was not you who saved it, change your password and contact us.',
        ],
        link: { label: 'View payments', path: '/payments' },
      };

export const cardExpiringLetter = ({ firstName, cardText: card, facts }: LetterFacts): Letter | null =>
  card === null || facts.nextAt == null
    ? null
    : {
        subject: `${card} expires on ${day(facts.nextAt)}`,
        heading: `${card} is about to expire`,
        paragraphs: [
          greeting(firstName, `Your payments are charged to ${card}, which expires on ${day(facts.nextAt)}.`),
          'Add your new card before, so that nothing you use is interrupted.',
        ],
        link: change,
      };

export const cardExpiredLetter = ({ firstName, cardText: card }: LetterFacts): Letter | null =>
  card === null
    ? null
    : {
        subject: `${card} has expired`,
        heading: `${card} has expired`,
        paragraphs: [
          greeting(firstName, `Your payments are charged to ${card}, and your bank may refuse the next one.`),
          'Add your new card, so that nothing you use is interrupted.',
        ],
        link: change,
      };
