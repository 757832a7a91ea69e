import type { AccountView } from '@foyer/contract/api/account';
import type { Me } from '@foyer/contract/api/auth';
import type { Subscription } from '@foyer/contract/api/shapes';
import { expect, test } from 'vitest';
import { aCard, aMe, anAccount, anOpenQuestion, aSubscription } from '../../testing/builders.ts';
import { homeNotice } from './home-notice.ts';

const day = '2027-01-10T00:00:00Z';
const unpaid = {
  receiptId: 'inv_1',
  description: 'Starter',
  dueSince: day,
  overdue: true,
  failureMessage: null,
  failedAt: null,
  declined: false,
  creditCents: 0,
  amountDueCents: 3220,
  writtenOff: false,
  endedPlan: null,
};
const trial = aSubscription({ isTrial: true, trialDaysLeft: 7, trialExpiry: day });
const sooner = aSubscription({ id: 'sub_2', isTrial: true, trialDaysLeft: 1, trialExpiry: day });
const expiring = aCard({ expirationYear: 2026, expirationMonth: 12 });
const everything = {
  account: { openPayments: [unpaid], paymentMethod: expiring },
  user: { emailVerified: false, exportPending: true, asksMarketing: true, address: null },
  subscriptions: [trial],
};

interface Case {
  account?: Partial<AccountView>;
  user?: Partial<Me['user']>;
  subscriptions?: Subscription[];
  hasPaid?: boolean;
}

const noticeOf = ({ account, user, subscriptions = [aSubscription()], hasPaid = false }: Case) =>
  homeNotice({
    account: anAccount(account),
    user: aMe({ user: user ?? {} }).user,
    subscriptions,
    hasPaid,
  });

test.each<[string, Case, ReturnType<typeof homeNotice>]>([
  ['a customer with a plan', {}, null],
  ['an unpaid receipt is before everything', everything, { kind: 'money' }],
  ['a bank challenge', { account: { openChallenges: [anOpenQuestion()] } }, { kind: 'money' }],
  ['the last payment, until it is dismissed', { hasPaid: true, subscriptions: [trial] }, { kind: 'money' }],
  [
    'a trial that ends within a week',
    { ...everything, account: { paymentMethod: expiring }, user: { emailVerified: false } },
    { kind: 'trial', trial },
  ],
  ['of two trials the one that ends first', { subscriptions: [trial, sooner] }, { kind: 'trial', trial: sooner }],
  ['a trial that ends later', { subscriptions: [aSubscription({ isTrial: true, trialDaysLeft: 8 })] }, null],
  [
    'a card that expires in the month before the next payment',
    { account: { paymentMethod: expiring }, user: { emailVerified: false } },
    { kind: 'card', card: expiring },
  ],
  [
    'a card that expires in the month of the next payment',
    { account: { paymentMethod: aCard({ expirationYear: 2027, expirationMonth: 1 }) } },
    null,
  ],
  ['an expiring card without a next payment', { account: { paymentMethod: expiring, nextPayment: null } }, null],
  [
    'an expiring card, and credit that pays',
    { account: { paymentMethod: expiring, nextPayment: { total: 0, processedDate: day } } },
    null,
  ],
  [
    'an expiring card where cards are not taken',
    { account: { paymentMethod: expiring, canAddPaymentMethod: false } },
    null,
  ],
  [
    'an email that is not verified, before a denied review',
    { user: { emailVerified: false, exportDenied: true } },
    { kind: 'verify' },
  ],
  [
    'a pending review is before all but money',
    { ...everything, account: { paymentMethod: expiring } },
    { kind: 'pending' },
  ],
  ['a denied review', { user: { exportDenied: true, asksMarketing: true } }, { kind: 'denied' }],
  ['the question about marketing', { user: { asksMarketing: true }, subscriptions: [] }, { kind: 'marketing' }],
  ['a new customer without an address', { user: { address: null }, subscriptions: [] }, { kind: 'address' }],
  ['a new customer with an address', { subscriptions: [] }, { kind: 'plan' }],
  [
    'a new customer where cards are not taken',
    { account: { canAddPaymentMethod: false }, subscriptions: [] },
    { kind: 'plan' },
  ],
])('[HO-02, HO-03] the one notice of Home: %s', (_, facts, expected) => {
  expect(noticeOf(facts)).toEqual(expected);
});

test('[SE-07] data that did not load asks for nothing', () => {
  const account = anAccount();
  const { user } = aMe();
  const none = { account: undefined, user: undefined, subscriptions: undefined, hasPaid: false };
  expect(homeNotice(none)).toBeNull();
  expect(homeNotice({ ...none, account, user })).toBeNull();
  expect(homeNotice({ ...none, user, subscriptions: [] })).toBeNull();
  expect(homeNotice({ ...none, account, subscriptions: [] })).toBeNull();
});
