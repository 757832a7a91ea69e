import { expect, test } from 'vitest';
import { tiersDestination } from './tiers-done.ts';

const install = { key: 'install', href: 'https://scope.example/install?lang=en' } as const;
const order = {
  reason: undefined,
  changed: false,
  subId: 'sub_1',
  areDownloadsBlocked: false,
  family: { menu: [install], confirmation: '/welcome' },
  here: 'https://account.example/#/subscriptions/scope',
};

test.each([
  ['made: the install address', {}, { kind: 'away', href: 'https://scope.example/install?lang=en&r=add&subId=sub_1' }],
  [
    'onboarding: the confirmation address',
    { reason: 'newuser' },
    { kind: 'away', href: 'https://account.example/welcome?subId=sub_1' },
  ],
  [
    'expired before: as anybody',
    { reason: 'expired' },
    { kind: 'away', href: 'https://scope.example/install?lang=en&r=add&subId=sub_1' },
  ],
  ['changed: home', { changed: true }, { kind: 'home' }],
  ['no install address', { family: { menu: [], confirmation: null } }, { kind: 'own-page' }],
  [
    'no confirmation address',
    { reason: 'newuser', family: { menu: [install], confirmation: null } },
    { kind: 'own-page' },
  ],
  ['[EX-01] under review: no download', { areDownloadsBlocked: true }, { kind: 'own-page' }],
  [
    '[EX-01] under review: the confirmation is no download',
    { areDownloadsBlocked: true, reason: 'newuser' },
    { kind: 'away', href: 'https://account.example/welcome?subId=sub_1' },
  ],
])('[SP-04] %s', (_name, facts, destination) => {
  expect(tiersDestination({ ...order, ...facts })).toEqual(destination);
});
