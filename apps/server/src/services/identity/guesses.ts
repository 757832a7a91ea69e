import { createHmac } from 'node:crypto';
import type { Instant } from '@foyer/contract/vocabulary/instants';
import {
  afterFailure,
  countedSince,
  type FailureCounter,
  isLocked,
  type LockoutPolicy,
  noFailures,
  retryAt,
} from '@foyer/domain/security/lockout';
import { callerBlock } from '@foyer/domain/security/network-range';
import { refusedUntil } from '../refused.ts';
import type { IdentityStore } from './ports.ts';

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
  ofCaller(address: string | null): string;
}

export const makeGuessKeys = (secret: string): GuessKeys => {
  const hashed = (text: string) => createHmac('sha256', secret).update(text).digest('base64url');
  return {
    ofEmail: (folded) => `sign-in:${hashed(folded)}`,
    ofDevice: (deviceId) => `sign-in-device:${hashed(deviceId)}`,
    ofCode: (userId, deviceId) => `code:${hashed(`${userId} ${deviceId ?? ''}`)}`,
    ofStepUpCode: (userId) => `step-up-code:${hashed(userId)}`,
    ofCaller: (address) => `sign-in-from:${hashed(callerBlock(address))}`,
  };
};

/**
 * Takes one guess, or refuses with the time of the next one. It counts before it is looked at, so a burst of guesses has
 * no more tries than a row of them; whoever was right clears the count. Guesses from before `secretChangedAt` are void.
 */
export const makeTakeGuess =
  (store: Pick<IdentityStore, 'takeGuess'>) =>
  async (
    key: string,
    policy: LockoutPolicy,
    now: Instant,
    secretChangedAt: Instant | null = null,
  ): Promise<FailureCounter> => {
    let refused = false;
    const guess = await store.takeGuess(key, now, (stored) => {
      const counter = countedSince(stored ?? noFailures, secretChangedAt);
      refused = isLocked(counter, now);
      return refused ? null : afterFailure(counter, policy, now);
    });
    if (refused) throw refusedUntil(retryAt(guess, policy, now), now);
    return guess;
  };

export type TakeGuess = ReturnType<typeof makeTakeGuess>;
