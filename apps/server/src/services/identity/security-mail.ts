import type { AccountId } from '@foyer/contract/vocabulary/ids';
import type { Instant } from '@foyer/contract/vocabulary/instants';
import type { Language } from '@foyer/contract/vocabulary/languages';
import type { SecurityMail } from '@foyer/contract/vocabulary/record-words';
import type { SecurityMailJob } from '../mail/ports.ts';

export interface Addressee {
  readonly accountId: AccountId;
  readonly email: string;
  readonly firstName: string;
  readonly language: Language;
  readonly brand: string;
}

/** Makes a mail to the owner about an event. Mails with a link are made elsewhere (link-tokens.ts). */
export const notifyOwner = (
  template: SecurityMail,
  { accountId, email, firstName, language, brand }: Addressee,
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
