import { expect, test } from 'vitest';
import { demoVendor } from '../../test/demo-vendor.ts';
import { brandOfKey } from '../brands.ts';
import { brandIcon, markElements } from './brand-icon.ts';

const brand = brandOfKey(demoVendor.brands, 'scope');

test('[SH-17] the icon of a brand has its lines in white on its accent', () => {
  expect(brandIcon(brand)).toBe(
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><title>Arcwave Scope</title><rect width="32" height="32" rx="7" fill="#4a44d0"/><g transform="translate(4 4)" fill="none" stroke="#fff" stroke-width="2.25" stroke-linecap="round" stroke-linejoin="round"><path d="M3 12h3.2l2.6-6.5 4.4 13 3.2-9 1.4 2.5H21"/></g></svg>',
  );
});

test.each([
  ['Tidewater', 'T'],
  ['<b>', '&lt;'],
  ['\u{1D49C}rc', '\u{1D49C}'],
])('[SH-17] a brand without lines, %s, has the first letter in its name', (name, letter) => {
  expect(markElements({ mark: [], name }).value).toBe(`<text x="12" y="17">${letter}</text>`);
});
