import { maintenance } from '@foyer/contract/api/maintenance';
import { subscriptions } from '@foyer/contract/api/subscriptions';
import { commonErrors, errorStatus } from '@foyer/contract/vocabulary/error-types';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render } from '@testing-library/react';
import { expect, test } from 'vitest';
import { CallError } from '../../../lib/call-error.ts';
import { failureFor, failureOf } from '../../../lib/failure.ts';
import { accountQuery } from '../../../shared/account/account.ts';
import { type FailureContext, FailureText } from '../../../shared/failures/words.tsx';
import { anAccount } from '../../../testing/builders.ts';
import { changeFailures, creationFailures, extensionFailures } from './order-failures.tsx';

const statusOf = (type: string): number => (errorStatus as Partial<Record<string, number>>)[type] ?? 400;

const failed = (type: string, facts: { code?: string; retryAfter?: number; quote?: object; message?: string } = {}) =>
  failureOf(
    new CallError({ status: statusOf(type), type, message: '', ...(type === 'OFFLINE' && { status: 0 }), ...facts }),
  );

const client = new QueryClient();
client.setQueryData(accountQuery.queryKey, anAccount());

const textOf = (failure: ReturnType<typeof failed>, context: FailureContext = changeFailures) =>
  render(
    <QueryClientProvider client={client}>
      <FailureText of={failure} context={context} />
    </QueryClientProvider>,
  ).container.textContent?.replaceAll('\u00a0', ' ');

test.each([
  [
    'StripeCardError',
    { message: 'Your card has expired.' },
    'Your card has expired. We tried Visa •••• 4242. Nothing was charged.',
  ],
  ['RATE_LIMITED', {}, 'Too many tries. Wait a few minutes, then try again.'],
  ['RATE_LIMITED', { retryAfter: 1 }, 'Too many tries. Try again in 1 second.'],
  ['RATE_LIMITED', { retryAfter: 91 }, 'Too many tries. Try again in 2 minutes.'],
  ['RATE_LIMITED', { retryAfter: 7_201 }, 'Too many tries. Try again later.'],
  [
    'OPERATION_IN_PROGRESS',
    { code: 'end_due' },
    'Your plan or trial is just ending or renewing Nothing was charged. Try again once that is done.',
  ],
  [
    'OPERATION_IN_PROGRESS',
    { code: 'running' },
    "Your order has no answer yet We don't know if it arrived. Try again in a minute: it is never charged twice.",
  ],
  ['OFFLINE', {}, "No connection. We don't know if your order arrived. Try again: it is never charged twice."],
  [
    'QUOTE_CHANGED',
    {},
    'The amount changed while you looked at it Nothing was charged. Check the new amounts and confirm again.',
  ],
  ['SOMETHING_NEW', {}, 'There was an error updating your subscription. Nothing was charged.'],
])('[SU-08] a change refused with %s %o: %s', (type, facts, text) => {
  expect(textOf(failed(type, facts))).toBe(text);
});

test('[SU-08] [MA-03] the same failure of a change, a scope purchase and an extension has the same words', () => {
  for (const type of [
    'RATE_LIMITED',
    'PAYMENT_METHOD_REQUIRED',
    'EXPIRED',
    'OPERATION_IN_PROGRESS',
    'PAYMENT_REQUIRED',
  ])
    expect(
      new Set([changeFailures, creationFailures, extensionFailures].map((on) => textOf(failed(type), on))).size,
    ).toBe(1);
});

test('[MA-03] a purchase of maintenance that is still undecided after polling', () => {
  expect(textOf(failureFor('POLLING_ERROR'), extensionFailures)).toBe(
    "There was an error processing your payment. Please reach out to support. Your payment is still processing. Don't pay again. We'll finish it and email you the result.",
  );
});

const routes = { ...subscriptions, ...maintenance };
test.each([
  ['POST /api/subscription/subscriptions', changeFailures],
  ['PATCH /api/subscription/subscriptions/:id', changeFailures],
  ['POST /api/subscription/subscriptions/preview', creationFailures],
  ['PATCH /api/subscription/subscriptions/:id/maintenance', extensionFailures],
] as const)('[SU-08] every refusal of %s has a separate text', (name, { words }) => {
  const general = ['INVALID_REQUEST', 'PAYLOAD_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE'];
  // a renewal that is switched, or a licence that is extended: said where that is done
  const elsewhere = ['NOT_RENEWABLE', 'NOT_PERPETUAL', 'MAINTENANCE_LIMIT'];
  // bought_just_now: only of a call without an Idempotency-Key, and the page sends one with every order
  const withoutKey = ['ACTION_REFUSED'];
  // the outcome is unknown, or the page signs in again
  const open = ['INTERNAL_ERROR', 'UNAVAILABLE', 'UNAUTHORIZED', 'INVALID_TOKEN'];
  // about the coupon or the subscription: each of the pages says which
  const missing = ['NOT_FOUND'];
  const silent = [...routes[name].errors, ...commonErrors].filter(
    (type) =>
      (words[type] ?? words.OTHER) === words.OTHER &&
      ![...general, ...elsewhere, ...withoutKey, ...open, ...missing].includes(type),
  );
  expect(silent).toEqual([]);
});
