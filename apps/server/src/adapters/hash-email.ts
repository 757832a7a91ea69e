import { createHmac } from 'node:crypto';
import type { HashEmail } from './postgres/load-billing-states.ts';

/** A keyed hash of an e-mail address, the same however it is written. */
export const makeHashEmail =
  (key: string): HashEmail =>
  (email) =>
    createHmac('sha256', key).update(email.trim().toLowerCase()).digest('base64url');
