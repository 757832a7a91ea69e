import type { Instant } from '@foyer/contract/vocabulary/instants';
import type { SecurityMail } from '@foyer/contract/vocabulary/record-words';
import { type EmailTokenPurpose, emailTokenLifeMs } from '@foyer/domain/identity/email-token';
import type { LockedUser } from '../identity/ports.ts';
import type { SecurityMailJob } from '../mail/ports.ts';
import type { Platform } from '../platform.ts';
import type { CredentialTx } from './ports.ts';

type Facts = Readonly<Record<string, string>>;

/** Cause of a mail: time and origin of the call, as template values. */
export interface MailCause {
  readonly at: Instant;
  readonly facts: Facts;
}

export interface MailMore {
  /** Recipient, if it is not the address of the user. */
  readonly to?: string;
  readonly emailTokenId?: string;
  readonly facts?: Facts;
}

/** Makes a mail to a user about the account, with the origin of its cause. */
export const mailJob = (
  user: LockedUser,
  template: SecurityMail,
  { at, facts }: MailCause,
  { to, emailTokenId, facts: more }: MailMore = {},
): SecurityMailJob => ({
  kind: 'security',
  template,
  accountId: user.accountId,
  to: to ?? user.email,
  firstName: user.firstName,
  language: user.language,
  brand: user.brand,
  at,
  emailTokenId: emailTokenId ?? null,
  facts: { ...facts, ...more },
});

const linkTemplates = {
  verify: 'verify_email',
  change: 'email_change_confirm',
  reset: 'password_reset',
} as const satisfies Record<EmailTokenPurpose, SecurityMail>;

export interface Link {
  readonly purpose: EmailTokenPurpose;
  /** Recipient. The link proves this address. */
  readonly email: string;
}

/** Replaces older links by a new one and queues its mail. The caller holds the lock of the user. */
export const mailLink = async (
  tx: Pick<CredentialTx, 'replaceToken' | 'mail'>,
  newId: Platform['newId'],
  user: LockedUser,
  cause: MailCause,
  { purpose, email }: Link,
): Promise<void> => {
  const id = newId('emailToken');
  const expiresAt = cause.at + emailTokenLifeMs[purpose];
  await tx.replaceToken({ id, userId: user.userId, purpose, email, expiresAt }, cause.at);
  await tx.mail(mailJob(user, linkTemplates[purpose], cause, { to: email, emailTokenId: id }));
};
