/** Crockford's base32 alphabet: without I, L, O and U, which are easily confused when read or copied. */
const SIGNS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const LOOK_ALIKES: Readonly<Record<string, string>> = { I: '1', L: '1', O: '0' };

export const RECOVERY_CODES = 10;
/** Length of a new code in characters: 140 random bits, grouped by four (ASVS 6.5.2 and 11.5.1 require 112 and 128). */
export const RECOVERY_CODE_SIGNS = 28;
/** Length of a code made by an earlier release: 80 bits. It stays valid until used or replaced. */
const EARLIER_SIGNS = 16;

/**
 * Formats a recovery code, such as `7KQ2-…`.
 * @param bytes random, one per character; five bits of each are used
 */
export const writeRecoveryCode = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => SIGNS.charAt(byte & 31))
    .join('')
    .replaceAll(/(.{4})(?=.)/g, '$1-');

/** Normalises a typed recovery code: spaces, hyphens and look-alike letters. Null if it cannot be a code. */
export const readRecoveryCode = (typed: string): string | null => {
  const signs = [...typed.toUpperCase().replaceAll(/[\s-]/g, '')].map((sign) => LOOK_ALIKES[sign] ?? sign);
  const fits = signs.length === RECOVERY_CODE_SIGNS || signs.length === EARLIER_SIGNS;
  return fits && signs.every((sign) => SIGNS.includes(sign)) ? signs.join('') : null;
};
