import type { Instant } from '@foyer/contract/vocabulary/instants';
import { hasClaim } from '@foyer/domain/identity/claims';
import { isEmailAddress, tidyEmail } from '@foyer/domain/identity/email-address';
import { isSameDomain } from '@foyer/domain/screening/screen';
import type { ConfirmPassword } from '../identity/confirm-password.ts';
import type { LockedUser, Origin, Principal } from '../identity/ports.ts';
import { requireConfirmed } from '../identity/require-confirmed.ts';
import { notifyOwner } from '../identity/security-mail.ts';
import type { Platform } from '../platform.ts';
import { Refused, refusedUntil, requireVerifiedEmail } from '../refused.ts';
import type { FollowLink } from './follow-link.ts';
import type { CredentialLimits } from './limits.ts';
import { mailLink } from './mail-jobs.ts';
import type { CredentialTx, InCredentialTransaction } from './ports.ts';
import { removeSignInMethods, removeUnproved } from './remove-unproved.ts';

interface AskEmailChangeDependencies {
  readonly inTransaction: InCredentialTransaction;
  readonly confirmPassword: ConfirmPassword;
  readonly countMailOfAccount: CredentialLimits['countMailOfAccount'];
  readonly countMailToAddress: CredentialLimits['countMailToAddress'];
}

export interface EmailChange {
  readonly email: string;
  readonly password?: string | undefined;
}

/** Refusal of an address that is used already. Its code tells it from an invalid address (SC-08). */
const refuseTaken = (message: string) => new Refused('INVALID_EMAIL', { field: 'email', code: 'email_taken', message });

/**
 * Mails a link to the new address and a notice to the old one. The address changes when the link is used (SC-04). Only
 * a signed-in user with a verified address learns that an address is taken, and each request counts as a mail, so a
 * list of addresses cannot be tried (INV-19, L3).
 */
export const makeRequestEmailChange =
  (
    { originFacts, wallNow, newId }: Platform,
    { inTransaction, confirmPassword, countMailOfAccount, countMailToAddress }: AskEmailChangeDependencies,
  ) =>
  async (principal: Principal, { email: typed, password }: EmailChange, origin: Origin): Promise<void> => {
    if (!hasClaim(principal.claims, 'usr:info:update')) throw new Refused('FORBIDDEN');
    requireVerifiedEmail(principal);
    const email = tidyEmail(typed);
    if (!isEmailAddress(email)) throw new Refused('INVALID_EMAIL', { field: 'email' });
    const { userId, accountId, sessionId } = principal;
    const confirmed = await confirmPassword(principal, password, origin);
    // The error is thrown after the commit, so that the counters keep the request.
    const refused = await inTransaction(async (tx) => {
      const user = requireConfirmed(await tx.lockUser(userId), confirmed);
      if (user.email === email) return refuseTaken('This is your email address already.');
      const now = wallNow();
      // Each request counts for the account (INV-19). It counts for the new address only when a mail is sent to it.
      const mailOfAccount = await countMailOfAccount(tx.consumeRateLimit, accountId, now);
      if (!mailOfAccount.allowed) return refusedUntil(mailOfAccount.retryAt, now);
      const owner = await tx.userOf(email);
      if (owner !== null && owner !== userId) return refuseTaken('This email address is in use already.');
      const mailToAddress = await countMailToAddress(tx.consumeRateLimit, email, now);
      if (!mailToAddress.allowed) return refusedUntil(mailToAddress.retryAt, now);
      const cause = { at: now, facts: originFacts(origin) };
      await mailLink(tx, newId, user, cause, { purpose: 'change', email });
      await tx.mail(notifyOwner('email_change_requested', user, now, { ...cause.facts, newEmail: email }));
      await tx.record({ ...origin, type: 'email_change_requested', accountId, sessionId });
      return null;
    });
    if (refused) throw refused;
  };

interface ConfirmEmailDependencies {
  readonly followLink: FollowLink;
  readonly countCall: (address: string | null, now: Instant) => Promise<void>;
}

/** Sign-in methods that stay. The mail to the new address lists them, because another person may have added them. */
const remainingMethods = async (tx: CredentialTx, user: LockedUser): Promise<Readonly<Record<string, string>>> => {
  const passkeys = await tx.passkeyNames(user);
  return {
    ...(passkeys.length > 0 && { passkeysKept: passkeys.join(', ') }),
    ...(user.mfaEnabledAt !== null && { kept: 'twoStep' }),
  };
};

/**
 * Changes the email address to the one the link was mailed to. All sessions (SE-09) and other links end, and both
 * addresses get a mail (INV-14). A link that is used without a session proves only the new mailbox, which may be
 * another person's (H1). Then every sign-in method except the password is removed.
 */
export const makeConfirmEmail =
  ({ originFacts, wallNow }: Platform, { followLink, countCall }: ConfirmEmailDependencies) =>
  async (principal: Principal | null, secret: string, origin: Origin): Promise<{ email: string }> => {
    await countCall(origin.address, wallNow());
    const follower = { userId: principal?.userId ?? null, purpose: 'change' } as const;
    return followLink(secret, follower, async (tx, user, { email }, now) => {
      const { userId, accountId } = user;
      await tx.setEmail(userId, email, now);
      // The clearance of an export review was given for the former domain (EX-01, decision 56).
      if (!isSameDomain(user.email, email)) await tx.endClearance(accountId);
      await tx.endSessions(user, null, 'credentials_changed');
      await tx.voidEmailTokens(user);
      await tx.record({ ...origin, type: 'email_changed', accountId, sessionId: principal?.sessionId ?? null });
      const cause = { at: now, facts: originFacts(origin) };
      if (principal === null) await removeSignInMethods(tx, { ...user, email }, cause, origin);
      else await removeUnproved(tx, { ...user, email }, cause, origin);
      const facts = { ...cause.facts, oldEmail: user.email, newEmail: email };
      await tx.mail(notifyOwner('email_changed', user, now, facts));
      const remaining = principal === null ? {} : await remainingMethods(tx, user);
      await tx.mail(notifyOwner('email_changed', { ...user, email }, now, { ...facts, ...remaining }));
      return { email };
    });
  };
