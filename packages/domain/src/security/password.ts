import { PASSWORD_MAX_BYTES, PASSWORD_MIN_CHARACTERS, utf8Bytes } from '@foyer/contract/vocabulary/password-rules';

/** Why a new password is refused; what it is made of otherwise is nobody's business (threats.md §3). */
export type PasswordFault = 'too_short' | 'too_long' | 'common' | 'about_you' | 'same';

export interface PasswordContext {
  /** What anybody knows who knows the owner: address, names, and the words of the vendor. */
  readonly email: string;
  readonly names: readonly string[];
  readonly productWords: readonly string[];
  readonly isCommon: (folded: string) => boolean;
  /** The password that the new one replaces, where it was typed. */
  readonly present?: string;
}

/** Of a password made around a known word, this much must be unknown. */
const MIN_UNKNOWN_CHARACTERS = 6;
const MIN_WORD = 3;

/** Compared without regard to letter case and to how a keyboard composes its characters. */
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
  // Longest first, so that a name does not tear the address apart that it is part of.
  return [...new Set(words)].filter((word) => length(word) >= MIN_WORD).sort((a, b) => b.length - a.length);
};

/** Whether little is left of the password without the words that everybody would try first for this person. */
const isAboutOwner = (folded: string, context: PasswordContext): boolean => {
  const rest = wordsOf(context).reduce((text, word) => text.replaceAll(word, ''), folded);
  return rest !== folded && length(rest) < MIN_UNKNOWN_CHARACTERS;
};

/** Digits and signs at the end: those who have to add some add a year, a counter or an exclamation mark. */
const TAIL = /[^\p{L}]+$/u;

const isOneSignRepeated = (text: string): boolean => new Set(text).size === 1;

/** Whether a password is common as it is or without its tail (ASVS 6.2.4), or one sign over and over. */
const isTooCommon = (folded: string, isCommon: PasswordContext['isCommon']): boolean =>
  [folded, folded.replace(TAIL, '')].some((text) => text !== '' && (isOneSignRepeated(text) || isCommon(text)));

/** What is wrong with a new password, or null (SC-03; NIST SP 800-63B-4 §3.1.1.2). Length counts as it is hashed: in NFKC. */
export const passwordFault = (password: string, context: PasswordContext): PasswordFault | null => {
  if (length(password.normalize('NFKC')) < PASSWORD_MIN_CHARACTERS) return 'too_short';
  if (utf8Bytes(password) > PASSWORD_MAX_BYTES) return 'too_long';
  if (context.present?.normalize('NFKC') === password.normalize('NFKC')) return 'same';
  const folded = fold(password);
  if (isTooCommon(folded, context.isCommon)) return 'common';
  return isAboutOwner(folded, context) ? 'about_you' : null;
};
