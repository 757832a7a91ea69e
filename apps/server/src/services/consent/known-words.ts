import { type ConsentForm, consentForms } from '@foyer/contract/vocabulary/consent-forms';
import { type Language, languages } from '@foyer/contract/vocabulary/languages';

/** Text of a consent form, with its version and language. */
export interface ConsentWords {
  readonly text: string;
  readonly version: string;
}

/** Finds the consent text that equals the one a caller sent; null if no page of Foyer shows it. */
export type FindConsentWords = (article: string, sent: string) => ConsentWords | null;

/** Returns the text of a form in a language. */
export const wordsOf = ({ version, texts }: ConsentForm, language: Language, vendor = ''): ConsentWords => ({
  text: texts[language].replaceAll('{vendor}', () => vendor),
  version: `${version}/${language}`,
});

/** Makes the search over all forms in all languages, with each brand's vendor name. */
export const makeFindConsentWords = (vendors: readonly string[]): FindConsentWords => {
  const known = consentForms.flatMap((form) =>
    languages.flatMap((language) =>
      vendors.map((vendor) => ({ article: form.article, words: wordsOf(form, language, vendor) })),
    ),
  );
  return (article, sent) => known.find((form) => form.article === article && form.words.text === sent)?.words ?? null;
};
