import type { Instant } from '@foyer/contract/vocabulary/instants';
import { hasClaim } from '@foyer/domain/security/claims';
import { isEmailAddress, tidyEmail } from '@foyer/domain/security/email-address';
import type { LockedUser, Origin, Principal } from '../identity/ports.ts';
import type { Platform } from '../platform.ts';
import { Refused, refusedUntil, requireVerifiedEmail } from '../refused.ts';
import type { FollowLink } from './follow-link.ts';
import type { CredentialLimits } from './limits.ts';
import { mailJob, mailLink } from './mail-jobs.ts';
import type { ConfirmPassword, CredentialTx, InCredentialTransaction } from './ports.ts';
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

/** SC-08 tells the two by this word: an address that is taken, and one that is none. */
const taken = (message: string) => new Refused('INVALID_EMAIL', { field: 'email', message });

/**
 * Mails a link to the new address and a notice to the old one; nothing changes before the link is followed (SC-04).
 * That an address is taken is said only to who is signed in, and asking counts as a mail, so nobody can go through a
 * list of addresses (INV-19). An account needs a verified address to ask, because unverified ones cost nothing: they would
 * answer for a list of addresses all the same (L3). Whoever registered with a wrong address registers again.
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
    // Thrown after the commit, so that what was counted stays counted.
    const refused = await inTransaction(async (tx) => {
      const user = await tx.lockUser(userId);
      if (user?.passwordHash !== confirmed) return new Refused('INVALID_CREDENTIALS', { field: 'password' });
      if (user.email === email) return taken('This is your e-mail address already.');
      const now = wallNow();
      // Taken or not it costs the asker one (INV-19); it costs the address one only when a mail goes there.
      const asked = await countMailOfAccount(tx.consumeRateLimit, accountId, now);
      if (!asked.allowed) return refusedUntil(asked.retryAt, now);
      const owner = await tx.userOf(email);
      if (owner !== null && owner !== userId) return taken('This e-mail address is in use already.');
      const mail = await countMailToAddress(tx.consumeRateLimit, email, now);
      if (!mail.allowed) return refusedUntil(mail.retryAt, now);
      const cause = { at: now, facts: originFacts(origin) };
      await mailLink(tx, newId, user, cause, { purpose: 'change', email });
      await tx.mail(mailJob(user, 'email_change_requested', cause, { facts: { newEmail: email } }));
      await tx.record({ ...origin, type: 'email_change_requested', accountId, sessionId });
      return null;
    });
    if (refused) throw refused;
  };

interface ConfirmEmailDependencies {
  readonly followLink: FollowLink;
  readonly countCall: (address: string | null, now: Instant) => Promise<void>;
}

/** Names what still signs in, for the mail to the new address: the reader may not be the person who set it up. */
const keptMethods = async (tx: CredentialTx, user: LockedUser): Promise<Readonly<Record<string, string>>> => {
  const passkeys = await tx.passkeyNames(user.userId);
  return {
    ...(passkeys.length > 0 && { passkeysKept: passkeys.join(', ') }),
    ...(user.mfaEnabledAt !== null && { kept: 'twoStep' }),
  };
};

/**
 * Changes to the address the link was mailed to. Every session ends, this one too (SE-09), every other link dies, and
 * both addresses are told (INV-14). A link that is followed without the session of the user proves the new mailbox only.
 * Its owner may be another person (H1), so every sign-in method but the password is removed.
 */
export const makeConfirmEmail =
  ({ originFacts, wallNow }: Platform, { followLink, countCall }: ConfirmEmailDependencies) =>
  async (principal: Principal | null, secret: string, origin: Origin): Promise<{ email: string }> => {
    await countCall(origin.address, wallNow());
    const follower = { userId: principal?.userId ?? null, purpose: 'change' } as const;
    return followLink(secret, follower, async (tx, user, { email }, now) => {
      const { userId, accountId } = user;
      await tx.setEmail(userId, email, now);
      await tx.endSessions(userId, null, 'credentials_changed');
      await tx.voidEmailTokens(userId);
      await tx.record({ ...origin, type: 'email_changed', accountId, sessionId: principal?.sessionId ?? null });
      const cause = { at: now, facts: originFacts(origin) };
      if (principal === null) await removeSignInMethods(tx, { ...user, email }, cause, origin);
      else await removeUnproved(tx, { ...user, email }, cause, origin);
      const facts = { oldEmail: user.email, newEmail: email };
      await tx.mail(mailJob(user, 'email_changed', cause, { to: user.email, facts }));
      const kept = principal === null ? {} : await keptMethods(tx, user);
      await tx.mail(mailJob(user, 'email_changed', cause, { to: email, facts: { ...facts, ...kept } }));
      return { email };
    });
  };
