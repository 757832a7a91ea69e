import type { AttemptStatus } from '@foyer/contract/vocabulary/record-words';
import { describe, expect, test } from 'vitest';
import { comparePayments, type PaymentAtGateway, type PaymentInBooks } from './compare-with-gateway.ts';

const payment = (overrides: Partial<PaymentAtGateway> = {}): PaymentAtGateway => ({
  ref: 'pi_1',
  attemptId: 'att_1',
  amountCents: 1_000,
  refundedCents: 0,
  state: { kind: 'succeeded' },
  ...overrides,
});
const attempt = (status: AttemptStatus, overrides: Partial<PaymentInBooks> = {}): PaymentInBooks => ({
  id: 'att_1',
  status,
  amountCents: 1_000,
  gatewayIntentRef: 'pi_1',
  isGivenUp: false,
  ...overrides,
});

describe('[O20] payments at the gateway and in the books', () => {
  test.each<[string, PaymentAtGateway[], PaymentInBooks[], string[]]>([
    ['the same on both sides', [payment()], [attempt('succeeded')], []],
    ['a payment without an attempt', [payment()], [], ['lost']],
    ['it paid another attempt after a restore', [payment()], [attempt('succeeded', { id: 'att_2' })], []],
    ['its attempt counts as failed', [payment()], [attempt('errored', { gatewayIntentRef: null })], ['lost']],
    ['recovery has not decided it yet', [payment()], [attempt('sending', { gatewayIntentRef: null })], []],
    [
      'recovery has given it up',
      [payment()],
      [attempt('sending', { gatewayIntentRef: null, isGivenUp: true })],
      ['given_up'],
    ],
    ['recovery has given it up, and the gateway lacks it', [], [attempt('sending', { isGivenUp: true })], []],
    ['it was refunded in full', [payment({ refundedCents: 1_000 })], [], ['refunded']],
    ['it was refunded in full, and counts as failed', [payment({ refundedCents: 1_000 })], [attempt('errored')], []],
    ['a part of it was refunded', [payment({ refundedCents: 999 })], [], ['lost']],
    ['it was declined on both sides', [payment({ state: { kind: 'declined' } })], [attempt('declined')], []],
    ['it was declined, and the books lack it', [payment({ state: { kind: 'declined' } })], [], []],
    ['another system made it', [payment({ attemptId: null })], [], []],
    ['another amount', [payment({ amountCents: 1 })], [attempt('succeeded')], ['other_amount']],
    ['the gateway lacks it', [], [attempt('succeeded')], ['unknown']],
    [
      'the gateway declined what the books have',
      [payment({ state: { kind: 'declined' } })],
      [attempt('succeeded')],
      ['unknown'],
    ],
    ['the gateway lacks an attempt that failed', [], [attempt('declined')], []],
  ])('%s', (_title, payments, attempts, kinds) => {
    expect(comparePayments(payments, attempts).map(({ kind }) => kind)).toEqual(kinds);
  });
});
