import type { UserId } from '@foyer/contract/vocabulary/ids';
import { DAY_MS, HOUR_MS, type Instant } from '@foyer/contract/vocabulary/instants';
import { ok, type Result, refuse } from '../result.ts';

/** What a link in a mail is for: to verify an address, to change to one, to set a new password. */
export type EmailTokenPurpose = 'verify' | 'change' | 'reset';

/** threats.md §3. */
export const emailTokenLifeMs: Readonly<Record<EmailTokenPurpose, number>> = {
  verify: DAY_MS,
  change: HOUR_MS,
  reset: HOUR_MS,
};

export interface EmailToken {
  readonly id: string;
  readonly userId: UserId;
  readonly purpose: EmailTokenPurpose;
  readonly email: string;
  /** The first instant at which it no longer counts. */
  readonly expiresAt: Instant;
  readonly usedAt: Instant | null;
  /** A newer link, or a change of credentials, took its place. */
  readonly voidedAt: Instant | null;
}

/** Who follows the link, as far as it is known. */
export interface Follower {
  /** Set when somebody is signed in. */
  readonly userId: UserId | null;
  readonly purpose: EmailTokenPurpose;
}

/**
 * Whether a link may be followed (INV-18). A link for something else is none at all; that of another user says so before
 * it says anything else about itself; one that was replaced is as good as never mailed.
 */
export const checkEmailToken = (token: EmailToken | null, follower: Follower, now: Instant): Result<EmailToken> => {
  if (token?.purpose !== follower.purpose) return refuse('INVALID_TOKEN');
  if (follower.userId !== null && follower.userId !== token.userId) return refuse('INVALID_USER');
  if (token.usedAt !== null) return refuse('TOKEN_USED');
  if (token.voidedAt !== null) return refuse('INVALID_TOKEN');
  if (now >= token.expiresAt) return refuse('TOKEN_EXPIRED');
  return ok(token);
};
