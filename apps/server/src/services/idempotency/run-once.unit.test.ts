import { expect, test } from 'vitest';
import { Refused } from '../refused.ts';
import type { IdempotencyStore, KeyedCall } from './ports.ts';
import { makeRunOnce } from './run-once.ts';

const call: KeyedCall = { owner: 'acc_1', key: 'step', method: 'POST', path: '/orders', bodyHash: 'hash' };

/** Store whose `giveUp` fails with each of `errors` before it succeeds, and the calls it got. */
const makeStore = (errors: Error[]) => {
  const calls: string[] = [];
  const unused = () => Promise.reject(new Error('not expected'));
  const store: IdempotencyStore = {
    claim: async () => ({ kind: 'mine', lockedAt: 'then' }),
    find: unused,
    takeOver: unused,
    finish: unused,
    release: unused,
    releaseForTakeOver: unused,
    giveUp: async (_call, lockedAt) => {
      calls.push(lockedAt);
      const error = errors.shift();
      if (error) throw error;
    },
  };
  return { store, calls };
};

const unavailable = () => new Refused('UNAVAILABLE');
const neverRead = () => Promise.reject(new Error('not expected'));
const neverRefused = () => {
  throw new Error('not expected');
};

/** Runs a call that loses the database. `waits` are the pauses, and `settled` ends with the last of them. */
const runInterrupted = async (errors: Error[]) => {
  const { store, calls } = makeStore(errors);
  const waits: number[] = [];
  let callsWhenDetached: number | null = null;
  const detach = (work: () => Promise<void>) => {
    callsWhenDetached = calls.length;
    return work();
  };
  const runOnce = makeRunOnce(store, detach, async (ms) => void waits.push(ms));
  const run = runOnce(call, () => Promise.reject(unavailable()), neverRefused, neverRead);
  await expect(run).rejects.toThrow('UNAVAILABLE');
  await new Promise(setImmediate);
  return { calls, waits, callsWhenDetached };
};

test('[INV-9] a call that loses the database releases its key each second until the database is back, after the first try apart from the call', async () => {
  const { calls, waits, callsWhenDetached } = await runInterrupted([unavailable(), unavailable(), unavailable()]);
  expect(calls).toEqual(['then', 'then', 'then', 'then']);
  expect(waits).toEqual([1000, 1000, 1000]);
  expect(callsWhenDetached).toBe(1);
});

test('[INV-9] a release that fails for another reason than the database is not repeated', async () => {
  const { calls } = await runInterrupted([unavailable(), new Error('pool is closed')]);
  expect(calls).toHaveLength(2);
});

test('[INV-9] a database that stays away ends the tries after a minute', async () => {
  const { calls } = await runInterrupted(Array.from({ length: 100 }, unavailable));
  expect(calls).toHaveLength(60);
});
