import { expect, test } from 'vitest';
import { installAddressFor, tiersDestination } from './tiers-done.ts';

const confirmation = '/welcome';
const order = {
  reason: undefined,
  changed: false,
  subId: 'sub_1',
  family: { confirmation },
  here: 'https://account.example/#/subscriptions/scope',
};
const result = (thenInstalls: boolean) => ({ kind: 'own-page', thenInstalls });

test.each([
  ['made: the result page, then the install address', {}, result(true)],
  [
    'onboarding: the confirmation address',
    { reason: 'newuser' },
    { kind: 'away', href: 'https://account.example/welcome?subId=sub_1' },
  ],
  ['expired before: as anybody', { reason: 'expired' }, result(true)],
  ['changed: home', { changed: true }, { kind: 'home' }],
  ['no confirmation address', { reason: 'newuser', family: { confirmation: null } }, result(false)],
])('[SP-04] %s', (_name, facts, destination) => {
  expect(tiersDestination({ ...order, ...facts })).toEqual(destination);
});

test.each([
  ['with reason and id', 'https://scope.example/install?lang=en', '&r=add&subId=sub_1'],
  ['on the same host', '/install', '?r=add&subId=sub_1'],
])('[SP-04] the install address: %s', (_name, href, query) => {
  const family = { menu: [{ key: 'install' as const, href }] };
  expect(installAddressFor(family, 'add', 'sub_1', order.here)).toBe(new URL(href + query, order.here).href);
});

test('[SP-04] no install address without one in the menu', () => {
  expect(installAddressFor({ menu: [] }, 'add', 'sub_1', order.here)).toBeNull();
});
