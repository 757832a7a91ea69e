import { expect, test } from 'vitest';
import { anAttempt, anInvoice, aState, aSubscription } from '../testing/builders.ts';
import { utc } from '../testing/moments.ts';
import { openChallenges } from './open-challenges.ts';

const asking = anAttempt({ status: 'requires_action', leaseUntil: null });
const one = aSubscription();
const nothing = { product: null, subscriptionId: null, receiptId: null, description: null };

test.each([
  ['create', 'incomplete', { kind: 'order', product: 'drive', subscriptionId: null }],
  ['change', 'active', { kind: 'order', product: 'drive', subscriptionId: one.id }],
  ['renewal', 'past_due', { kind: 'receipt', product: 'drive', subscriptionId: one.id }],
] as const)('[PM-09] a challenge about a %s of a subscription that is %s', (reason, status, expected) => {
  const invoice = anInvoice({ reason, subscriptionId: one.id });
  const state = aState({ subscriptions: [{ ...one, status }], invoices: [invoice] });
  expect(openChallenges(state, [asking])).toEqual([
    {
      attemptId: asking.id,
      receiptId: invoice.id,
      description: invoice.description,
      amountCents: asking.amountCents,
      ...expected,
    },
  ]);
});

test('[PM-09] an extension belongs to its licence, a card to no subscription', () => {
  const licence = aSubscription({ id: 'sub_2', product: 'scope' });
  const invoice = anInvoice({ reason: 'one_time', subscriptionId: null });
  const state = aState({
    subscriptions: [licence],
    invoices: [invoice],
    purchases: [
      {
        id: 'otp_1',
        accountId: 'acc_1',
        forSubscriptionId: licence.id,
        invoiceId: invoice.id,
        status: 'pending',
        extensionId: 'ext_1',
        name: 'Maintenance',
        quantity: 1,
        unitAmountCents: 100,
        oldExpiration: 0,
        newExpiration: 1,
        purchasedAt: 0,
      },
    ],
  });
  const card = anAttempt({ ...asking, id: 'att_2', kind: 'setup', invoiceId: null, amountCents: 0 });
  expect(openChallenges(state, [asking, card])).toMatchObject([
    { kind: 'purchase', product: 'scope', subscriptionId: licence.id },
    { attemptId: card.id, kind: 'card', ...nothing, amountCents: 0 },
  ]);
});

test('[INV-12] challenges being ended or decided meanwhile are left out; the others are sorted oldest first', () => {
  const state = aState({ subscriptions: [one], invoices: [anInvoice({ subscriptionId: one.id })] });
  const card = (id: string, sentAt: number) =>
    anAttempt({ ...asking, id: id as typeof asking.id, kind: 'setup', invoiceId: null, sentAt });
  const ending = { ...asking, leaseUntil: utc('2026-01-10 00:01') };
  const gone = { ...asking, invoiceId: 'inv_9' as const };
  const found = openChallenges(state, [card('att_3', 3), ending, gone, card('att_2', 2)]);
  expect(found.map(({ attemptId }) => attemptId)).toEqual(['att_2', 'att_3']);
});
