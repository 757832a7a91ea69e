import { hmac, type Keys } from '../services/keyed-hash.ts';
import type { HashEmail } from './postgres/load-billing-states.ts';

/**
 * Keyed hashes of an email address; spellings of one mailbox have the same first hash. New trials store the first
 * hash. The others find older trials: those that stored the hash of the address (decision 24), and those of an earlier
 * secret.
 */
export const makeHashEmail =
  (keys: Keys, mailboxOf: (email: string) => string): HashEmail =>
  (email) => {
    // Most addresses equal their mailbox. The set avoids a second look-up for them.
    const texts = [...new Set([mailboxOf(email), email].map((text) => text.trim().toLowerCase()))];
    const [stored, ...others] = keys.flatMap((key) => texts.map((text) => hmac(key, text)));
    return [stored as string, ...others];
  };
