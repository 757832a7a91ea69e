/**
 * Greatest number of codes at once. Each is a write, and the server takes 30 writes a minute from an account. When more are
 * pasted, the page says so and drops none.
 */
export const MAX_CODES = 25;

/**
 * The codes in what somebody typed or pasted: one a line, or with commas between them. Outer spaces are no part of a code,
 * capitals and inner dashes are (CD-03); one that is there twice counts once.
 */
export const parseCodes = (text: string): readonly string[] => [
  ...new Set(
    text
      .split(/[\r\n,;\t]+/)
      .map((part) => part.trim())
      .filter((part) => part !== ''),
  ),
];
