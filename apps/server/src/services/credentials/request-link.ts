import type { Instant } from '@foyer/contract/vocabulary/instants';
import { tidyEmail } from '@foyer/domain/identity/email-address';
import type { Origin } from '../identity/ports.ts';
import { notifyOwner } from '../identity/security-mail.ts';
import type { LinkRequest } from '../mail/ports.ts';
import type { Platform } from '../platform.ts';
import type { CredentialLimits } from './limits.ts';
import { mailLink } from './mail-jobs.ts';
import type { InCredentialTransaction } from './ports.ts';

interface RequestDependencies {
  readonly inTransaction: InCredentialTransaction;
  readonly countCall: (address: string | null, now: Instant) => Promise<void>;
}

/**
 * Queues a request for a link by a caller without a session. It looks up no user, so response and timing reveal nothing
 * (INV-19).
 */
export const makeRequestPublicLink =
  ({ wallNow }: Platform, { inTransaction, countCall }: RequestDependencies) =>
  async (template: 'verify_email' | 'password_reset', email: string, origin: Origin): Promise<void> => {
    const now = wallNow();
    await countCall(origin.address, now);
    await inTransaction((tx) =>
      tx.requestLink({ ...origin, kind: 'link_request', template, to: tidyEmail(email), at: now }),
    );
  };

interface Dependencies {
  readonly inTransaction: InCredentialTransaction;
  readonly countMail: CredentialLimits['countMail'];
}

/**
 * Handles a queued request for a link: finds the user of the address and queues the mail. It sends nothing to unknown
 * addresses and beyond the limits. It runs as a job, so the caller cannot see the outcome (INV-19). A job that is repeated
 * after a crash makes a new link; only the newest one works.
 */
export const makeCarryOutLinkRequest =
  ({ originFacts, wallNow, newId }: Platform, { inTransaction, countMail }: Dependencies) =>
  ({ template, to, at: askedAt, address, userAgent, requestId }: LinkRequest): Promise<void> =>
    inTransaction(async (tx) => {
      const userId = await tx.userOf(to);
      const user = userId === null ? null : await tx.lockUser(userId);
      if (!user) return;
      const now = wallNow();
      const origin = { address, userAgent, requestId };
      const { accountId } = user;
      if ((template === 'verify_email' || template === 'invitation') && user.emailVerifiedAt !== null) return;
      if (template === 'password_reset') {
        await tx.record({ ...origin, type: 'password_reset_requested', accountId, sessionId: null });
      }
      const reset = user.emailVerifiedAt === null ? 'unverified-reset' : 'reset';
      const purpose = template === 'password_reset' ? reset : 'link';
      if (!(await countMail(tx.consumeRateLimit, { accountId, to: user.email, purpose }, now)).allowed) return;
      // A link is valid from now. The mail about a repeated registration names the time of the request.
      const facts = originFacts(origin);
      const cause = { at: now, facts };
      switch (template) {
        case 'registered_again':
          return tx.mail(notifyOwner('registered_again', user, askedAt, facts));
        case 'verify_email':
          return mailLink(tx, newId, user, cause, { purpose: 'verify', email: user.email });
        case 'invitation':
          return mailLink(tx, newId, user, { at: now, facts: {} }, { purpose: 'reset', email: user.email, template });
        case 'password_reset':
          return mailLink(tx, newId, user, cause, { purpose: 'reset', email: user.email });
      }
    });
