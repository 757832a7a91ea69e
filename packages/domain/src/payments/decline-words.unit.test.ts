import { expect, test } from 'vitest';
import { declineIn } from './decline-words.ts';

const gatewayWords = 'Your card has insufficient funds.';

test.each([
  ['in English as sent by the gateway', 'en', { declineCode: 'insufficient_funds' }, gatewayWords],
  ['the reason of the bank', 'de', { code: 'card_declined', declineCode: 'insufficient_funds' }, /gedeckt/],
  ['a code of the gateway', 'de', { code: 'expired_card', declineCode: null }, /abgelaufen/],
  [
    'a reason that must not be disclosed',
    'de',
    { code: 'card_declined', declineCode: 'stolen_card' },
    /^Ihre Karte wurde/,
  ],
  ['not declined by a bank', 'de', { code: null, declineCode: null }, /^Bei der Verarbeitung/],
  ['a code that is a property name of objects', 'de', { code: 'constructor' }, /^Ihre Karte wurde abgelehnt\.$/],
] as const)('[BY-05, PM-05] decline message: %s', (_name, language, decline, expected) => {
  expect(declineIn(language, decline, gatewayWords)).toMatch(expected);
});
