import { createHmac, type KeyObject } from 'node:crypto';
import type { HashEmail } from './postgres/load-billing-states.ts';

/**
 * Keyed hashes of an e-mail address; spellings of one mailbox have the same first hash. New trials store the first
 * hash. The others find older trials: those that stored the hash of the address (decision 24), and those of an earlier
 * secret.
 */
export const makeHashEmail =
  (keys: readonly [KeyObject, ...KeyObject[]], mailboxOf: (email: string) => string): HashEmail =>
  (email) => {
    const hash = (key: KeyObject, text: string) => createHmac('sha256', key).update(text).digest('base64url');
    // Most addresses equal their mailbox. The set avoids a second look-up for them.
    const texts = [...new Set([mailboxOf(email), email].map((text) => text.trim().toLowerCase()))];
    const [stored, ...others] = keys.flatMap((key) => texts.map((text) => hash(key, text)));
    return [stored as string, ...others];
  };
