import { aState, aSubscription } from '@foyer/domain/testing/builders';
import { expect, test } from 'vitest';
import { aPlatform } from '../../../test/a-platform.ts';
import type { BillingReads } from '../billing/ports.ts';
import { makeListSubscriptions } from './read-account.ts';

const ended = ['sub_1', 'sub_2'].map((id) =>
  aSubscription({ id, status: 'canceled', endedAt: 1, endReason: 'removed' }),
);

test.each([
  ['as they were given', ended],
  ['the other way round', ended.toReversed()],
])('[SU-01] what began at one moment is told in the order it was given in; the rows lie %s', async (_title, rows) => {
  const state = aState();
  const facts = { createdAt: 0, updatedAt: 0, maintenanceEnds: null, prepaidCouponId: null };
  const list = makeListSubscriptions(aPlatform(), {
    reads: {
      account: async () => ({ state, now: 0 }),
      createdAt: async () => new Map(ended.map(({ id }) => [id, facts])),
      promotionGroups: async () => [],
      endedSubscriptions: async () => rows,
    } as unknown as BillingReads,
  });
  const told = await list(state.account.id, { includeEnded: true }, 'en');
  expect(told.map(({ id }) => id)).toEqual(['sub_1', 'sub_2']);
});
