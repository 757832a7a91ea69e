import { type RateLimit, widened } from '@foyer/domain/security/rate-window';
import { type LookIntoWindow, type TakeFromWindow, takeInTurn } from '../rate-windows/ports.ts';
import { refusedUntil } from '../refused.ts';
import type { CallerKey, DeviceTokens, GuessKeys, Lanes } from './ports.ts';

const limitsOf = (caller: readonly CallerKey[], wrongSignIns: readonly RateLimit[]) =>
  caller.map(({ key, times }) => ({ key, limits: widened(wrongSignIns, times) }));

interface LaneNeeds {
  readonly devices: Pick<DeviceTokens, 'read'>;
  readonly keys: Pick<GuessKeys, 'ofCaller' | 'ofCode' | 'ofDevice' | 'ofEmail'>;
  readonly takeFromWindow: TakeFromWindow;
  readonly lookIntoWindow: LookIntoWindow;
  /** Failures of one caller, whoever they are about. */
  readonly wrongSignIns: readonly RateLimit[];
}

/** Makes the counting of wrong guesses for one sign-in. */
export const makeLanes = ({ devices, keys, takeFromWindow, lookIntoWindow, wrongSignIns }: LaneNeeds): Lanes => ({
  find: (folded, whom, device, address) => {
    const presented = whom && devices.read(device, whom.id);
    const usedAt = presented === null ? null : (whom?.deviceUsedAt ?? null);
    // Whoever learnt an old password could make a device known with it: a new one is guessed at like anybody does.
    const knownDevice = usedAt !== null && usedAt > (whom?.passwordChangedAt ?? 0) ? presented : null;
    const code = keys.ofCode(whom?.id ?? '', knownDevice);
    return knownDevice === null
      ? { password: keys.ofEmail(folded), code, caller: keys.ofCaller(address), knownDevice }
      : { password: keys.ofDevice(knownDevice), code, caller: [], knownDevice };
  },
  // Only looks: many may come from one address, and those who get in shall not queue for its row.
  letPass: async ({ caller }, now) => {
    const window = await takeInTurn(lookIntoWindow, limitsOf(caller, wrongSignIns), now);
    if (!window.allowed) throw refusedUntil(window.retryAt, now);
  },
  missed: async ({ caller }, now) => {
    await takeInTurn(takeFromWindow, limitsOf(caller, wrongSignIns), now);
  },
});
