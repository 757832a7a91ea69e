import { expect, test } from 'vitest';
import { anAttempt, anInvoice, aState, aSubscription } from '../testing/builders.ts';
import { pendingOrders } from './pending-orders.ts';

test.each([
  ['sending', 'active', [{ product: 'drive', subscriptionId: 'sub_1' }]],
  ['processing', 'active', [{ product: 'drive', subscriptionId: 'sub_1' }]],
  ['processing', 'incomplete', [{ product: 'drive', subscriptionId: null }]],
  ['requires_action', 'incomplete', []],
  ['declined', 'active', []],
  ['succeeded', 'active', []],
] as const)('[SU-08] a payment that is %s for a subscription that is %s', (attempt, subscription, pending) => {
  const one = aSubscription({ status: subscription });
  const state = aState({
    subscriptions: [one],
    invoices: [anInvoice({ subscriptionId: one.id })],
    attempts: [anAttempt({ status: attempt })],
  });
  expect(pendingOrders(state)).toEqual(
    pending.map((order) => ({ ...order, subscriptionId: order.subscriptionId && one.id })),
  );
});
