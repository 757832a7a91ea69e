import type { Attempt } from '@foyer/domain/state/entities';
import type { Purchase } from '@foyer/domain/state/maintenance-entities';
import { anAttempt } from '@foyer/domain/testing/builders';
import { Customer } from '@foyer/domain/testing/customer';
import { withLicence } from '@foyer/domain/testing/licences';
import { utc } from '@foyer/domain/testing/moments';
import { expect, test } from 'vitest';
import { aPlatform } from '../../../test/a-platform.ts';
import type { BillingStore } from '../billing/ports.ts';
import { makeBuyMaintenance } from './buy-maintenance.ts';

const order = {
  subscriptionId: 'sub_licence',
  extensionId: 'mex_ultimate_1y',
  quantity: 1,
  expectedTotalCents: undefined,
};

/** The use-case with a bank and a response timeout of the test's own. */
const withBank = (sendAttempt: () => Promise<Attempt>, responseTimeout: () => Promise<unknown>) => {
  const { books, context } = new Customer(utc('2026-06-01'), withLicence());
  const faults: unknown[] = [];
  const stored: Purchase[] = [];
  const store: Pick<BillingStore, 'lockAccount' | 'store'> = {
    lockAccount: async () => ({ state: books, now: context.now }),
    store: async (writes) => void stored.push(...writes.purchases),
  };
  const platform = aPlatform({
    ruleContext: () => context,
    wallNow: () => context.now,
    onFault: (error) => void faults.push(error),
  });
  const buy = makeBuyMaintenance(platform, {
    inTransaction: (run) => run(store as BillingStore),
    sendAttempt,
    closeChallenges: async () => {},
    throwUnlessSucceeded: async (attempt) => attempt,
    purchases: {
      purchase: async () => (stored[0] ? { purchase: stored[0], attempt: anAttempt() } : null),
      purchaseOfInvoice: async () => null,
    },
    responseTimeout,
  });
  return { buy: () => buy('acc_1', order, null), faults };
};

const never = () => new Promise<never>(() => {});

test('[MA-03] a bank that takes longer than the customer waits: the purchase is pending, and nobody waits for it', async () => {
  const { buy } = withBank(never, async () => {});
  expect(await buy()).toMatchObject({ status: 'pending', newExpiration: '2028-01-10T00:00:00.000Z' });
});

test('what goes wrong after that is for the operator', async () => {
  let fail = (_error: Error) => {};
  const failing = new Promise<Attempt>((_, reject) => {
    fail = reject;
  });
  const { buy, faults } = withBank(
    () => failing,
    async () => {},
  );
  await buy();
  fail(new Error('lost'));
  await expect(failing).rejects.toThrow('lost');
  expect(faults).toEqual([new Error('lost')]);
});

test('what goes wrong before is the answer', async () => {
  const { buy, faults } = withBank(() => Promise.reject(new Error('lost')), never);
  await expect(buy()).rejects.toThrow('lost');
  expect(faults).toEqual([]);
});
