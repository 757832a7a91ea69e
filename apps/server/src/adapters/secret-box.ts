import { createCipheriv, createDecipheriv, type KeyObject, randomBytes } from 'node:crypto';
import type { SecretBox } from '../services/identity/ports.ts';
import type { Keys } from '../services/keyed-hash.ts';

const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const VERSION = 'v1.';

/**
 * Seals texts for the database with AES-256-GCM (INV-22). The purpose is authenticated with the text, so a sealed text that
 * is moved to another row does not open there. The first key seals, all of them open.
 */
export const makeSecretBox = (keys: Keys): SecretBox => {
  const [key] = keys;
  const seal = (text: string, purpose: string): string => {
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(purpose));
    const sealed = Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
    return VERSION + sealed.toString('base64url');
  };
  const openWith = (used: KeyObject, sealed: string, purpose: string): string => {
    if (!sealed.startsWith(VERSION))
      throw new Error(`unsealing "${purpose}": the stored text has another format version`);
    const bytes = Buffer.from(sealed.slice(VERSION.length), 'base64url');
    const nonce = bytes.subarray(0, NONCE_BYTES);
    const decipher = createDecipheriv('aes-256-gcm', used, nonce, { authTagLength: TAG_BYTES })
      .setAAD(Buffer.from(purpose))
      .setAuthTag(bytes.subarray(-TAG_BYTES));
    return decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES), undefined, 'utf8') + decipher.final('utf8');
  };
  /** Decrypts a text. `isCurrent`: it was encrypted with the first key. If no key fits, throws the error of the first. */
  const opened = (sealed: string, purpose: string): { text: string; isCurrent: boolean } => {
    let first: unknown;
    for (const used of keys) {
      try {
        return { text: openWith(used, sealed, purpose), isCurrent: used === key };
      } catch (error) {
        first ??= error;
      }
    }
    throw first;
  };
  return {
    seal,
    open: (sealed, purpose) => opened(sealed, purpose).text,
    resealed: (sealed, purpose) => {
      const { text, isCurrent } = opened(sealed, purpose);
      return isCurrent ? null : seal(text, purpose);
    },
  };
};
