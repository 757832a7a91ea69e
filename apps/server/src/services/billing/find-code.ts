import { createHash, type KeyObject } from 'node:crypto';
import { HOUR_MS, type Instant, MINUTE_MS } from '@foyer/contract/vocabulary/instants';
import { readCode } from '@foyer/domain/coupons/typed-code';
import { callerBlocks } from '@foyer/domain/identity/network-range';
import { countRequest, multiplyLimits, type RateLimit } from '@foyer/domain/identity/rate-window';
import { counterKeyOf } from '../keyed-hash.ts';
import type { Platform } from '../platform.ts';
import type { LimitedKey } from '../rate-windows/ports.ts';
import { orRefuse, Refused, refusedUntil } from '../refused.ts';
import type { Caller, CodeLookupRows, FoundCode, InCodeTransaction } from './ports.ts';

/** Limits of wrong codes, looked up or redeemed. */
const perAccount: readonly RateLimit[] = [{ limit: 5, windowMs: 15 * MINUTE_MS }];
const perAddress: readonly RateLimit[] = [{ limit: 20, windowMs: HOUR_MS }];

/**
 * Hash under which a code is stored (INV-22). A code has at least 80 random bits, so its plain hash cannot be inverted by
 * guesses.
 */
export const hashCode = (display: string): string => createHash('sha256').update(display).digest('hex');

const update = async (
  store: Pick<CodeLookupRows, 'windows'>,
  { key, limits }: LimitedKey,
  now: Instant,
  take: boolean,
): Promise<Instant | null> => {
  let retryAt: Instant | null = null;
  const windowsMs = limits.map(({ windowMs }) => windowMs);
  await store.windows.update(key, windowsMs, now, (windows) => {
    const result = countRequest(windows, limits, now);
    if (!result.allowed) retryAt = result.retryAt;
    return result.allowed && take ? result.windows : null;
  });
  return retryAt;
};

/**
 * Looks up a code of any kind. Refuses after too many wrong ones, and counts one when `find` returns null. The counters
 * stay locked during the look-up, so simultaneous guesses wait for each other and get no extra tries. A wrong code is
 * recorded with account and address, and without its text (INV-22).
 */
export const makeCountedLookup = ({ wallNow }: Platform, { counterKey }: Pick<Dependencies, 'counterKey'>) => {
  return async <Found>(
    caller: Caller,
    { windows, recordWrongCode }: Pick<CodeLookupRows, 'windows' | 'recordWrongCode'>,
    find: () => Promise<Found | null>,
  ): Promise<Found | null> => {
    const now = wallNow();
    const counted: readonly LimitedKey[] = [
      { key: counterKeyOf(counterKey, 'coupon-of', caller.accountId), limits: perAccount },
      ...callerBlocks(caller.address).map(({ block, times }) => ({
        key: counterKeyOf(counterKey, 'coupon-from', block),
        limits: multiplyLimits(perAddress, times),
      })),
    ];
    for (const limit of counted) {
      const retryAt = await update({ windows }, limit, now, false);
      if (retryAt !== null) throw refusedUntil(retryAt, now);
    }
    const found = await find();
    if (found !== null) return found;
    for (const limit of counted) await update({ windows }, limit, now, true);
    await recordWrongCode(caller);
    return null;
  };
};

interface Dependencies {
  readonly inTransaction: InCodeTransaction;
  /** Key of the hashes that name the counters of wrong codes. */
  readonly counterKey: KeyObject;
}

export type FindCode = (caller: Caller, typed: string) => Promise<FoundCode>;

/**
 * Looks a typed code up. Throws INVALID_COUPON for a text that is no code, NOT_FOUND for a code that does not exist, and
 * RATE_LIMITED after too many of those. A code that exists is never counted, also if another customer was faster to use it.
 */
export const makeFindCode = (platform: Platform, { inTransaction, counterKey }: Dependencies): FindCode => {
  const countedLookup = makeCountedLookup(platform, { counterKey });
  return async (caller, typed) => {
    const code = orRefuse(readCode(typed));
    const hash = hashCode(code.display);
    const found = await inTransaction((store) =>
      countedLookup(caller, store, async () => {
        const coupon = await store.findCoupon(hash);
        return coupon && (code.batch === null || code.batch === coupon.batch) ? coupon : null;
      }),
    );
    if (!found) throw new Refused('NOT_FOUND');
    return { ...code, hash, type: found.type };
  };
};
