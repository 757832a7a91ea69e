import { expect, test } from 'vitest';
import { languageCookies } from './language-choice.ts';

test('[BY-05] [ASVS 3.3.1] on https the choice is a __Host- cookie that replaces the one without prefix', () => {
  expect(languageCookies('de', 'https:')).toEqual([
    '__Host-foyer-language=de; Path=/; Max-Age=31536000; SameSite=Lax; Secure',
    'foyer-language=; Path=/; Max-Age=0; SameSite=Lax; Secure',
  ]);
});

test('[BY-05] on http, where browsers refuse the prefix, the choice is a cookie without it', () => {
  expect(languageCookies('en', 'http:')).toEqual(['foyer-language=en; Path=/; Max-Age=31536000; SameSite=Lax']);
});
