import { languages } from '@foyer/contract/vocabulary/languages';
import type { Catalogue } from './catalogue.ts';

const [english, ...others] = languages;

/** Something that says something of itself to customers: how much in English, and how much in each other language. */
interface Wording {
  readonly id: string;
  readonly said: Readonly<Record<string, number | undefined>>;
}

const wordingsOf = ({ plans, features, addOns }: Catalogue): Wording[] => [
  ...[...plans, ...addOns].map(({ id, description, texts }) => ({
    id,
    said: { [english]: description === '' ? undefined : 1, de: texts.de && 1 },
  })),
  ...features.map(({ key, prerequisiteSteps, texts }) => ({
    id: key,
    said: { [english]: 1 + prerequisiteSteps.length, de: texts.de && 1 + texts.de.prerequisiteSteps.length },
  })),
];

/**
 * A catalogue is written in a language or it is not (BY-05): one that gives words in a second one gives them for all that
 * it says in English, each step of what has to be installed among them, and for nothing else.
 */
export const lintTexts = (catalogue: Catalogue): string[] => {
  const wordings = wordingsOf(catalogue);
  return others
    .filter((language) => wordings.some(({ said }) => said[language] !== undefined))
    .flatMap((language) =>
      wordings
        .filter(({ said }) => said[language] !== said[english])
        .map(({ id }) => `${id}: does not say in “${language}” what it says in “${english}”`),
    );
};
