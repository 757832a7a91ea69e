import { DAY_MS, type Instant } from '@foyer/contract/vocabulary/instants';

/** Lifetime of the password that the command line prints for a new operator. */
const FIRST_PASSWORD_MS = DAY_MS;

export interface FirstPassword {
  /** Null if the operator has chosen a password. */
  readonly expiresAt: Instant | null;
  readonly usedAt: Instant | null;
}

export const firstPasswordExpiry = (now: Instant): Instant => now + FIRST_PASSWORD_MS;

/** Tells whether a printed password was used once or has expired. */
export const isFirstPasswordOver = ({ expiresAt, usedAt }: FirstPassword, now: Instant): boolean =>
  expiresAt !== null && (usedAt !== null || now >= expiresAt);
