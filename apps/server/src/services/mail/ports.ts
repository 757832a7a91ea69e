import type { AccountId } from '@foyer/contract/vocabulary/ids';
import type { Instant } from '@foyer/contract/vocabulary/instants';
import type { Language } from '@foyer/contract/vocabulary/languages';
import type { OperatorMail, SecurityMail } from '@foyer/contract/vocabulary/record-words';
import type { Subscription } from '@foyer/domain/state/entities';
import type { MailJob } from '@foyer/domain/state/mail-job';
import type { RenderedMail } from './layout.ts';

/**
 * Mail about the account or its security (BY-06). The job has all data of the mail, because the address or the name may
 * change before the mail is written. The secret of a link is not in it, but is derived from `emailTokenId`.
 */
export interface SecurityMailJob {
  readonly kind: 'security';
  readonly template: SecurityMail;
  readonly accountId: AccountId;
  readonly to: string;
  readonly firstName: string;
  readonly language: Language;
  readonly brand: string;
  readonly at: Instant;
  readonly emailTokenId: string | null;
  /** Facts such as `device` and `address` of the caller, or the name of a `passkey`. Never a secret. */
  readonly facts: Readonly<Record<string, string>>;
}

/**
 * Request for a mail by a caller without a session. The worker looks up the account and its earlier mails. So the call does
 * the same work for every address (INV-19).
 */
export interface LinkRequest {
  readonly kind: 'link_request';
  readonly template: 'verify_email' | 'registered_again' | 'password_reset' | 'invitation';
  readonly to: string;
  readonly at: Instant;
  readonly address: string | null;
  readonly userAgent: string | null;
  readonly requestId: string | null;
}

/** Mail to an operator about their own account. */
export interface OperatorMailJob {
  readonly kind: 'operator';
  readonly template: OperatorMail;
  readonly to: string;
  readonly language: Language;
  readonly at: Instant;
  /** `device` and `address` of the caller. */
  readonly facts: Readonly<Record<string, string>>;
}

/** Jobs of the mail queue. */
export type QueuedMail = MailJob | SecurityMailJob | LinkRequest | OperatorMailJob;

/** Columns of a subscription that mails need. */
export type HeldRow = Pick<Subscription, 'id' | 'product' | 'planId' | 'source' | 'status'>;

export interface Recipient {
  readonly email: string;
  readonly firstName: string;
  readonly language: Language;
  readonly brand: string;
}

/** The mail server refused the recipient of a mail for good. The queue still tries the mail again, and no alert counts it. */
export class RecipientRefused extends Error {
  override readonly name = 'RecipientRefused';
}

/** Sends mails by SMTP, or stores them in the sandbox mailbox. The id is that of the job, so a repeated job sends one mail. */
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

/** Mailbox of the sandbox, newest mail first. */
export interface Mailbox extends MailTransport {
  list(to: string | null, limit: number): Promise<MailRow[]>;
  find(id: string): Promise<MailRow | null>;
}
