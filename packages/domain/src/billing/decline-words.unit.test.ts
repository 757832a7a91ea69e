import { expect, test } from 'vitest';
import { declineIn } from './decline-words.ts';

const provider = 'Your card has insufficient funds.';

test.each([
  ['in English as the provider says it', 'en', { declineCode: 'insufficient_funds' }, provider],
  ['the reason of the bank', 'de', { code: 'card_declined', declineCode: 'insufficient_funds' }, /gedeckt/],
  ['a code of the provider', 'de', { code: 'expired_card', declineCode: null }, /abgelaufen/],
  [
    'a reason that must not be disclosed',
    'de',
    { code: 'card_declined', declineCode: 'stolen_card' },
    /^Ihre Karte wurde/,
  ],
  ['it was no bank that failed', 'de', { code: null, declineCode: null }, /^Bei der Verarbeitung/],
  ['one that is also a member of every object', 'de', { code: 'constructor' }, /^Ihre Karte wurde abgelehnt\.$/],
] as const)('[BY-05, PM-05] decline message: %s', (_name, language, decline, expected) => {
  expect(declineIn(language, decline, provider)).toMatch(expected);
});
