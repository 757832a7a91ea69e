import { createHmac } from 'node:crypto';
import type { HashEmail } from './postgres/load-billing-states.ts';

/**
 * Keyed hashes of an e-mail address, the same however it is written. What is kept is that of the mailbox; trials that were
 * begun before there was one are found by that of the address (decision 24), and those that were begun before the secret was
 * replaced by the hashes of the earlier key.
 */
export const makeHashEmail =
  ([current, ...earlier]: readonly [string, ...string[]], mailboxOf: (email: string) => string): HashEmail =>
  (email) => {
    const hash = (key: string, text: string) =>
      createHmac('sha256', key).update(text.trim().toLowerCase()).digest('base64url');
    const hashes = (key: string): [string, string] => [hash(key, mailboxOf(email)), hash(key, email)];
    return [...hashes(current), ...earlier.flatMap(hashes)];
  };
