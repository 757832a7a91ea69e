import { DAY_MS, type Instant } from '@foyer/contract/vocabulary/instants';

/** Life of the password that the command line prints for a new operator. */
const FIRST_PASSWORD_MS = DAY_MS;

export interface FirstPassword {
  /** Null: the operator has chosen a password. */
  readonly expiresAt: Instant | null;
  readonly usedAt: Instant | null;
}

export const firstPasswordExpiry = (now: Instant): Instant => now + FIRST_PASSWORD_MS;

/** Returns true for a printed password that was used once or is too old. */
export const isFirstPasswordOver = ({ expiresAt, usedAt }: FirstPassword, now: Instant): boolean =>
  expiresAt !== null && (usedAt !== null || now >= expiresAt);
