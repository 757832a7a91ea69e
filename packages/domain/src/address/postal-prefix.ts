import type { PostalFacts } from './postal-code.ts';

/** Whether codes of the country, as its post writes them, can begin so: with the end of its example they are whole. */
export const beginsPostalCode = (prefix: string, { pattern, example }: PostalFacts): boolean =>
  pattern === null ||
  example === null ||
  Array.from({ length: example.length + 1 }, (_, n) => prefix + example.slice(n)).some((code) => pattern.test(code));

const DIGITS = [...'0123456789'];
const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];

const continues = (text: string, prefix: RegExp, marks: readonly string[], more: number): boolean =>
  prefix.test(text) || (more > 0 && marks.some((mark) => continues(text + mark, prefix, marks, more - 1)));

/**
 * Whether a code that begins so can be one of the state whose codes begin like `prefix`: it does, or does when it goes on.
 * A state's beginnings are five digits at most, and where there are letters three characters.
 */
export const mayBelongToState = (begun: string, prefix: RegExp | null, { example }: PostalFacts): boolean => {
  const hasLetters = /[A-Z]/.test(example ?? '');
  const [marks, length] = hasLetters ? [[...DIGITS, ...LETTERS], 3] : [DIGITS, 5];
  return prefix === null || continues(begun, prefix, marks, length - begun.length);
};
