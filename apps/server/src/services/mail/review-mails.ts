import type { MailContent } from './layout.ts';
import type { Formatters, MailTemplateData } from './mail-data.ts';

/** Mails about promotions, and about the export review that may keep one waiting (EX-01). */

/** How it ends; of what only lengthens something that is there, nothing. */
const tail = (
  { holding, facts: { end } }: Pick<MailTemplateData, 'holding' | 'facts'>,
  { words: { promotion }, day, money }: Formatters,
): readonly string[] => {
  if (end === null) return [promotion.forGood];
  if (end?.cents === undefined) return [];
  const until = day(end.at);
  return [holding && end.cents ? promotion.renews(until, holding.plan.name, money(end.cents)) : promotion.ends(until)];
};

const home = ({ words }: Formatters) => ({ label: words.links.account, path: '/' });

export const promotionMail = (
  { holding, firstName, facts }: MailTemplateData,
  formatters: Formatters,
): MailContent | null => {
  const { words, greeting } = formatters;
  return facts.name === undefined
    ? null
    : {
        subject: words.promotion.subject(facts.name),
        heading: words.promotion.heading,
        paragraphs: [greeting(firstName, words.promotion.text(facts.name)), ...tail({ holding, facts }, formatters)],
        link: home(formatters),
      };
};

export const reviewOpenedMail = ({ firstName, facts }: MailTemplateData, formatters: Formatters): MailContent => {
  const { greeting, day } = formatters;
  const words = formatters.words.reviewOpened;
  return {
    subject: words.title,
    heading: words.title,
    paragraphs: [
      greeting(firstName, words.text),
      words.answer(facts.answerBy === undefined ? null : day(facts.answerBy)),
      ...(facts.name === undefined ? [] : [words.held(facts.name)]),
    ],
    link: home(formatters),
  };
};

export const reviewClearedMail = ({ firstName }: MailTemplateData, formatters: Formatters): MailContent => ({
  subject: formatters.words.reviewCleared.subject,
  heading: formatters.words.reviewCleared.heading,
  paragraphs: [formatters.greeting(firstName, formatters.words.reviewCleared.text)],
  link: home(formatters),
});

export const reviewDeniedMail = (
  { firstName }: MailTemplateData,
  { words: { reviewDenied: words }, greeting }: Formatters,
): MailContent => ({
  subject: words.subject,
  heading: words.heading,
  paragraphs: [greeting(firstName, words.text), words.mistake],
});

export const heldAppliedMail = (
  { holding, firstName, facts }: MailTemplateData,
  formatters: Formatters,
): MailContent | null => {
  const words = formatters.words.heldApplied;
  return facts.name === undefined
    ? null
    : {
        subject: words.title(facts.name),
        heading: words.title(facts.name),
        paragraphs: [formatters.greeting(firstName, words.text(facts.name)), ...tail({ holding, facts }, formatters)],
        link: home(formatters),
      };
};

export const heldReleasedMail = (
  { firstName, facts }: MailTemplateData,
  formatters: Formatters,
): MailContent | null => {
  const words = formatters.words.heldReleased;
  return facts.name === undefined
    ? null
    : {
        subject: words.title(facts.name),
        heading: words.title(facts.name),
        paragraphs: [formatters.greeting(firstName, words.text(facts.name)), words.unused],
        link: home(formatters),
      };
};
