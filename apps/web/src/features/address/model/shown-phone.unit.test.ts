import { expect, test } from 'vitest';
import { shownPhone } from './shown-phone.ts';

test.each([
  ['US', '6175550100', '(617) 555-0100'],
  ['US', '+16175550100', '(617) 555-0100'],
  ['CA', '4165550100', '(416) 555-0100'],
  ['US', '+1 (617) 555-0100', '+1 (617) 555-0100'],
  ['DE', '3012345678', '3012345678'],
  ['US', undefined, ''],
])('[AD-01] in %s the phone number %s is shown as "%s"', (country, phone1, shown) => {
  expect(shownPhone({ country, phone1 })).toBe(shown);
});
