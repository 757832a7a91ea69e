import { type ConsentForm, consentForms } from '@foyer/contract/vocabulary/consent-forms';
import { type Language, languages } from '@foyer/contract/vocabulary/languages';

/** A text of our own pages, with the version of its wording and the language it is in. */
export interface ConsentWords {
  readonly text: string;
  readonly version: string;
}

/** Finds the text of our own pages that equals the one a caller sent; null when no page of ours shows it. */
export type FindConsentWords = (article: string, sent: string) => ConsentWords | null;

/** Makes the words of a form in a language. */
export const wordsOf = ({ version, texts }: ConsentForm, language: Language, vendor = ''): ConsentWords => ({
  text: texts[language].replaceAll('{vendor}', () => vendor),
  version: `${version}/${language}`,
});

/** Makes the search over all forms, in all languages, for the names under which the vendor sells. */
export const makeFindConsentWords = (vendors: readonly string[]): FindConsentWords => {
  const known = consentForms.flatMap((form) =>
    languages.flatMap((language) =>
      vendors.map((vendor) => ({ article: form.article, words: wordsOf(form, language, vendor) })),
    ),
  );
  return (article, sent) => known.find((form) => form.article === article && form.words.text === sent)?.words ?? null;
};
