import { compactPostalCode } from '@foyer/contract/vocabulary/address-rules';

/** Format of the postal codes of a country. */
export interface PostalFacts {
  /** Matches the whole code; null if unknown. */
  readonly pattern: RegExp | null;
  readonly example: string | null;
}

/** The same characters, plus every variant with one space or hyphen inserted. */
const spellings = (compact: string): string[] => [
  compact,
  ...[...compact].flatMap((_, n) =>
    n === 0 ? [] : [' ', '-'].map((mark) => `${compact.slice(0, n)}${mark}${compact.slice(n)}`),
  ),
];

const spelled = (text: string, { pattern }: PostalFacts): string | undefined =>
  spellings(compactPostalCode(text).toUpperCase()).find((spelling) => pattern?.test(spelling));

/** Tells whether a text can be a postal code of the country, ignoring case, spaces and hyphens. */
export const isPostalCode = (text: string, facts: PostalFacts): boolean =>
  facts.pattern === null || facts.pattern.test(text.toUpperCase()) || spelled(text, facts) !== undefined;

/**
 * Inserts the space or hyphen of the example, counted from the end, because codes of different length differ before it
 * (`M1 1AE`, `EC1Y 8SY`).
 */
const likeExample = (compact: string, example: string): string => {
  let left = compact.length;
  let written = '';
  for (const character of [...example].reverse()) {
    if (left === 0) break;
    if (!/[\s-]/.test(character)) left -= 1;
    written = `${/[\s-]/.test(character) ? character : compact[left]}${written}`;
  }
  return `${compact.slice(0, left)}${written}`;
};

/** Postal spelling of a code: `k1a0b1` becomes `K1A 0B1`. An invalid code is returned unchanged. */
export const standardPostalCode = (text: string, facts: PostalFacts): string => {
  const compact = compactPostalCode(text).toUpperCase();
  const written = facts.example === null ? compact : likeExample(compact, facts.example);
  if (facts.pattern?.test(written)) return written;
  if (facts.pattern?.test(text.toUpperCase())) return text.toUpperCase();
  return spelled(text, facts) ?? text;
};

/**
 * Tells whether a code is in postal spelling. Extra spaces that the pattern allows are accepted: `114 55` is common in
 * Sweden for 11455.
 */
export const isWrittenLikePost = (text: string, facts: PostalFacts): boolean => {
  const standard = standardPostalCode(text, facts);
  return text === standard || (facts.pattern?.test(text) === true && compactPostalCode(standard) === standard);
};

/** Removes a country prefix, such as in `D-10115` or `LT-04340`. */
export const withoutCountryLetters = (text: string): string => text.replace(/^[a-z]{1,3}[\s-]*(?=\d)/i, '');
