import { createHash, randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';

/** Beginning of every key. Scanners find a published key by it, and the checksum tells it from other text. */
const KEY_PREFIX = 'foyer_vk_';

const RANDOM_BYTES = 32;
const RANDOM_LENGTH = 43;
const CHECKSUM_LENGTH = 6;
const KEY = new RegExp(`^${KEY_PREFIX}[0-9A-Za-z]{${RANDOM_LENGTH + CHECKSUM_LENGTH}}$`);

const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

const inBase62 = (value: bigint, length: number): string => {
  let [rest, text] = [value, ''];
  while (rest > 0n) {
    text = DIGITS.charAt(Number(rest % 62n)) + text;
    rest /= 62n;
  }
  return text.padStart(length, '0');
};

const checksumOf = (text: string): string => inBase62(BigInt(crc32(text)), CHECKSUM_LENGTH);

/** Makes the text of a new key: the prefix, 256 random bits, and a CRC-32 of both, in base 62. */
export const newKeyText = (): string => {
  const body = `${KEY_PREFIX}${inBase62(BigInt(`0x${randomBytes(RANDOM_BYTES).toString('hex')}`), RANDOM_LENGTH)}`;
  return `${body}${checksumOf(body)}`;
};

/** Tells whether a text has the form of a key, with the right checksum. A mistyped key is refused without a database. */
export const isKeyText = (text: string): boolean =>
  KEY.test(text) && checksumOf(text.slice(0, -CHECKSUM_LENGTH)) === text.slice(-CHECKSUM_LENGTH);

/** SHA-256 of a key. Its 256 random bits need no slow hash. */
export const hashKeyText = (text: string): string => createHash('sha256').update(text).digest('base64url');

/** First and last characters of a key, by which an operator recognises it. */
export const hintOf = (text: string): string =>
  `${text.slice(0, KEY_PREFIX.length + 4)}…${text.slice(-CHECKSUM_LENGTH + 2)}`;
