import { languages } from '@foyer/contract/vocabulary/languages';
import type { Catalogue } from './catalogue.ts';

const [english, ...others] = languages;

/** Entry with texts for customers: the number of texts in each language. */
interface Wording {
  readonly id: string;
  readonly lineCounts: Readonly<Record<string, number | undefined>>;
}

const wordingsOf = ({ plans, features, addOns }: Catalogue): Wording[] => [
  ...[...plans, ...addOns].map(({ id, description, texts }) => ({
    id,
    lineCounts: { [english]: description === '' ? undefined : 1, de: texts.de && 1 },
  })),
  ...features.map(({ key, prerequisiteSteps, texts }) => ({
    id: key,
    lineCounts: { [english]: 1 + prerequisiteSteps.length, de: texts.de && 1 + texts.de.prerequisiteSteps.length },
  })),
];

/**
 * Checks that a language is either absent or complete (BY-05): as many texts as in English, including each installation
 * step. Returns one message per problem.
 */
export const lintTexts = (catalogue: Catalogue): string[] => {
  const wordings = wordingsOf(catalogue);
  return others
    .filter((language) => wordings.some(({ lineCounts }) => lineCounts[language] !== undefined))
    .flatMap((language) =>
      wordings
        .filter(({ lineCounts }) => lineCounts[language] !== lineCounts[english])
        .map(({ id }) => `${id}: texts in “${language}” do not match those in “${english}”`),
    );
};
