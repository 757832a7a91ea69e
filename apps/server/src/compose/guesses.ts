import type { Database } from '../adapters/postgres/database.ts';
import { makeRateWindows } from '../adapters/postgres/rate-windows.ts';
import { defaultCallerLimits } from '../default-caller-limits.ts';
import type { Keys } from '../derive-keys.ts';
import { makeDeviceTokens } from '../services/guesses/device-tokens.ts';
import { makeGuessKeys, makeTakeGuess } from '../services/guesses/guesses.ts';
import { makeLanes } from '../services/guesses/lanes.ts';
import type { IdentityStore } from '../services/identity/ports.ts';
import type { CallerLimits } from '../services/rate-windows/ports.ts';
import { makeLookIntoWindow, makeTakeFromWindow } from '../services/rate-windows/take-from-window.ts';

/**
 * Makes the counters of wrong guesses and the tokens of known devices for one sign-in, of customers or of operators. Their
 * secrets differ, so neither accepts the counters and devices of the other.
 */
export const composeGuesses = (
  database: Database,
  store: Pick<IdentityStore, 'takeGuess'>,
  secrets: { readonly counters: string; readonly devices: Keys },
  { wrongSignIns }: Pick<CallerLimits, 'wrongSignIns'> = defaultCallerLimits,
) => {
  const keys = makeGuessKeys(secrets.counters);
  const devices = makeDeviceTokens(secrets.devices);
  const lanes = makeLanes({
    devices,
    keys,
    takeFromWindow: (key, now, limits) =>
      database.transaction((sql) => makeTakeFromWindow(makeRateWindows(sql))(key, now, limits)),
    wrongSignIns,
    lookIntoWindow: makeLookIntoWindow(makeRateWindows(database)),
  });
  return { keys, devices, lanes, takeGuess: makeTakeGuess(store) };
};
