import { compactPostalCode } from '@foyer/contract/vocabulary/address-rules';

/** What the post of a country says about its codes. */
export interface PostalFacts {
  /** Of the whole code; null where none is known. */
  readonly pattern: RegExp | null;
  readonly example: string | null;
}

/** The same characters with a space or a hyphen at any place. */
const spellings = (compact: string): string[] => [
  compact,
  ...[...compact].flatMap((_, n) =>
    n === 0 ? [] : [' ', '-'].map((mark) => `${compact.slice(0, n)}${mark}${compact.slice(n)}`),
  ),
];

const spelled = (text: string, { pattern }: PostalFacts): string | undefined =>
  spellings(compactPostalCode(text).toUpperCase()).find((spelling) => pattern?.test(spelling));

/** Whether it can be a code of that country; case, spaces and hyphens do not matter. */
export const isPostalCode = (text: string, facts: PostalFacts): boolean =>
  facts.pattern === null || facts.pattern.test(text.toUpperCase()) || spelled(text, facts) !== undefined;

/** With the space or hyphen where the country's example has it. */
const likeExample = (compact: string, example: string): string => {
  if (compactPostalCode(example).length !== compact.length) return compact;
  let taken = 0;
  return [...example]
    .map((character) => {
      if (/[\s-]/.test(character)) return character;
      taken += 1;
      return compact[taken - 1];
    })
    .join('');
};

/** As the country's post writes it: `k1a0b1` becomes `K1A 0B1`; what is no code there stays as it is. */
export const standardPostalCode = (text: string, facts: PostalFacts): string => {
  const compact = compactPostalCode(text).toUpperCase();
  const written = facts.example === null ? compact : likeExample(compact, facts.example);
  if (facts.pattern?.test(written)) return written;
  if (facts.pattern?.test(text.toUpperCase())) return text.toUpperCase();
  return spelled(text, facts) ?? text;
};

/** Without the letters of the country that some write before it: `D-10115`, `LT-04340`. */
export const withoutCountryLetters = (text: string): string => text.replace(/^[a-z]{1,3}[\s-]*(?=\d)/i, '');
