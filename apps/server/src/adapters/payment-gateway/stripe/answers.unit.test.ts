import { expect, test } from 'vitest';
import { viewCard } from './answers.ts';

test.each([
  ['visa', 'visa'],
  ['american_express', 'amex'],
  ['Diners Club', 'diners'],
  ['unknown', ''],
  ['constructor', 'constructor'],
  ['__proto__', '__proto__'],
])('[PM-06] the gateway calls a brand %s: it is %j here, and never what every object has', (told, brand) => {
  const card = { brand: told, last4: '4242', exp_month: 4, exp_year: 2030, country: 'US' };
  expect(viewCard({ id: 'pm_1', card } as never).brand).toBe(brand);
});
