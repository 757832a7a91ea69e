import type { Instant } from '@foyer/contract/vocabulary/instants';
import type { Origin, Principal } from '../identity/ports.ts';
import type { Platform } from '../platform.ts';
import { Refused, refusedUntil } from '../refused.ts';
import type { FollowLink } from './follow-link.ts';
import type { CredentialLimits } from './limits.ts';
import { mailLink } from './mail-jobs.ts';
import type { InCredentialTransaction } from './ports.ts';
import { removeUnproved } from './remove-unproved.ts';

interface AskVerificationDependencies {
  readonly inTransaction: InCredentialTransaction;
  readonly countMail: CredentialLimits['countMail'];
}

/** Mails the link that verifies the current address (SC-07), as often as the mail limits allow. */
export const makeRequestVerification =
  ({ originFacts, wallNow, newId }: Platform, { inTransaction, countMail }: AskVerificationDependencies) =>
  ({ userId }: Principal, origin: Origin): Promise<void> =>
    inTransaction(async (tx) => {
      const user = await tx.lockUser(userId);
      if (!user) throw new Refused('UNAUTHORIZED');
      if (user.emailVerifiedAt !== null) throw new Refused('ALREADY_VERIFIED');
      const now = wallNow();
      const taken = await countMail(
        tx.consumeRateLimit,
        { accountId: user.accountId, to: user.email, purpose: 'link' },
        now,
      );
      if (!taken.allowed) throw refusedUntil(taken.retryAt, now);
      await mailLink(
        tx,
        newId,
        user,
        { at: now, facts: originFacts(origin) },
        { purpose: 'verify', email: user.email },
      );
    });

interface VerifyEmailDependencies {
  readonly followLink: FollowLink;
  readonly countCall: (address: string | null, now: Instant) => Promise<void>;
}

/**
 * Verifies an address by its link, in any browser. The session that requested the link continues, because its page polls for
 * the outcome (SC-07).
 */
export const makeVerifyEmail =
  ({ originFacts, wallNow }: Platform, { followLink, countCall }: VerifyEmailDependencies) =>
  async (secret: string, origin: Origin): Promise<void> => {
    await countCall(origin.address, wallNow());
    await followLink(secret, { userId: null, purpose: 'verify' }, async (tx, user, _token, now) => {
      await tx.setVerified(user.userId, now);
      await removeUnproved(tx, user, { at: now, facts: originFacts(origin) }, origin);
      await tx.record({ ...origin, type: 'email_verified', accountId: user.accountId, sessionId: null });
    });
  };
