import { expect, test } from 'vitest';
import { cardEntryGate } from './card-entry-gate.ts';

const us = { country: 'US' };

test.each([
  [us, true, 'scope', null],
  [{ country: 'DE' }, false, 'scope', 'country'],
  [{ country: 'DE' }, false, 'drive', 'country'],
  [{ country: 'DE' }, true, 'scope', null], // the vendor takes cards there
  [null, true, 'scope', 'address'],
  [null, true, 'drive', null],
  [us, false, 'scope', 'not-allowed'],
  [null, false, 'drive', 'not-allowed'],
  [undefined, true, 'scope', null], // the server asks for it, when it is missing
  [undefined, false, 'drive', 'unknown'],
] as const)(
  '[PM-03] [PM-04] [PM-08] address %o, may add a card %s, brand %s',
  (address, canAddPaymentMethod, brand, gate) => {
    expect(cardEntryGate({ address, canAddPaymentMethod, addressFirst: brand === 'scope' })).toBe(gate);
  },
);
