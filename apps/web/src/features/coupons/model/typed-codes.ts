/**
 * Largest number of codes in a batch. Each is a write, and the server accepts 30 writes per minute and account. If more
 * are pasted, the page says so and drops none.
 */
export const MAX_CODES = 25;

/** Group of a generated code: without 0, O, 1 and I. */
const GROUP = '[2-9A-HJ-NP-Z]{4}';
/** New code that was typed with blanks between its seven groups, perhaps beside the hyphens. */
const spacedNewCode = new RegExp(`(^|[\\s,;_])${GROUP}(?:(?: *- *| +)${GROUP}){6}(?![^\\s,;])`, 'g');
/** Code of an earlier release, which has 16 characters, typed in four groups. */
const spacedOldCode = new RegExp(`(^|[\\s,;_])${GROUP}(?: +${GROUP}){3}(?![^\\s,;])`, 'g');

/**
 * Returns the codes of a typed or pasted text, separated by white space, commas or semicolons. No code contains a blank, so
 * groups of four with blanks between them are one code. Capitals and inner hyphens are kept (CD-03). Duplicates count once.
 */
export const parseCodes = (text: string): readonly string[] => [
  ...new Set(
    text
      .replace(spacedNewCode, (found, before) => before + found.slice(before.length).replace(/ *- *| +/g, '-'))
      .replace(spacedOldCode, (found, before) => before + found.slice(before.length).replaceAll(' ', ''))
      .split(/[\s,;]+/)
      .filter((part) => part !== ''),
  ),
];
