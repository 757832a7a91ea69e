import { setImmediate as turn } from 'node:timers/promises';
import type { AccountId } from '@foyer/contract/vocabulary/ids';
import { describe, expect, test } from 'vitest';
import { aPlatform } from '../../../test/a-platform.ts';
import type { BillingStore } from '../billing/ports.ts';
import { makeRunDueWork } from './run-due-work.ts';

const FULL = 100;

const batch = (size: number, nth = 0): AccountId[] =>
  Array.from({ length: size }, (_, index) => `acc_${nth}_${index}` as AccountId);

/** Due work whose claims answer as told, one after the other; the accounts themselves are gone when they are loaded. */
const dueWork = (claim: (nth: number) => Promise<AccountId[]>) => {
  let claims = 0;
  let ended = 0;
  const store = {
    claimDue: async () => {
      claims += 1;
      return claim(claims);
    },
    lockAccounts: async () => [],
    storeAll: async () => {},
  } as Partial<BillingStore> as BillingStore;
  const run = makeRunDueWork(aPlatform(), {
    inTransaction: async (work) => {
      try {
        return await work(store);
      } finally {
        ended += 1;
      }
    },
    sendAttempt: async () => Promise.reject(new Error('unexpected call')),
    sendAttempts: async () => {},
  });
  return { run, claims: () => claims, ended: () => ended };
};

describe('due work in parallel batches', () => {
  test('[INV-2] each batch is reported, also while the next one waits', async () => {
    const slow = Promise.withResolvers<AccountId[]>();
    const due = dueWork(async (nth) => (nth < 3 ? batch(FULL, nth) : slow.promise));
    let batches = 0;
    const isOver = due.run(
      () => false,
      () => {
        batches += 1;
      },
    );
    await expect.poll(() => batches, { interval: 1 }).toBe(2);
    slow.resolve([]);
    expect(await isOver).toBe(2 * FULL);
    expect(batches).toBe(2);
  });

  // The first claim is full, so a second batch opens: it makes the second claim, the first goes on to the third.
  test.each([
    ['the one that opened it fails first', 3, 2],
    ['the one that was opened fails first', 2, 3],
  ])(
    '[INV-25] the database goes away under two of them, %s: both have ended, and the fault is told once',
    async (_title, first, last) => {
      const slow = Promise.withResolvers<void>();
      const due = dueWork(async (nth) => {
        if (nth === 1) return batch(FULL);
        if (nth === last) await slow.promise;
        throw new Error(`claim ${nth} failed`);
      });
      const told = due.run().then(
        () => 'nothing',
        (error: Error) => `${error.message}, ${due.ended()} batches ended`,
      );
      await turn();
      slow.resolve();
      expect(await told).toBe(`claim ${first} failed, 3 batches ended`);
      // A rejection that nobody waits for would end the process here; the run of the tests fails by it too.
      await turn();
    },
  );

  test('[INV-11] asked to stop in the middle of a backlog: nothing more is claimed, and what was claimed counts', async () => {
    const due = dueWork(async (nth) => batch(FULL, nth));
    expect(await due.run(() => due.claims() >= 4)).toBe(due.claims() * FULL);
    expect(due.claims()).toBeLessThanOrEqual(6);
  });

  test('[INV-11] stopping already, it claims nothing', async () => {
    const due = dueWork(async () => batch(FULL));
    expect(await due.run(() => true)).toBe(0);
    expect(due.claims()).toBe(0);
  });
});
