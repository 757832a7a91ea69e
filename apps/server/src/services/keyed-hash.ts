import { createHmac, type KeyObject, timingSafeEqual } from 'node:crypto';

/** Keys of one purpose. The first signs or encrypts; all of them verify or decrypt. */
export type Keys = readonly [current: KeyObject, ...readOnly: KeyObject[]];

/** HMAC-SHA-256 of a text, in base64url. */
export const hmac = (key: KeyObject, text: string): string =>
  createHmac('sha256', key).update(text).digest('base64url');

/** Returns whether one of the keys made the HMAC of the text. The comparison takes the same time for every signature. */
export const isSignedBy = (keys: Keys, text: string, signature: string): boolean => {
  const given = Buffer.from(signature);
  return keys.some((key) => {
    const made = Buffer.from(hmac(key, text));
    return made.length === given.length && timingSafeEqual(made, given);
  });
};

/** Key of a counter. It hides the account or address that is counted. */
export const counterKeyOf = (key: KeyObject, what: string, whom: string): string =>
  `${what}:${hmac(key, `${what}:${whom}`)}`;
