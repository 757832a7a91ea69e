import { expect, test } from 'vitest';
import { asksMarketing } from './asks-marketing.ts';

const seed =
  'LU, GB, IS, IL, ES, IT, KR, CH, DK, NO, FR, IE, SK, SI, GR, SE, BG, PL, LV, LT, BE, EE, LI, AT, HU, PT, RO, HR, DE, CZ, CY, NL, FI, MT';

test('[HO-02] the notice is shown in the 34 listed countries and in no other', () => {
  const all = Array.from({ length: 26 * 26 }, (_, at) =>
    String.fromCharCode(65 + Math.floor(at / 26), 65 + (at % 26)),
  ).filter((country) => asksMarketing({ country, answered: false }));
  expect(all).toEqual(seed.split(', ').sort());
  expect(all).toHaveLength(34);
});

test.each(['', 'de', 'DE FR', 'E'])('[HO-02] %j is no listed country', (country) => {
  expect(asksMarketing({ country, answered: false })).toBe(false);
});

test('[HO-02] a user who has answered is not asked again', () => {
  expect(asksMarketing({ country: 'DE', answered: true })).toBe(false);
});
