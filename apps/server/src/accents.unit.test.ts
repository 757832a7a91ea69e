import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { demoVendor } from '../test/demo-vendor.ts';
import { accentStyle, backgrounds, contrastOf, problemsOfAccents } from './accents.ts';

const tokens = readFileSync(join(import.meta.dirname, '../../web/src/ui/tokens.css'), 'utf8');

test.each([
  ['#000000', '#ffffff', 21],
  ['#777777', '#ffffff', 4.48],
  ['#767676', '#ffffff', 4.54],
  ['#4a44d0', '#4a44d0', 1],
])('contrast of %s and %s', (one, other, ratio) => {
  expect(contrastOf(one, other)).toBeCloseTo(ratio, 2);
  expect(contrastOf(other, one)).toBeCloseTo(ratio, 2);
});

test('the backgrounds are those of the style sheet', () => {
  const [light = '', dark = ''] = tokens.split('/* ---------- dark');
  for (const [name, colour] of Object.entries(backgrounds.light)) expect(light).toContain(`--${name}: ${colour};`);
  for (const [name, colour] of Object.entries(backgrounds.dark)) expect(dark).toContain(`--${name}: ${colour};`);
});

test('[SH-17] the accents of the default brands have enough contrast', () => {
  for (const { accents } of Object.values(demoVendor.brands)) expect(problemsOfAccents(accents)).toEqual([]);
});

test.each([
  [{ light: '#ffcc00', dark: '#635cec' }, 'light: #ffcc00 has too little contrast: white text on it has 1.51'],
  [{ light: '#4a44d0', dark: '#9d99ff' }, 'dark: #9d99ff has too little contrast: white text on it has 2.49'],
  [
    { light: '#4a44d0', dark: '#000040' },
    'dark: #000040 has too little contrast: its text on the background "sunken" has 4.33',
  ],
])('[SH-17] accents %o are refused with their ratio', (accents, problem) => {
  expect(problemsOfAccents(accents)[0]).toContain(problem);
});

test('[SH-17] a brand gets a style with its accents for both themes', () => {
  const accents = { light: '#8a1538', dark: '#c2416a' };
  expect(problemsOfAccents(accents)).toEqual([]);
  const style = accentStyle(accents);
  expect(style).toContain('[data-brand]{--accent:#8a1538;');
  expect(style).toContain('[data-theme=dark][data-brand]{--accent:#c2416a;');
});
