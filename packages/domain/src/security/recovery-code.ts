/** 32 signs without the ones that look alike when they are read aloud or copied by hand: I, L, O, U (Crockford's set). */
const SIGNS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const LOOK_ALIKES: Readonly<Record<string, string>> = { I: '1', L: '1', O: '0' };

export const RECOVERY_CODES = 10;
/** Signs of a new code: 140 random bits, in groups of four (ASVS 6.5.2 and 11.5.1 ask for 112 and 128). */
export const RECOVERY_CODE_SIGNS = 28;
/** Signs of a code made by a release before: 80 bits. It stays valid until it is used or replaced. */
const EARLIER_SIGNS = 16;

/**
 * Recovery code as it is shown: `7KQ2-…`.
 * @param bytes random, one for each sign; five bits of each count
 */
export const writeRecoveryCode = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => SIGNS.charAt(byte & 31))
    .join('')
    .replaceAll(/(.{4})(?=.)/g, '$1-');

/** Signs of a typed recovery code, however it was spaced and spelt; null when it cannot be one. */
export const readRecoveryCode = (typed: string): string | null => {
  const signs = [...typed.toUpperCase().replaceAll(/[\s-]/g, '')].map((sign) => LOOK_ALIKES[sign] ?? sign);
  const fits = signs.length === RECOVERY_CODE_SIGNS || signs.length === EARLIER_SIGNS;
  return fits && signs.every((sign) => SIGNS.includes(sign)) ? signs.join('') : null;
};
