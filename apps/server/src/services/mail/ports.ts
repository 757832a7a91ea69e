import type { AccountId } from '@foyer/contract/vocabulary/ids';
import type { Instant } from '@foyer/contract/vocabulary/instants';
import type { RenderedMail } from './layout.ts';

export interface Recipient {
  readonly email: string;
  readonly firstName: string;
  readonly brand: string;
}

/** Where mails leave the house: SMTP, or the mailbox of the sandbox. The id is stable, so a repeated job sends one mail. */
export interface MailTransport {
  send(
    mail: RenderedMail & { readonly id: string; readonly accountId: AccountId | null; readonly to: string },
  ): Promise<void>;
}

export interface MailRow {
  readonly id: string;
  readonly recipient: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly sentAt: Instant;
}

/** The built-in mailbox of the sandbox, newest mail first. */
export interface Mailbox extends MailTransport {
  list(to: string | null, limit: number): Promise<MailRow[]>;
  find(id: string): Promise<MailRow | null>;
}
