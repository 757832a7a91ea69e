import { expect, test } from 'vitest';
import { taxPlaceOf } from './tax-place.ts';

const boston = { city: 'Boston', state: 'MA' };

test.each([
  ['a rate of the postal code', 'postal-code', boston, 'Boston MA'],
  ['a country without states', 'postal-code', { city: 'Berlin', state: '' }, 'Berlin'],
  ['a rate of the state: not in the name of the town', 'state', boston, 'MA'],
  ['a rate of the country', 'country', boston, ''],
  ['no rate known', null, boston, ''],
  ['no address yet', null, null, ''],
] as const)('[PY-06] %s', (_title, reach, address, place) => {
  expect(taxPlaceOf({ taxReach: reach, billTo: address })).toBe(place);
});
