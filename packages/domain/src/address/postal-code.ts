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

/**
 * With the space or hyphen where the country's example has it, counted from the end: codes of another length differ before
 * it (`M1 1AE` beside `EC1Y 8SY`).
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

/** As the country's post writes it: `k1a0b1` becomes `K1A 0B1`; what is no code there stays as it is. */
export const standardPostalCode = (text: string, facts: PostalFacts): string => {
  const compact = compactPostalCode(text).toUpperCase();
  const written = facts.example === null ? compact : likeExample(compact, facts.example);
  if (facts.pattern?.test(written)) return written;
  if (facts.pattern?.test(text.toUpperCase())) return text.toUpperCase();
  return spelled(text, facts) ?? text;
};

/**
 * Whether a code stands as it is written there. Spaces that the post leaves out are no fault where its pattern has room
 * for them: `114 55` is how Swedes write 11455.
 */
export const isWrittenLikePost = (text: string, facts: PostalFacts): boolean => {
  const standard = standardPostalCode(text, facts);
  return text === standard || (facts.pattern?.test(text) === true && compactPostalCode(standard) === standard);
};

/** Without the letters of the country that some write before it: `D-10115`, `LT-04340`. */
export const withoutCountryLetters = (text: string): string => text.replace(/^[a-z]{1,3}[\s-]*(?=\d)/i, '');
