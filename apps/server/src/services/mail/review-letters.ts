import { formatCents } from '@foyer/contract/vocabulary/money';
import type { Letter } from './layout.ts';
import { day, greeting, type LetterFacts } from './letter-parts.ts';

/** Letters about promotions, and about the export review that may keep one waiting (EX-01). */

const tail = (subscription: LetterFacts['subscription']): Letter['paragraphs'] => {
  if (!subscription?.expiry) return ['It is free for good, and nothing is charged for it.'];
  const until = day(subscription.expiry);
  if (!subscription.renews || subscription.renewalCents === null)
    return [`It is free until ${until}. It does not renew by itself, and nothing is charged.`];
  return [
    `It is free until ${until}. Then ${subscription.plan.name} renews for ${formatCents(subscription.renewalCents)}, tax included, unless you turn auto-renew off before.`,
  ];
};

export const promotionLetter = ({ subscription, firstName, facts }: LetterFacts): Letter | null =>
  facts.name === undefined
    ? null
    : {
        subject: `Your promotion ${facts.name} has started`,
        heading: 'Promotion redeemed',
        paragraphs: [greeting(firstName, `The promotion ${facts.name} is on your account.`), ...tail(subscription)],
        link: { label: 'Go to account', path: '/' },
      };

export const reviewOpenedLetter = ({ firstName, facts }: LetterFacts): Letter => ({
  subject: 'Your account is under review',
  heading: 'Your account is under review',
  paragraphs: [
    greeting(firstName, 'U.S. government regulation requires us to review downloads of this software.'),
    `This takes up to two U.S. business days. We answer ${facts.answerBy === undefined ? 'soon' : `by ${day(facts.answerBy)}`}. Downloads are blocked until then.`,
    ...(facts.name === undefined
      ? []
      : [`We keep ${facts.name} for you and put it on your account when the review is done. Nothing is charged.`]),
  ],
  link: { label: 'Go to account', path: '/' },
});

export const reviewClearedLetter = ({ firstName }: LetterFacts): Letter => ({
  subject: 'Your account review is done',
  heading: 'Your account is cleared',
  paragraphs: [greeting(firstName, 'Your account review is done. You can download and update the software now.')],
  link: { label: 'Go to account', path: '/' },
});

export const reviewDeniedLetter = ({ firstName }: LetterFacts): Letter => ({
  subject: 'About your account review',
  heading: 'We cannot offer you this software',
  paragraphs: [
    greeting(firstName, 'U.S. government regulation does not allow us to offer you this software.'),
    'Nothing was charged. If you think that this is a mistake, write to us.',
  ],
});

export const heldAppliedLetter = ({ subscription, firstName, facts }: LetterFacts): Letter | null =>
  facts.name === undefined
    ? null
    : {
        subject: `${facts.name} is on your account now`,
        heading: `${facts.name} is on your account now`,
        paragraphs: [
          greeting(firstName, `What we kept for you during the review, ${facts.name}, is on your account now.`),
          ...(subscription ? tail(subscription) : []),
        ],
        link: { label: 'Go to account', path: '/' },
      };

export const heldReleasedLetter = ({ firstName, facts }: LetterFacts): Letter | null =>
  facts.name === undefined
    ? null
    : {
        subject: `${facts.name} was not redeemed`,
        heading: `${facts.name} was not redeemed`,
        paragraphs: [
          greeting(firstName, `We kept ${facts.name} for you and could not put it on your account.`),
          'Nothing was charged, and your code is unused: it works again.',
        ],
        link: { label: 'Go to account', path: '/' },
      };
