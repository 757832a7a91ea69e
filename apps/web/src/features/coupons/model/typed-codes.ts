/**
 * Largest number of codes in a batch. Each is a write, and the server accepts 30 writes per minute and account. If more
 * are pasted, the page says so and drops none.
 */
export const MAX_CODES = 25;

/**
 * Returns the codes of a typed or pasted text, separated by lines or commas. Outer spaces are removed; capitals and
 * inner dashes are kept (CD-03). Duplicates count once.
 */
export const parseCodes = (text: string): readonly string[] => [
  ...new Set(
    text
      .split(/[\r\n,;\t]+/)
      .map((part) => part.trim())
      .filter((part) => part !== ''),
  ),
];
