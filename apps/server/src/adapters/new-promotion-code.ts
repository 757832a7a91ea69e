import { randomBytes } from 'node:crypto';

/** Crockford's alphabet: no letter that is read as another one. */
const LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
/** Of 5 bits each: 80 in all (threats.md §3). */
const LENGTH = 16;

/** A code that nobody can guess, and that can be read aloud. */
export const newPromotionCode = (): string =>
  Array.from(randomBytes(LENGTH), (byte) => LETTERS.charAt(byte & 31)).join('');
