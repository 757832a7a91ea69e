import { expect, test } from 'vitest';
import { wordsOf } from '../test/words-of.ts';
import { oidcWords } from './http/routes/oidc-words.ts';
import { challengeWords } from './http/routes/sandbox-challenge.ts';
import { planWords } from './services/catalogue/plan-words.ts';

/** Mails and receipts have tests of their own beside them. */
test.each([
  ['when signing in at the provider did not work', oidcWords],
  ['what plans say', planWords],
  ['the sandbox’s bank', challengeWords],
])('[BY-05] no word is left in English: %s', (_where, words) => {
  const english = wordsOf(words.en);
  const german = wordsOf(words.de);
  expect([...german.keys()]).toEqual([...english.keys()]);
  expect([...english].filter(([key, text]) => german.get(key) === text)).toEqual([]);
});
