import type { UserId } from '@foyer/contract/vocabulary/ids';
import { DAY_MS, HOUR_MS, type Instant } from '@foyer/contract/vocabulary/instants';
import { ok, type Result, refuse } from '../result.ts';

/** Purpose of a mailed link: verify an address, change to an address, set a new password. */
export type EmailTokenPurpose = 'verify' | 'change' | 'reset';

/** Lifetime of a link by purpose (docs/security.md). */
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
  /** First instant at which the link is expired. */
  readonly expiresAt: Instant;
  readonly usedAt: Instant | null;
  /** Time at which a newer link or a change of credentials replaced it. */
  readonly voidedAt: Instant | null;
}

/** Request that follows a link. */
export interface Follower {
  /** Signed-in user; null if none. */
  readonly userId: UserId | null;
  readonly purpose: EmailTokenPurpose;
}

/**
 * Checks a followed link (INV-18). A link for another purpose or a replaced one is refused as unknown (INVALID_TOKEN).
 * For another user INVALID_USER is returned first, so that nothing else about the link is disclosed. Otherwise
 * TOKEN_USED or TOKEN_EXPIRED.
 */
export const checkEmailToken = (token: EmailToken | null, follower: Follower, now: Instant): Result<EmailToken> => {
  if (token?.purpose !== follower.purpose) return refuse('INVALID_TOKEN');
  if (follower.userId !== null && follower.userId !== token.userId) return refuse('INVALID_USER');
  if (token.usedAt !== null) return refuse('TOKEN_USED');
  if (token.voidedAt !== null) return refuse('INVALID_TOKEN');
  if (now >= token.expiresAt) return refuse('TOKEN_EXPIRED');
  return ok(token);
};
