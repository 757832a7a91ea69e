/** No code has as many; whoever pastes a whole file is told where it was cut. */
export const MAX_CODES = 50;

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
