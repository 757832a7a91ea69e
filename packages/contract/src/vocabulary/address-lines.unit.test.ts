import { expect, test } from 'vitest';
import { addressCountries } from './address-countries.ts';
import { townLines } from './address-lines.ts';

const lines = (country: string, city: string, state: string, postalCode: string) =>
  townLines({ country, city, state, postalCode });

test.each<[string, string, string, string, string[]]>([
  ['US', 'Boston', 'MA', '02110', ['Boston, MA 02110']],
  ['US', 'Boston', '', '02110', ['Boston 02110']],
  ['CA', 'Ottawa', 'ON', 'K1A 0A9', ['Ottawa ON K1A 0A9']],
  ['DE', 'Berlin', '', '10117', ['10117 Berlin']],
  ['CH', 'Zürich', '', '8001', ['8001 Zürich']],
  ['IT', 'Roma', 'RM', '00144', ['00144 Roma RM']],
  ['GB', 'London', '', 'SW1A 2AA', ['London', 'SW1A 2AA']],
  ['GB', 'Reading', 'Berkshire', 'RG1 1AA', ['Reading, Berkshire', 'RG1 1AA']],
  ['BR', 'São Paulo', 'SP', '01310-100', ['São Paulo-SP', '01310-100']],
  ['SG', 'Singapore', '', '018956', ['Singapore 018956']],
  ['AE', 'Dubai', 'Dubai', '', ['Dubai', 'Dubai']],
  ['HK', 'Mong Kok', 'Kowloon', '', ['Mong Kok', 'Kowloon']],
  ['AG', 'Saint John’s', '', '', ['Saint John’s']],
  ['XX', 'Nowhere', '', '00000', ['Nowhere 00000']],
])('[AD-01] %s: %s, %s, %s', (country, city, state, code, expected) => {
  expect(lines(country, city, state, code)).toEqual(expected);
});

test('[AD-01] no part of an address is left out, whatever the country', () => {
  for (const country of Object.keys(addressCountries)) {
    const text = lines(country, 'Town', 'State', '12345').join('\n');
    expect(text, country).toMatch(/Town/);
    expect(text, country).toMatch(/State/);
    expect(text, country).toMatch(/12345/);
    expect(text, country).not.toMatch(/\b[CSZ]\b|[ ,-]$/m);
  }
});
