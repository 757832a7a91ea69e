import { expect, test } from 'vitest';
import { chosenLanguage, languageOf } from './language.ts';

const BUILT = ['en', 'de'] as const;

test.each([
  ['nothing asked for', {}, 'en'],
  ['the browser speaks German', { 'accept-language': 'de' }, 'de'],
  ['with a country', { 'accept-language': 'de-AT,de;q=0.9,en;q=0.5' }, 'de'],
  ['English first', { 'accept-language': 'en-US,en;q=0.9,de;q=0.8' }, 'en'],
  ['the order is that of the weights', { 'accept-language': 'en;q=0.3, de;q=0.7' }, 'de'],
  ['at the same weight the first one', { 'accept-language': 'de,en' }, 'de'],
  ['one we do not have, then one we do', { 'accept-language': 'fr, de;q=0.2' }, 'de'],
  ['none that we have', { 'accept-language': 'fr,it;q=0.9' }, 'en'],
  ['not German', { 'accept-language': 'de;q=0, *' }, 'en'],
  ['nonsense', { 'accept-language': ';;q=x,,=' }, 'en'],
  ['chosen here, whatever the browser speaks', { cookie: 'foyer-language=de', 'accept-language': 'en' }, 'de'],
  ['chosen on https', { cookie: 'a=b; __Host-foyer-language=de', 'accept-language': 'en' }, 'de'],
  [
    'chosen on https, beside a cookie that another host of the domain may have set',
    { cookie: 'foyer-language=en; __Host-foyer-language=de', 'accept-language': 'en' },
    'de',
  ],
  ['beside other cookies', { cookie: 'a=b; foyer-language=en; c=d', 'accept-language': 'de' }, 'en'],
  ['chosen, but not built', { cookie: 'foyer-language=fr', 'accept-language': 'de' }, 'de'],
  ['no path out of the folder', { cookie: 'foyer-language=..', 'accept-language': '../../etc' }, 'en'],
])('[BY-05] %s', (_name, headers, expected) => {
  expect(languageOf(headers, BUILT)).toBe(expected);
});

test.each([
  ['what a browser asks for is no choice', { 'accept-language': 'de' }, null],
  ['the cookie is', { cookie: 'foyer-language=de' }, 'de'],
  ['one that we do not have', { cookie: 'foyer-language=fr' }, null],
])('[BY-05] %s', (_name, headers, expected) => {
  expect(chosenLanguage(headers, BUILT)).toBe(expected);
});
