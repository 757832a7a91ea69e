import { describe, expect, test } from 'vitest';
import { completeChoice, likelyChoice, matchingChoices } from '../../../ui/combobox-choices.ts';
import { alternativeNames } from './alternative-names.ts';
import { countryChoices } from './country-choices.ts';

const english = countryChoices('en', null);
const german = countryChoices('de', null);

describe.each([
  ['English', english],
  ['German', german],
])('[AD-04] in %s a text that was left means', (_, choices) => {
  test.each([
    ['GB', 'GB'],
    ['us', 'US'],
    ['UK', 'GB'],
    ['Great Britain', 'GB'],
    ['England', 'GB'],
    ['Scotland', 'GB'],
    ['Wales', 'GB'],
    ['Northern Ireland', 'GB'],
    ['Großbritannien', 'GB'],
    ['United Kingdom', 'GB'],
    ['Vereinigtes Königreich', 'GB'],
    ['USA', 'US'],
    ['u.s.a.', 'US'],
    ['America', 'US'],
    ['united states of america', 'US'],
    ['UAE', 'AE'],
    ['Holland', 'NL'],
    ['The Netherlands', 'NL'],
    ['Republic of Ireland', 'IE'],
    ['Ireland', 'IE'],
    ['Germany', 'DE'],
    ['Deutschland', 'DE'],
    ['Turkey', 'TR'],
    ['Czech Republic', 'CZ'],
    ['Cote dIvoire', 'CI'],
    ['Bosnia and Herzegovina', 'BA'],
    ['Saint Lucia', 'LC'],
    ['Niger', 'NE'],
    ['Georgia', 'GE'],
    ['Oman', 'OM'],
    ['Guinea-Bissau', 'GW'],
  ])('%s: %s', (typed, code) => {
    expect(likelyChoice(choices, typed)?.value).toBe(code);
  });

  // their first two letters are the codes of Syria, Greece, São Tomé …
  test.each(['', '  ', 'Sydney', 'Gre', 'united', 'Atlantis', 'nowhere at all'])('nothing: %j', (typed) => {
    expect(likelyChoice(choices, typed)).toBeUndefined();
  });
});

test('[AD-04] the only name with a word that begins so is meant, with three letters at least', () => {
  expect(likelyChoice(english, 'emirates')?.value).toBe('AE');
  expect(likelyChoice(english, 'kingd')?.value).toBe('GB');
  // in the middle of a word, and two letters
  expect(likelyChoice(english, 'ingdom')).toBeUndefined();
  expect(likelyChoice([{ value: 'TX', label: 'Texas' }], 'te')).toBeUndefined();
});

test('[AD-04] another name finds its country before those that only have the text in theirs', () => {
  const matchesOf = (typed: string) => matchingChoices(english, typed).map(({ value }) => value);
  expect(matchesOf('uk').slice(0, 2)).toEqual(['GB', 'UA']);
  expect(matchesOf('america')[0]).toBe('US');
  expect(matchesOf('great brit')).toEqual(['GB']);
  expect(matchesOf('united s')).toEqual(['US']);
});

test('[AD-04] no other name is the name of another country', () => {
  for (const [code, names] of Object.entries(alternativeNames)) {
    for (const name of names) {
      expect(`${name} ${likelyChoice(english, name)?.value} ${likelyChoice(german, name)?.value}`).toBe(
        `${name} ${code} ${code}`,
      );
    }
  }
});

test.each([
  ['germany', 'DE'],
  ['Oman', 'OM'],
  // other names go on from these, codes and other names are no name, and the beginning of one is not the whole
  ['Niger', undefined],
  ['Guinea', undefined],
  ['de', undefined],
  ['Holland', undefined],
  ['German', undefined],
  ['', undefined],
])('[AD-04] written out while somebody types: %j is %s', (typed, code) => {
  expect(completeChoice(english, typed)?.value).toBe(code);
});
