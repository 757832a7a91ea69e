import { readFileSync } from 'node:fs';
import { consentForms } from '@foyer/contract/vocabulary/consent-forms';
import { describe, expect, test } from 'vitest';
import { makeFindConsentWords } from './known-words.ts';

const catalogue = readFileSync(new URL('../../../../web/src/locales/de.po', import.meta.url), 'utf8');

const inGerman = (text: string): string => {
  const [, german] = catalogue.split(`\nmsgid "${text}"\nmsgstr "`);
  if (german === undefined) throw new Error(`No page shows: ${text}`);
  return german.slice(0, german.indexOf('"\n'));
};

/** The texts of the page that make up each form, and what joins them. */
const onThePage: Record<string, readonly [joint: string, ...texts: string[]]> = {
  'marketing-question-1': [
    ' ',
    'Would you like news about {vendor} products?',
    'Product updates and offers, at most twice a month. Change your answer any time.',
  ],
  'marketing-switch-unanswered-1': [
    ': ',
    'Marketing news',
    'Product updates and offers, at most twice a month. We send nothing until you say yes.',
  ],
  'marketing-switch-1': [': ', 'Marketing news', 'Product updates and offers, at most twice a month.'],
  'usage-data-switch-1': ['', 'Allow app usage data collection'],
};

test.each(consentForms)(
  '[CO-01, CO-02, BY-05] $version is what the page shows, in each language',
  ({ version, texts }) => {
    const [joint, ...parts] = onThePage[version] ?? [''];
    expect(texts).toEqual({ en: parts.join(joint), de: parts.map(inGerman).join(joint) });
  },
);

describe('[L13] words that a caller sends', () => {
  const find = makeFindConsentWords(['Arcwave', 'A$&B']);

  test.each([
    ['Marketing news: Product updates and offers, at most twice a month.', 'marketing-switch-1/en'],
    ['Marketing-Neuigkeiten: Produktneuigkeiten und Angebote, höchstens zweimal im Monat.', 'marketing-switch-1/de'],
    [
      'Would you like news about A$&B products? Product updates and offers, at most twice a month. Change your answer any time.',
      'marketing-question-1/en',
    ],
  ])('are known when a page shows them: %s', (text, version) => {
    expect(find('marketing', text)).toEqual({ text, version });
  });

  test.each([
    ['marketing', 'I never agreed to anything'],
    ['marketing', ''],
    ['marketing', 'marketing news: product updates and offers, at most twice a month.'],
    ['marketing', 'Marketing news: Product updates and offers, at most twice a month. '],
    ['marketing', 'Allow app usage data collection'],
    [
      'marketing',
      'Would you like news about {vendor} products? Product updates and offers, at most twice a month. Change your answer any time.',
    ],
    [
      'marketing',
      'Would you like news about Other products? Product updates and offers, at most twice a month. Change your answer any time.',
    ],
  ])('of %s are not known otherwise: %j', (article, text) => {
    expect(find(article, text)).toBeNull();
  });
});
