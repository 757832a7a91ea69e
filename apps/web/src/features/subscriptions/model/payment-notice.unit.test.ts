import { expect, test } from 'vitest';
import { aCard } from '../../../testing/builders.ts';
import { paymentNotice } from './payment-notice.ts';

test.each([
  ['a trial with a card', true, aCard(), true, 'after-trial'],
  ['an expired card', false, aCard({ expired: true }), true, 'expired'],
  ['an expired card in a trial', true, aCard({ expired: true }), true, 'expired'],
  ['a card', false, aCard(), true, 'billed-to'],
  ['a trial without a card', true, null, true, 'none-needed'],
  ['a free plan without a card', false, null, false, 'none-needed'],
  ['no card', false, null, true, 'required'],
] as const)('[PM-07] %s', (_, trial, card, paymentMethodRequired, kind) => {
  expect(paymentNotice({ trial, card, paymentMethodRequired }).kind).toBe(kind);
});
