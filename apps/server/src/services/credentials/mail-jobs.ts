import type { Instant } from '@foyer/contract/vocabulary/instants';
import type { SecurityMail } from '@foyer/contract/vocabulary/record-words';
import { type EmailTokenPurpose, emailTokenLifeMs } from '@foyer/domain/identity/email-token';
import type { LockedUser } from '../identity/ports.ts';
import { notifyOwner } from '../identity/security-mail.ts';
import type { Platform } from '../platform.ts';
import type { CredentialTx } from './ports.ts';

type Facts = Readonly<Record<string, string>>;

/** Cause of a mail: time and origin of the call, as template values. */
export interface MailCause {
  readonly at: Instant;
  readonly facts: Facts;
}

const linkTemplates = {
  verify: 'verify_email',
  change: 'email_change_confirm',
  reset: 'password_reset',
} as const satisfies Record<EmailTokenPurpose, SecurityMail>;

export interface Link {
  readonly purpose: EmailTokenPurpose;
  /** Recipient. The link proves this address. */
  readonly email: string;
  /** Mail of the link, if it is not the usual one of its purpose. */
  readonly template?: 'invitation';
}

/** Replaces older links by a new one and queues its mail. The caller holds the lock of the user. */
export const mailLink = async (
  tx: Pick<CredentialTx, 'replaceToken' | 'mail'>,
  newId: Platform['newId'],
  user: LockedUser,
  cause: MailCause,
  { purpose, email, template }: Link,
): Promise<void> => {
  const id = newId('emailToken');
  const expiresAt = cause.at + emailTokenLifeMs[purpose];
  await tx.replaceToken({ id, userId: user.userId, accountId: user.accountId, purpose, email, expiresAt }, cause.at);
  const { at, facts } = cause;
  await tx.mail({
    ...notifyOwner(template ?? linkTemplates[purpose], { ...user, email }, at, facts),
    emailTokenId: id,
  });
};
