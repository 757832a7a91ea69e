import { createHmac } from 'node:crypto';
import { afterFailure, countedSince, isLocked, noFailures, retryAt } from '@foyer/domain/security/lockout';
import { callerBlocks } from '@foyer/domain/security/network-range';
import type { IdentityStore } from '../identity/ports.ts';
import { refusedUntil } from '../refused.ts';
import type { GuessKeys, TakeGuess } from './ports.ts';

export const makeGuessKeys = (secret: string): GuessKeys => {
  const hashed = (text: string) => createHmac('sha256', secret).update(text).digest('base64url');
  return {
    ofEmail: (folded) => `sign-in:${hashed(folded)}`,
    ofDevice: (deviceId) => `sign-in-device:${hashed(deviceId)}`,
    ofCode: (userId, deviceId) => `code:${hashed(`${userId} ${deviceId ?? ''}`)}`,
    ofStepUpCode: (userId) => `step-up-code:${hashed(userId)}`,
    ofCaller: (address) =>
      callerBlocks(address).map(({ block, times }) => ({ key: `sign-in-from:${hashed(block)}`, times })),
  };
};

/**
 * Takes one guess, or refuses with the time of the next one. It counts before it is looked at, so a burst of guesses has
 * no more tries than a row of them; whoever was right clears the count. Guesses from before `secretChangedAt` are void.
 */
export const makeTakeGuess =
  (store: Pick<IdentityStore, 'takeGuess'>): TakeGuess =>
  async (key, policy, now, secretChangedAt = null) => {
    let refused = false;
    const guess = await store.takeGuess(key, now, (stored) => {
      const counter = countedSince(stored ?? noFailures, secretChangedAt);
      refused = isLocked(counter, now);
      return refused ? null : afterFailure(counter, policy, now);
    });
    if (refused) throw refusedUntil(retryAt(guess, policy, now), now);
    return guess;
  };
