import { multiplyLimits, type RateLimit } from '@foyer/domain/identity/rate-window';
import { type CheckRateLimit, type ConsumeRateLimit, consumeRateLimits } from '../rate-windows/ports.ts';
import { refusedUntil } from '../refused.ts';
import type { AttemptKeys, CallerKey, DeviceTokens, RateLimitKeySets } from './login-attempt-ports.ts';

const limitsOf = (caller: readonly CallerKey[], wrongSignIns: readonly RateLimit[]) =>
  caller.map(({ key, times }) => ({ key, limits: multiplyLimits(wrongSignIns, times) }));

interface Dependencies {
  readonly devices: Pick<DeviceTokens, 'verify'>;
  readonly keys: Pick<AttemptKeys, 'callerKeys' | 'codeKey' | 'deviceKey' | 'emailKey'>;
  readonly consumeRateLimit: ConsumeRateLimit;
  readonly checkRateLimit: CheckRateLimit;
  /** Limits on the failures of one caller over all accounts. */
  readonly wrongSignIns: readonly RateLimit[];
}

/** Returns the rate-limit keys of sign-in attempts. */
export const makeRateLimitKeySets = ({
  devices,
  keys,
  consumeRateLimit,
  checkRateLimit,
  wrongSignIns,
}: Dependencies): RateLimitKeySets => ({
  keySetFor: (folded, whom, device, address) => {
    const presented = whom && devices.verify(device, whom.id);
    const usedAt = presented === null ? null : (whom?.deviceUsedAt ?? null);
    // A device is unknown if it last signed in with an old password, because an attacker may have had that one.
    const knownDeviceId = usedAt !== null && usedAt > (whom?.passwordChangedAt ?? 0) ? presented : null;
    const codeKey = keys.codeKey(whom?.id ?? '', knownDeviceId);
    return knownDeviceId === null
      ? { passwordKey: keys.emailKey(folded), codeKey, callerKeys: keys.callerKeys(address), knownDeviceId }
      : { passwordKey: keys.deviceKey(knownDeviceId), codeKey, callerKeys: [], knownDeviceId };
  },
  // Reads without a lock: many users may share an address, and their successful sign-ins must not queue for its row.
  refuseIfLimited: async ({ callerKeys }, now) => {
    const window = await consumeRateLimits(checkRateLimit, limitsOf(callerKeys, wrongSignIns), now);
    if (!window.allowed) throw refusedUntil(window.retryAt, now);
  },
  countFailure: async ({ callerKeys }, now) => {
    await consumeRateLimits(consumeRateLimit, limitsOf(callerKeys, wrongSignIns), now);
  },
});
