/**
 * How many are taken at once: each is a write, of which the server takes 30 a minute from one account (threats.md §3).
 * Whoever pastes more is told, and nothing is cut off.
 */
export const MAX_CODES = 25;

/**
 * The codes in what somebody typed or pasted: one a line, or with commas between them. Outer spaces are no part of a code,
 * capitals and inner dashes are (CD-03); one that is there twice counts once.
 */
export const codesIn = (text: string): readonly string[] => [
  ...new Set(
    text
      .split(/[\r\n,;\t]+/)
      .map((part) => part.trim())
      .filter((part) => part !== ''),
  ),
];
