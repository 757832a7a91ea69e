import { expect, test } from 'vitest';
import { cardEntryGate } from './card-entry-gate.ts';

const us = { country: 'US' };

test.each([
  [us, true, 'scope', null],
  [{ country: 'DE' }, true, 'scope', 'country'],
  [{ country: 'DE' }, true, 'drive', 'country'],
  [null, true, 'scope', 'address'],
  [null, true, 'drive', null],
  [us, false, 'scope', 'not-allowed'],
] as const)(
  '[PM-03] [PM-04] [PM-08] address %o, may add a card %s, brand %s',
  (address, canAddPaymentMethod, brand, gate) => {
    expect(cardEntryGate({ address, canAddPaymentMethod, brand })).toBe(gate);
  },
);
