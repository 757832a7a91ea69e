import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Language } from '@foyer/contract/vocabulary/languages';
import { formatter } from '@lingui/format-po';
import type { Translations } from './inline-texts.ts';
import { LANGUAGES } from './languages.ts';

const [sourceLocale] = LANGUAGES;

/**
 * Keeps "E-Mail" on one line in a sentence, by a hyphen that does not break. Names of fields keep the plain one, which is
 * spoken to a browser by voice and typed into its search.
 */
const keepTogether = (text: string): string =>
  /(\S+\s+){4}/.test(text) ? text.replace(/\bE-(?=Mail)/g, 'E\u2011') : text;

/** Reads the catalogue of a language. English has none. */
export const readTranslations = async (locale: Language): Promise<Translations | undefined> => {
  if (locale === sourceLocale) return undefined;
  const filename = fileURLToPath(new URL(`${locale}.po`, import.meta.url));
  const catalogue = await formatter().parse(await readFile(filename, 'utf8'), { locale, sourceLocale, filename });
  return new Map(Object.entries(catalogue).map(([id, { translation = '' }]) => [id, keepTogether(translation)]));
};
