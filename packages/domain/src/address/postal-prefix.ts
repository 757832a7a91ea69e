import type { PostalFacts } from './postal-code.ts';

/**
 * Tells whether postal codes of the country can begin with `prefix`. Tested by completing it with the end of the
 * country's example.
 */
export const beginsPostalCode = (prefix: string, { pattern, example }: PostalFacts): boolean =>
  pattern === null ||
  example === null ||
  Array.from({ length: example.length + 1 }, (_, n) => prefix + example.slice(n)).some((code) => pattern.test(code));

const DIGITS = [...'0123456789'];
const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];

const continues = (text: string, prefix: RegExp, marks: readonly string[], more: number): boolean =>
  prefix.test(text) || (more > 0 && marks.some((mark) => continues(text + mark, prefix, marks, more - 1)));

/**
 * Tells whether a code beginning with `begun` can belong to the state whose codes match `prefix`, now or after more
 * characters. State prefixes have at most five digits, or three characters in countries with letters.
 */
export const mayBelongToState = (begun: string, prefix: RegExp | null, { example }: PostalFacts): boolean => {
  const hasLetters = /[A-Z]/.test(example ?? '');
  const [marks, length] = hasLetters ? [[...DIGITS, ...LETTERS], 3] : [DIGITS, 5];
  return prefix === null || continues(begun, prefix, marks, length - begun.length);
};
