import { expect, test } from 'vitest';
import { anAddress } from '../testing/builders.ts';
import { utc } from '../testing/moments.ts';
import { buyerAt, changePlan } from '../testing/plan-changes.ts';

const DEARER = 'pln_drive_ultimate_monthly';
const CHEAPER = 'pln_drive_starter_monthly';
const boston = { billTo: anAddress(), taxRatePpm: 82_500 };
const springfield = { billTo: anAddress({ city: 'Springfield' }), taxRatePpm: 62_500 };

test.each([
  ['less, at the address of the purchase', [DEARER, CHEAPER], boston, 82_500, 'Boston MA'],
  ['less, after a move: at the rate of the purchase, without a place', [DEARER, CHEAPER], springfield, 82_500, ''],
  ['more, after a move', [CHEAPER, DEARER], springfield, 62_500, 'Springfield MA'],
] as const)('[PY-06] tax rate and place match: %s', (_case, [from, to], address, rate, place) => {
  const ada = buyerAt(from, utc('2026-01-01'), boston);
  ada.now = utc('2026-01-11');
  ada.change(address);
  changePlan(ada, to);
  expect([ada.lastInvoice.taxRatePpm, ada.lastInvoice.taxPlace]).toEqual([rate, place]);
});
