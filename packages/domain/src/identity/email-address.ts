/** Maximum lengths of an address, its local part and a label (RFC 5321 §4.5.3.1). */
const MAX_ADDRESS = 254;
const MAX_LOCAL = 64;
const MAX_LABEL = 63;

/**
 * RFC 5322 dot-atom, with letters beyond ASCII as in RFC 6531. Quoted local parts and address literals are refused,
 * because they are practically unused.
 */
const LOCAL = /^[\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~-]+(\.[\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~-]+)*$/u;
const LABEL = /^[\p{L}\p{N}]([\p{L}\p{M}\p{N}-]*[\p{L}\p{M}\p{N}])?$/u;
const ALL_DIGITS = /^\d+$/;

/** Normalises an address for storing: trimmed and NFC, otherwise as typed. */
export const tidyEmail = (text: string): string => text.trim().normalize('NFC');

/**
 * Tells whether a text has the form of an email address: one `@`, a local part, a domain of at least two labels.
 * Refuses characters that could end a header line or add a recipient. Existence is checked by the mailed link.
 */
export const isEmailAddress = (text: string): boolean => {
  const parts = text.split('@');
  const [local = '', domain = ''] = parts;
  const labels = domain.split('.');
  return (
    parts.length === 2 &&
    [...text].length <= MAX_ADDRESS &&
    [...local].length <= MAX_LOCAL &&
    LOCAL.test(local) &&
    labels.length >= 2 &&
    labels.every((label) => [...label].length <= MAX_LABEL && LABEL.test(label)) &&
    !ALL_DIGITS.test(labels.at(-1) ?? '')
  );
};
