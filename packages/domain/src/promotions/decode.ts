import { utf8Bytes } from '@foyer/contract/vocabulary/password-rules';

/** Possible meaning of a typed or linked promotion text: a name with a code, or one of both. */
export type PromotionReading =
  | { readonly kind: 'coded'; readonly name: string; readonly code: string }
  /** Name or code. The lookup decides which. */
  | { readonly kind: 'bare'; readonly word: string };

/** Longest promotion text that is read (PR-02). */
const MAX_BYTES = 512;

const CONTROL = /\p{Cc}/u;
const BASE64 = /^[A-Za-z0-9+/]+$/;
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

const percentDecoded = (text: string): string | null => {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
};

/**
 * Decodes bytes as UTF-8. Null if they are not valid UTF-8; `decodeURIComponent` refuses overlong and truncated
 * sequences.
 */
const asUtf8 = (bytes: readonly number[]): string | null =>
  percentDecoded(bytes.map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join(''));

/**
 * Decodes base64 in the standard or URL alphabet (RFC 4648 §4, §5), with or without padding. Null if it is not base64.
 */
const base64Decoded = (text: string): string | null => {
  const digits = text
    .replaceAll('-', '+')
    .replaceAll('_', '/')
    .replace(/={1,2}$/, '');
  if (!BASE64.test(digits) || digits.length % 4 === 1) return null;
  const bytes: number[] = [];
  let bits = 0;
  let held = 0;
  for (const digit of digits) {
    held = (held << 6) | ALPHABET.indexOf(digit);
    bits += 6;
    if (bits >= 8) {
      bits -= 8;
      bytes.push((held >> bits) & 0xff);
      held &= (1 << bits) - 1;
    }
  }
  return asUtf8(bytes);
};

const reading = (text: string): PromotionReading | null => {
  const colon = text.indexOf(':');
  if (colon < 0) return text === '' ? null : { kind: 'bare', word: text };
  const [name, code] = [text.slice(0, colon).trim(), text.slice(colon + 1).trim()];
  if (name === '') return null;
  return code === '' ? { kind: 'bare', word: name } : { kind: 'coded', name, code };
};

/**
 * Possible meanings of a promotion text, most likely first: the text itself, as mails print it, and the text decoded
 * from base64, as links carry it (PR-02). A plain word can be valid in both ways, so the caller tries both. Empty if
 * the text is too long, malformed or has control characters.
 */
export const readPromotionText = (typed: string): PromotionReading[] => {
  if (utf8Bytes(typed) > MAX_BYTES || !typed.isWellFormed()) return [];
  // Query strings turn a `+` of the standard alphabet into a space.
  const plain = percentDecoded(typed)?.trim();
  if (plain === undefined || plain === '') return [];
  const texts = [plain, base64Decoded(plain.replaceAll(' ', '+'))?.trim() ?? ''];
  return texts.filter((text) => !CONTROL.test(text)).flatMap((text) => reading(text) ?? []);
};
