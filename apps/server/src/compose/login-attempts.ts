import type { KeyObject } from 'node:crypto';
import type { Database } from '../adapters/postgres/database.ts';
import { makeRateWindows } from '../adapters/postgres/rate-windows.ts';
import { defaultCallerLimits } from '../default-caller-limits.ts';
import { makeAttemptKeys, makeCountLoginAttempt } from '../services/identity/count-login-attempt.ts';
import { makeDeviceTokens } from '../services/identity/device-tokens.ts';
import type { IdentityStore } from '../services/identity/ports.ts';
import { makeRateLimitKeySets } from '../services/identity/rate-limit-key-sets.ts';
import type { Keys } from '../services/keyed-hash.ts';
import { makeCheckRateLimit, makeConsumeRateLimit } from '../services/rate-windows/consume-rate-limit.ts';
import type { CallerLimits } from '../services/rate-windows/ports.ts';

/**
 * Makes the counters of wrong guesses and the tokens of known devices for one sign-in, of customers or of operators. Their
 * keys differ, so neither accepts the counters and devices of the other.
 */
export const composeLoginAttempts = (
  database: Database,
  store: Pick<IdentityStore, 'countLoginAttempt'>,
  derived: { readonly counters: KeyObject; readonly devices: Keys },
  { wrongSignIns }: Pick<CallerLimits, 'wrongSignIns'> = defaultCallerLimits,
) => {
  const keys = makeAttemptKeys(derived.counters);
  const devices = makeDeviceTokens(derived.devices);
  const keySets = makeRateLimitKeySets({
    devices,
    keys,
    consumeRateLimit: (key, now, limits) =>
      database.transaction((sql) => makeConsumeRateLimit(makeRateWindows(sql))(key, now, limits)),
    wrongSignIns,
    checkRateLimit: makeCheckRateLimit(makeRateWindows(database)),
  });
  return { keys, devices, keySets, countLoginAttempt: makeCountLoginAttempt(store) };
};
