import type { Instant } from '@foyer/contract/vocabulary/instants';
import type { FailureCounter, LockoutPolicy } from '@foyer/domain/identity/lockout';

/**
 * Keys under which failed attempts are counted. Each is a keyed hash, so the tables do not show which addresses have an
 * account.
 */
export interface AttemptKeys {
  /**
   * Key of attempts from unknown devices. The address is folded by the database. Other folding rules could distinguish
   * characters that the database does not, and so give one account several counters.
   */
  emailKey(folded: string): string;
  /** Key of attempts from a known device. Only its holder can use this limit up. */
  deviceKey(deviceId: string): string;
  /** Key of one-time and recovery codes at sign-in. A known device has a separate key. */
  codeKey(userId: string, deviceId: string | null): string;
  /** Key of one-time codes within a session. */
  stepUpCodeKey(userId: string): string;
  /** Keys of the address blocks that a caller belongs to, with a multiple of the limit for each. */
  callerKeys(address: string | null): readonly CallerKey[];
}

/** Key of a block of addresses; its limit is `times` that of one caller. */
export interface CallerKey {
  readonly key: string;
  readonly times: number;
}

/**
 * Counts one attempt under a key and returns its counter. Throws RATE_LIMITED with the time of the next attempt when the key
 * is locked. Failures from before `secretChangedAt` do not count.
 */
export type CountLoginAttempt = (
  key: string,
  policy: LockoutPolicy,
  now: Instant,
  secretChangedAt?: Instant | null,
) => Promise<FailureCounter>;

/** Tokens of known browsers: the id of a device row, signed for one user. The server stores no token. */
export interface DeviceTokens {
  sign(deviceId: string, userId: string): string;
  /** Returns the device id in a token, null for another text. It checks no signature, so the id proves nothing. */
  readDeviceId(token: string | undefined): string | null;
  /** Returns the device id of a token that was signed for this user; null for any other text. */
  verify(token: string | undefined, userId: string): string | null;
}

/** Maximum of known devices of one person. The least recently used one beyond it is forgotten. */
export const MAX_KNOWN_DEVICES = 20;

/** Keys under which the attempts of one sign-in call are counted. */
export interface RateLimitKeySet {
  readonly passwordKey: string;
  readonly codeKey: string;
  /** Keys of the caller. Empty for a known device, which has a separate counter. */
  readonly callerKeys: readonly CallerKey[];
  readonly knownDeviceId: string | null;
}

/** Customer or operator that a sign-in call names. */
export interface AttemptTarget {
  readonly id: string;
  readonly passwordChangedAt: Instant | null;
  /** Last sign-in of the named device; null when it is not a device of this user. */
  readonly deviceUsedAt: Instant | null;
}

/** Counts the failed attempts of sign-in calls. */
export interface RateLimitKeySets {
  /** Returns the keys of one call. A known device has its own counters, so that others cannot lock its owner out. */
  keySetFor(
    folded: string,
    whom: AttemptTarget | null,
    device: string | undefined,
    address: string | null,
  ): RateLimitKeySet;
  /** Throws RATE_LIMITED when the caller's address has too many failures. Counts nothing. */
  refuseIfLimited(keySet: RateLimitKeySet, now: Instant): Promise<void>;
  /** Counts a failure against the caller's address as well. */
  countFailure(keySet: RateLimitKeySet, now: Instant): Promise<void>;
}
