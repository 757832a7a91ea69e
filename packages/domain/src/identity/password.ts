import { PASSWORD_MAX_BYTES, PASSWORD_MIN_CHARACTERS, utf8Bytes } from '@foyer/contract/vocabulary/password-rules';

/** Reason why a new password is refused. There are no rules about its composition (SC-03). */
export type PasswordFault = 'too_short' | 'too_long' | 'common' | 'about_you' | 'same';

export interface PasswordContext {
  /** Values that people who know the owner may guess: address, names, and words of the vendor. */
  readonly email: string;
  readonly names: readonly string[];
  readonly productWords: readonly string[];
  readonly isCommon: (folded: string) => boolean;
  /** Password to be replaced, if it was typed. */
  readonly current?: string;
}

/** Characters that must remain after known words are removed. */
const MIN_UNKNOWN_CHARACTERS = 6;
const MIN_WORD = 3;

/** Form for comparing: NFKC and lower case. */
const fold = (text: string): string => text.normalize('NFKC').toLowerCase();

const length = (text: string): number => [...text].length;

const wordsOf = ({ email, names, productWords }: PasswordContext): string[] => {
  const [local = '', domain = ''] = fold(email).split('@');
  const known = [...names, ...productWords].map(fold);
  const words = [
    fold(email),
    local,
    domain,
    ...known,
    ...[local, domain, ...known].flatMap((text) => text.split(/[^\p{L}\p{N}]+/u)),
  ];
  // Longest first, so that a name is not removed from within the address that contains it.
  return [...new Set(words)].filter((word) => length(word) >= MIN_WORD).sort((a, b) => b.length - a.length);
};

/** Tells whether too little remains of the password after removing words an attacker would try first for this owner. */
const isAboutOwner = (folded: string, context: PasswordContext): boolean => {
  const rest = wordsOf(context).reduce((text, word) => text.replaceAll(word, ''), folded);
  return rest !== folded && length(rest) < MIN_UNKNOWN_CHARACTERS;
};

/** Digits and symbols at the end: people often append a year, a counter or an exclamation mark. */
const TAIL = /[^\p{L}]+$/u;

const isOneSignRepeated = (text: string): boolean => new Set(text).size === 1;

/** Tells whether a password is common, as it is or without its tail, or one character repeated (ASVS 6.2.4). */
const isTooCommon = (folded: string, isCommon: PasswordContext['isCommon']): boolean =>
  [folded, folded.replace(TAIL, '')].some((text) => text !== '' && (isOneSignRepeated(text) || isCommon(text)));

/** Signs that people write between repetitions. */
const SEPARATORS = /[\s._-]+/gu;

/** Tells whether the first characters of a text repeat to its end, at least twice. The last repetition may be cut. */
const isRepeated = (characters: readonly string[], period: number): boolean =>
  characters.length >= 2 * period &&
  characters.every((character, index) => index < period || character === characters[index - period]);

/**
 * Tells whether a password repeats a common word, or a unit that would be too short alone: `12341234`, `password
 * password` (ASVS 6.2.4). Separators and the tail do not count.
 */
const repeatsTooLittle = (folded: string, isCommon: PasswordContext['isCommon']): boolean =>
  [folded, folded.replace(TAIL, '')].some((text) => {
    const characters = [...text.replace(SEPARATORS, '')];
    if (characters.length < PASSWORD_MIN_CHARACTERS) return false;
    return characters.some(
      (_character, index) =>
        isRepeated(characters, index + 1) &&
        (index + 1 < PASSWORD_MIN_CHARACTERS || isCommon(characters.slice(0, index + 1).join(''))),
    );
  });

/**
 * Reason why a new password is refused, or null (SC-03; NIST SP 800-63B-4 §3.1.1.2). The length is counted in NFKC, as
 * the password is hashed.
 */
export const passwordFault = (password: string, context: PasswordContext): PasswordFault | null => {
  if (length(password.normalize('NFKC')) < PASSWORD_MIN_CHARACTERS) return 'too_short';
  if (utf8Bytes(password) > PASSWORD_MAX_BYTES) return 'too_long';
  if (context.current?.normalize('NFKC') === password.normalize('NFKC')) return 'same';
  const folded = fold(password);
  if (isTooCommon(folded, context.isCommon)) return 'common';
  if (isAboutOwner(folded, context)) return 'about_you';
  return repeatsTooLittle(folded, context.isCommon) ? 'common' : null;
};
