import { createHmac } from 'node:crypto';
import type { HashEmail } from './postgres/load-billing-states.ts';

/**
 * Keyed hashes of an e-mail address, the same however it is written. What is kept is that of the mailbox; trials that were
 * begun before there was one are found by that of the address (decision 24).
 */
export const makeHashEmail =
  (key: string, mailboxOf: (email: string) => string): HashEmail =>
  (email) => {
    const hash = (text: string) => createHmac('sha256', key).update(text.trim().toLowerCase()).digest('base64url');
    return [hash(mailboxOf(email)), hash(email)];
  };
