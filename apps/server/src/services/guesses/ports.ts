import type { Instant } from '@foyer/contract/vocabulary/instants';
import type { FailureCounter, LockoutPolicy } from '@foyer/domain/security/lockout';

/** Under what wrong guesses are counted. Each is a keyed hash, so the tables say nothing about who has an account. */
export interface GuessKeys {
  /**
   * What everybody guesses against who comes from a device that is not known. The address is the one the database folded:
   * a fold of our own would have letters that it tells apart and the database does not, each another count for one account.
   */
  ofEmail(folded: string): string;
  /** What only the holder of a known device can use up. */
  ofDevice(deviceId: string): string;
  /** One-time and recovery codes at sign-in; a known device has its own here as well. */
  ofCode(userId: string, deviceId: string | null): string;
  /** One-time codes within a session. */
  ofStepUpCode(userId: string): string;
  /** One key for each block of addresses that the caller belongs to, and how many times the limit each has. */
  ofCaller(address: string | null): readonly CallerKey[];
}

/** Key of a block of addresses; its limit is `times` that of one caller. */
export interface CallerKey {
  readonly key: string;
  readonly times: number;
}

/** Takes one guess of a key, or refuses with the time of the next one. Guesses from before `secretChangedAt` are void. */
export type TakeGuess = (
  key: string,
  policy: LockoutPolicy,
  now: Instant,
  secretChangedAt?: Instant | null,
) => Promise<FailureCounter>;

/** What a browser keeps to be known again: the id of its row, signed for its user alone, so that none is stored here. */
export interface DeviceTokens {
  of(deviceId: string, userId: string): string;
  /** The id a token names, for looking it up before it is known whose it should be; it proves nothing. */
  named(token: string | undefined): string | null;
  /** The id of a genuine token of this user; null for anything else. */
  read(token: string | undefined, userId: string): string | null;
}

/** Known devices of one person. Beyond it, the longest unused device is forgotten. */
export const MAX_DEVICES = 20;

/** Under which keys the guesses of one call are counted. */
export interface Lane {
  readonly password: string;
  readonly code: string;
  /** None for a known device, which answers for itself alone. */
  readonly caller: readonly CallerKey[];
  readonly knownDevice: string | null;
}

/** Whose password is guessed at, a customer or one of the vendor's people. */
export interface GuessedAt {
  readonly id: string;
  readonly passwordChangedAt: Instant | null;
  /** When the device that was named last signed in; null when it is none of theirs. */
  readonly deviceUsedAt: Instant | null;
}

/** Counts the wrong guesses of one sign-in. */
export interface Lanes {
  /** A known device answers for itself alone, so that whatever others do its owner gets in. */
  find(folded: string, whom: GuessedAt | null, device: string | undefined, address: string | null): Lane;
  /** Refuses who was wrong too often. */
  letPass(lane: Lane, now: Instant): Promise<void>;
  /** A guess was wrong: it counts against where it came from as well. */
  missed(lane: Lane, now: Instant): Promise<void>;
}
