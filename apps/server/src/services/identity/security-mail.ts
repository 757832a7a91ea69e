import type { Instant } from '@foyer/contract/vocabulary/instants';
import type { SecurityMail } from '@foyer/contract/vocabulary/record-words';
import type { SecurityMailJob } from '../mail/ports.ts';
import type { Owner } from './ports.ts';

/** Makes a mail to the owner of an account about an event. A mail with a link also has an `emailTokenId`. */
export const notifyOwner = (
  template: SecurityMail,
  { accountId, email, firstName, language, brand }: Owner,
  at: Instant,
  facts: Readonly<Record<string, string>> = {},
): SecurityMailJob => ({
  kind: 'security',
  template,
  accountId,
  to: email,
  firstName,
  language,
  brand,
  at,
  emailTokenId: null,
  facts,
});
