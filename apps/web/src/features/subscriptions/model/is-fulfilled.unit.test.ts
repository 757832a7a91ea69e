import { expect, test } from 'vitest';
import { aSubscription } from '../../../testing/builders.ts';
import { isFulfilled } from './is-fulfilled.ts';

const plan = (id: string, interval: 'monthly' | 'yearly' = 'yearly') => ({ ...aSubscription().plan, id, interval });
const starter = aSubscription({ plan: plan('pln_starter') });
const another = aSubscription({ id: 'sub_2', plan: plan('pln_starter', 'monthly') });
const buy = { id: 'pln_starter', interval: 'yearly' };
const change = { ...buy, subscriptionId: 'sub_1' };
const pendingChange = (planId: string) => ({
  ...starter.pendingChange,
  planId,
  planName: '',
  interval: 'yearly' as const,
  customBilling: false,
  applyAt: '2027-01-10T00:00:00Z',
  trialId: null,
});
const extension = {
  subscriptionId: 'sub_1',
  maintenanceExtensionId: 'mex',
  expectedExpiration: '2027-06-30T00:00:00Z',
};
const until = (maintenanceEnds: string | null) => aSubscription({ maintenanceEnds });
const code = { subscriptionId: 'sub_1', prepaidCouponId: 'ppd_1' };

test.each([
  ['bought: held', buy, 0, [starter], true],
  ['bought: nothing held', buy, 0, [], false],
  ['bought: another plan held', buy, 0, [aSubscription({ plan: plan('pln_pro') })], false],
  ['bought: not paid yet', buy, 0, [aSubscription({ ...starter, status: 'incomplete' })], false],
  ['bought: only tried', buy, 0, [aSubscription({ ...starter, status: 'trialing' })], false],
  ['one more: held as before', buy, 1, [another], false],
  ['one more: held', buy, 1, [starter, another], true],
  ['a trial: held', { ...buy, trial: true }, 0, [aSubscription({ ...starter, status: 'trialing' })], true],
  ['a trial: bought instead', { ...buy, trial: true }, 0, [starter], false],
  ['a change: made', change, 0, [starter], true],
  ['a change: of another one', change, 0, [another], false],
  ['a change: of the interval, not made', { ...change, interval: 'monthly' }, 0, [starter], false],
  ['a change: paid, and still tried', change, 0, [aSubscription({ ...starter, status: 'trialing' })], false],
  [
    'a change: at the end',
    { ...change, id: 'pln_pro' },
    0,
    [{ ...starter, pendingChange: pendingChange('pln_pro') }],
    true,
  ],
  [
    'a change: another one at the end',
    { ...change, id: 'pln_pro' },
    0,
    [{ ...starter, pendingChange: pendingChange('pln_x') }],
    false,
  ],
  ['maintenance: extended', extension, 0, [until('2027-06-30T00:00:00.000Z')], true],
  ['maintenance: not yet', extension, 0, [until('2026-06-30T00:00:00.000Z')], false],
  ['maintenance: none', extension, 0, [until(null)], false],
  ['a code is redeemed once whatever comes', code, 0, [starter], false],
])('[SU-08, INV-12] an order that nothing was heard of, %s', (_what, order, heldBefore, held, arrived) => {
  expect(isFulfilled({ sent: JSON.stringify(order), heldBefore }, held)).toBe(arrived);
});
