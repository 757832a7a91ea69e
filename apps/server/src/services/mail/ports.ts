import type { AccountId } from '@foyer/contract/vocabulary/ids';
import type { Instant } from '@foyer/contract/vocabulary/instants';
import type { Language } from '@foyer/contract/vocabulary/languages';
import type { OperatorMail, SecurityMail } from '@foyer/contract/vocabulary/record-words';
import type { Subscription } from '@foyer/domain/billing/entities';
import type { MailJob } from '@foyer/domain/billing/mail-job';
import type { RenderedMail } from './layout.ts';

/** Mails about the account itself (BY-06). The words of each stand in words/. */
export type SecurityTemplate = SecurityMail;

/**
 * Everything a security mail needs is taken along when it is queued, because the address or the name may be another one,
 * or gone, by the time it is written. A link's secret is not: it is derived from `emailTokenId` when the mail is written.
 */
export interface SecurityMailJob {
  readonly kind: 'security';
  readonly template: SecurityTemplate;
  readonly accountId: AccountId;
  readonly to: string;
  readonly firstName: string;
  readonly language: Language;
  readonly brand: string;
  readonly at: Instant;
  readonly emailTokenId: string | null;
  /** Small facts for the words, such as `device` and `address` of the caller or the name of a `passkey`; never a secret. */
  readonly facts: Readonly<Record<string, string>>;
}

/**
 * A mail that somebody asked for without being signed in. Whether the address is known, and whether another mail may go
 * there, is found out when the job is done: until then asking takes the same work for everybody (INV-19).
 */
export interface LinkRequest {
  readonly kind: 'link_request';
  readonly template: 'verify_email' | 'registered_again' | 'password_reset';
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

/** What travels through the mail queue. */
export type QueuedMail = MailJob | SecurityMailJob | LinkRequest | OperatorMailJob;

/** What is in the row of a subscription itself. */
export type HeldRow = Pick<Subscription, 'id' | 'product' | 'planId' | 'source' | 'status'>;

export interface Recipient {
  readonly email: string;
  readonly firstName: string;
  readonly language: Language;
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
