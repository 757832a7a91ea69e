/** 32 signs without the ones that look alike when they are read aloud or copied by hand: I, L, O, U (Crockford's set). */
const SIGNS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const LOOK_ALIKES: Readonly<Record<string, string>> = { I: '1', L: '1', O: '0' };

export const RECOVERY_CODES = 10;
/** 80 bit (threats.md §3). */
export const RECOVERY_CODE_BYTES = 10;
const LENGTH = 16;

/** A recovery code of 80 random bits as it is shown: four groups of four signs. */
export const writeRecoveryCode = (bytes: Uint8Array): string => {
  let bits = 0;
  let held = 0;
  let text = '';
  for (const byte of bytes) {
    held = (held << 8) | byte;
    bits += 8;
    while (bits >= 5) {
      bits -= 5;
      text += SIGNS[(held >> bits) & 31];
    }
    held &= (1 << bits) - 1;
  }
  return text.replaceAll(/(.{4})(?=.)/g, '$1-');
};

/** A typed recovery code as its sixteen signs, however it was spaced and spelt; null when it cannot be one. */
export const readRecoveryCode = (typed: string): string | null => {
  const signs = [...typed.toUpperCase().replaceAll(/[\s-]/g, '')].map((sign) => LOOK_ALIKES[sign] ?? sign);
  return signs.length === LENGTH && signs.every((sign) => SIGNS.includes(sign)) ? signs.join('') : null;
};
