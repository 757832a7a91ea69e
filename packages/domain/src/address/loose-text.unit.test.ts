import { expect, test } from 'vitest';
import { townKey } from './loose-text.ts';

test.each([
  ['St. Louis', 'saint louis'],
  ['Mt Vernon', 'mount vernon'],
  ['Orléans', 'orleans'],
  ['Constructor', 'constructor'],
  ['St. __proto__', 'saint proto'],
  ['', ''],
])('[AD-05] the town %j is compared as %j', (name, key) => {
  expect(townKey(name)).toBe(key);
});
