import type { Instant } from '@foyer/contract/vocabulary/instants';
import type { Origin, PasswordHasher, UserOfAccount } from '../identity/ports.ts';
import { notifyOwner } from '../identity/security-mail.ts';
import type { Platform } from '../platform.ts';
import { Refused } from '../refused.ts';
import { checkLink, type FollowLink, openLink } from './follow-link.ts';
import type { CredentialTx, EmailTokenRows, RefuseBadPassword, UserRows } from './ports.ts';
import { removeUnproved } from './remove-unproved.ts';

interface ResetPasswordDependencies {
  readonly reads: Pick<EmailTokenRows & UserRows, 'token' | 'profile'>;
  readonly readLink: (secret: string) => string | null;
  readonly followLink: FollowLink;
  readonly countCall: (address: string | null, now: Instant) => Promise<void>;
  readonly refuseBadPassword: RefuseBadPassword;
  readonly hasher: Pick<PasswordHasher, 'hash'>;
}

export interface PasswordReset {
  readonly password: string;
  /** Removes the passkeys too. Default true. */
  readonly removePasskeys?: boolean | undefined;
}

/**
 * Removes the passkeys of a verified account, or keeps them, as its owner asked. Returns the names for the mail: a passkey
 * signs in alone, so the owner must know which ones stay (H1).
 */
const removeOrKeepPasskeys = async (
  tx: CredentialTx,
  user: UserOfAccount,
  isRemoved: boolean,
): Promise<Readonly<Record<string, string>>> => {
  const names = await tx.passkeyNames(user);
  if (isRemoved) await tx.removePasskeys(user);
  return names.length === 0 ? {} : { [isRemoved ? 'passkeysRemoved' : 'passkeysKept']: names.join(', ') };
};

/**
 * Sets a new password by a link. Every session ends (INV-14), and the address counts as verified: who followed the link
 * reads the mail of it. If the address was not verified before, every other sign-in method is removed. A password that is
 * refused leaves the link as it was.
 */
export const makeResetPassword =
  (platform: Platform, needs: ResetPasswordDependencies) =>
  async (secret: string, { password, removePasskeys = true }: PasswordReset, origin: Origin): Promise<void> => {
    const { reads, readLink, followLink } = needs;
    const { wallNow } = platform;
    const follower = { userId: null, purpose: 'reset' } as const;
    const before = wallNow();
    await needs.countCall(origin.address, before);
    const { userId } = checkLink(await openLink(readLink, reads, secret), follower, before);
    const profile = await reads.profile(userId);
    if (!profile) throw new Refused('INVALID_USER');
    await needs.refuseBadPassword({ text: password, field: 'password', language: origin.language }, profile);
    const passwordHash = await needs.hasher.hash(password);
    await followLink(secret, follower, async (tx, user, _token, now) => {
      await tx.setPassword(userId, passwordHash, now);
      await tx.setVerified(userId, now);
      await tx.endSessions(user, null, 'credentials_changed');
      await tx.voidEmailTokens(user);
      const event = { ...origin, accountId: user.accountId, sessionId: null };
      await tx.record({ ...event, type: 'password_reset' });
      const cause = { at: now, facts: platform.originFacts(origin) };
      await removeUnproved(tx, user, cause, origin);
      const facts = await removeOrKeepPasskeys(tx, user, removePasskeys);
      if (facts.passkeysRemoved !== undefined) await tx.record({ ...event, type: 'passkey_removed' });
      await tx.mail(notifyOwner('password_reset_done', user, now, { ...cause.facts, ...facts }));
    });
  };
