/** RFC 5321 §4.5.3.1: what a path, its local part and a label may hold. */
const MAX_ADDRESS = 254;
const MAX_LOCAL = 64;
const MAX_LABEL = 63;

/** RFC 5322 dot-atom; letters beyond ASCII as RFC 6531 allows. Quoted local parts and address literals are left out: nobody has one. */
const LOCAL = /^[\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~-]+(\.[\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~-]+)*$/u;
const LABEL = /^[\p{L}\p{N}]([\p{L}\p{M}\p{N}-]*[\p{L}\p{M}\p{N}])?$/u;
const ALL_DIGITS = /^\d+$/;

/** An address as it is stored: without the space around it that a form lets through, composed, else as it was typed. */
export const tidyEmail = (text: string): string => text.trim().normalize('NFC');

/**
 * Whether mail could be sent there: one `@`, a local part, a domain of at least two labels. Nothing that could end a
 * header line or name a second recipient gets through. That the address exists is what the mailed link finds out.
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
