import type { Letter } from './layout.ts';
import type { LetterFacts, Speech } from './letter-parts.ts';

/** Letters about promotions, and about the export review that may keep one waiting (EX-01). */

/** How it ends; of what only lengthens something that is there, nothing. */
const tail = (
  { holding, facts: { end } }: Pick<LetterFacts, 'holding' | 'facts'>,
  { words: { promotion }, day, money }: Speech,
): readonly string[] => {
  if (end === null) return [promotion.forGood];
  if (end?.cents === undefined) return [];
  const until = day(end.at);
  return [holding && end.cents ? promotion.renews(until, holding.plan.name, money(end.cents)) : promotion.ends(until)];
};

const home = ({ words }: Speech) => ({ label: words.links.account, path: '/' });

export const promotionLetter = ({ holding, firstName, facts }: LetterFacts, speech: Speech): Letter | null => {
  const { words, greeting } = speech;
  return facts.name === undefined
    ? null
    : {
        subject: words.promotion.subject(facts.name),
        heading: words.promotion.heading,
        paragraphs: [greeting(firstName, words.promotion.text(facts.name)), ...tail({ holding, facts }, speech)],
        link: home(speech),
      };
};

export const reviewOpenedLetter = ({ firstName, facts }: LetterFacts, speech: Speech): Letter => {
  const { greeting, day } = speech;
  const words = speech.words.reviewOpened;
  return {
    subject: words.title,
    heading: words.title,
    paragraphs: [
      greeting(firstName, words.text),
      words.answer(facts.answerBy === undefined ? null : day(facts.answerBy)),
      ...(facts.name === undefined ? [] : [words.held(facts.name)]),
    ],
    link: home(speech),
  };
};

export const reviewClearedLetter = ({ firstName }: LetterFacts, speech: Speech): Letter => ({
  subject: speech.words.reviewCleared.subject,
  heading: speech.words.reviewCleared.heading,
  paragraphs: [speech.greeting(firstName, speech.words.reviewCleared.text)],
  link: home(speech),
});

export const reviewDeniedLetter = (
  { firstName }: LetterFacts,
  { words: { reviewDenied: words }, greeting }: Speech,
): Letter => ({
  subject: words.subject,
  heading: words.heading,
  paragraphs: [greeting(firstName, words.text), words.mistake],
});

export const heldAppliedLetter = ({ holding, firstName, facts }: LetterFacts, speech: Speech): Letter | null => {
  const words = speech.words.heldApplied;
  return facts.name === undefined
    ? null
    : {
        subject: words.title(facts.name),
        heading: words.title(facts.name),
        paragraphs: [speech.greeting(firstName, words.text(facts.name)), ...tail({ holding, facts }, speech)],
        link: home(speech),
      };
};

export const heldReleasedLetter = ({ firstName, facts }: LetterFacts, speech: Speech): Letter | null => {
  const words = speech.words.heldReleased;
  return facts.name === undefined
    ? null
    : {
        subject: words.title(facts.name),
        heading: words.title(facts.name),
        paragraphs: [speech.greeting(firstName, words.text(facts.name)), words.unused],
        link: home(speech),
      };
};
