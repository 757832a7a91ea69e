import type { KeyObject } from 'node:crypto';
import { afterFailure, countedSince, isLocked, noFailures, retryAt } from '@foyer/domain/identity/lockout';
import { callerBlocks } from '@foyer/domain/identity/network-range';
import { hmac } from '../keyed-hash.ts';
import { refusedUntil } from '../refused.ts';
import type { AttemptKeys, CountLoginAttempt } from './login-attempt-ports.ts';
import type { IdentityStore } from './ports.ts';

export const makeAttemptKeys = (key: KeyObject): AttemptKeys => {
  const hashed = (text: string) => hmac(key, text);
  return {
    emailKey: (folded) => `sign-in:${hashed(folded)}`,
    deviceKey: (deviceId) => `sign-in-device:${hashed(deviceId)}`,
    codeKey: (userId, deviceId) => `code:${hashed(`${userId} ${deviceId ?? ''}`)}`,
    stepUpCodeKey: (userId) => `step-up-code:${hashed(userId)}`,
    callerKeys: (address) =>
      callerBlocks(address).map(({ block, times }) => ({ key: `sign-in-from:${hashed(block)}`, times })),
  };
};

/**
 * Makes the function that counts a sign-in attempt. It counts before the secret is checked, so parallel attempts get no more
 * tries than sequential ones. A successful sign-in clears the counter.
 */
export const makeCountLoginAttempt =
  (store: Pick<IdentityStore, 'countLoginAttempt'>): CountLoginAttempt =>
  async (key, policy, now, secretChangedAt = null) => {
    let refused = false;
    const counted = await store.countLoginAttempt(key, now, (stored) => {
      const counter = countedSince(stored ?? noFailures, secretChangedAt);
      refused = isLocked(counter, now);
      return refused ? null : afterFailure(counter, policy, now);
    });
    if (refused) throw refusedUntil(retryAt(counted, policy, now), now);
    return counted;
  };
