import { utf8Bytes } from '@foyer/contract/vocabulary/password-rules';

/** One way to read what somebody typed or followed: the name of a promotion and a code, one of the two at least. */
export type PromotionReading =
  | { readonly kind: 'coded'; readonly name: string; readonly code: string }
  /** A name, or a code without one: what it is shows when it is looked up. */
  | { readonly kind: 'bare'; readonly word: string };

/** PR-02: a code as encoded text (threats.md §3). */
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

/** Bytes as text, or null when they are no UTF-8; the engine's own decoder refuses what is overlong or half. */
const asUtf8 = (bytes: readonly number[]): string | null =>
  percentDecoded(bytes.map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join(''));

/** Base64 in the standard or the URL alphabet (RFC 4648 §4, §5), with its padding or without; null when it is none. */
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
 * What a promotion code may mean, likeliest first (billing.md §2.6): as it stands, which is how mails print it, and decoded
 * from base64, which is how links carry it. A plain word can be both, so whoever looks it up tries both. Empty when it is
 * too long, no text, or has control characters.
 */
export const readPromotionText = (typed: string): PromotionReading[] => {
  if (utf8Bytes(typed) > MAX_BYTES || !typed.isWellFormed()) return [];
  // A `+` of the standard alphabet comes out of a query string as a space.
  const plain = percentDecoded(typed)?.trim();
  if (plain === undefined || plain === '') return [];
  const texts = [plain, base64Decoded(plain.replaceAll(' ', '+'))?.trim() ?? ''];
  return texts.filter((text) => !CONTROL.test(text)).flatMap((text) => reading(text) ?? []);
};
