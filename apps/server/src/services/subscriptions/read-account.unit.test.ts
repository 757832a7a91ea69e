import { iso } from '@foyer/contract/vocabulary/instants';
import type { Subscription } from '@foyer/domain/state/entities';
import { aState, aSubscription } from '@foyer/domain/testing/builders';
import { utc } from '@foyer/domain/testing/moments';
import { expect, test } from 'vitest';
import { aPlatform } from '../../../test/a-platform.ts';
import type { BillingReads } from '../billing/ports.ts';
import { makeListSubscriptions } from './read-account.ts';

const endedSubscriptions = ['sub_1', 'sub_2'].map((id) =>
  aSubscription({ id, status: 'canceled', endedAt: 1, endReason: 'removed' }),
);

const listEnded = (rows: readonly Subscription[]) => {
  const state = aState();
  const facts = { createdAt: 0, updatedAt: 0, maintenanceEnds: null, prepaidCouponId: null };
  const list = makeListSubscriptions(aPlatform(), {
    reads: {
      account: async () => ({ state, now: 0 }),
      createdAt: async () => new Map(rows.map(({ id }) => [id, facts])),
      promotionGroups: async () => [],
      endedSubscriptions: async () => rows,
    } as unknown as BillingReads,
  });
  return list(state.account.id, { includeEnded: true }, 'en');
};

test.each([
  ['as they were given', endedSubscriptions],
  ['the other way round', endedSubscriptions.toReversed()],
])('[SU-01] what began at one moment is told in the order it was given in; the rows lie %s', async (_title, rows) => {
  const told = await listEnded(rows);
  expect(told.map(({ id }) => id)).toEqual(['sub_1', 'sub_2']);
});

test.each<[string, Partial<Subscription>]>([
  ['removed in mid-period', {}],
  ['over at the end of its period', { endedAt: utc('2027-01-10'), endReason: 'term_ended' }],
  ['without an end', { term: 'open_ended', currentPeriodEnd: null }],
  ['perpetual', { term: 'perpetual', currentPeriodEnd: utc('2123-07-01') }],
])('[S22] the end of a plan that is over is the day on which it ended: %s', async (_title, overrides) => {
  const row = aSubscription({ status: 'canceled', endedAt: utc('2026-03-01'), endReason: 'removed', ...overrides });
  const end = iso(row.endedAt ?? 0);
  expect(await listEnded([row])).toMatchObject([{ currentPeriodEnd: end, expiry: end, renews: false }]);
});
