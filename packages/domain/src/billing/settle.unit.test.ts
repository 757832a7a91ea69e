import { describe, expect, test } from 'vitest';
import { aContext, anAttempt, anInvoice, aState, aSubscription, at } from '../testing/builders.ts';
import { Customer, declined, errored, succeeded } from '../testing/customer.ts';
import type { AttemptStatus, BillingState } from './entities.ts';
import { type AttemptOutcome, settleAttempt } from './settle.ts';

const start = at('2026-01-10');

/** Three customers who wait for an answer of the gateway: to a purchase, a change, a renewal. */
const waiting = {
  purchase: (): Customer => {
    const ada = new Customer(start);
    ada.place('pln_drive_starter_monthly');
    return ada;
  },
  change: (): Customer => {
    const ada = new Customer(start);
    ada.buy('pln_drive_starter_monthly');
    ada.place('pln_drive_ultimate_monthly');
    return ada;
  },
  renewal: (): Customer => {
    const ada = new Customer(start);
    ada.buy('pln_drive_starter_monthly');
    ada.now = at('2026-02-10');
    ada.run();
    return ada;
  },
};

type Case = keyof typeof waiting;

describe('what an answer of the gateway comes to', () => {
  test.each<[Case, string, AttemptOutcome, AttemptStatus, string, string, number]>([
    ['purchase', 'succeeded', succeeded, 'succeeded', 'active', 'paid', 1],
    ['purchase', 'declined', declined(), 'declined', 'incomplete_expired', 'void', 1],
    ['purchase', 'errored', errored, 'errored', 'incomplete_expired', 'void', 0],
    ['change', 'succeeded', succeeded, 'succeeded', 'active', 'paid', 1],
    ['change', 'declined', declined(), 'declined', 'active', 'void', 1],
    ['change', 'errored', errored, 'errored', 'active', 'void', 0],
    ['renewal', 'succeeded', succeeded, 'succeeded', 'active', 'paid', 1],
    ['renewal', 'declined', declined(), 'declined', 'past_due', 'open', 1],
    ['renewal', 'errored', errored, 'errored', 'past_due', 'open', 0],
  ])('%s %s', (kind, _answer, outcome, attempt, subscription, invoice, attemptCount) => {
    const ada = waiting[kind]();
    ada.now += 5000;
    ada.answer(outcome);
    expect(ada.books.attempts.at(-1)).toMatchObject({ status: attempt, leaseUntil: null, decidedAt: ada.now });
    expect(ada.subscription.status).toBe(subscription);
    expect(ada.lastInvoice).toMatchObject({
      status: invoice,
      attemptCount,
      paidAt: invoice === 'paid' ? ada.now : null,
    });
    expect(ada.undecided).toEqual([]);
  });

  test('the answer is kept with the attempt', () => {
    const ada = waiting.purchase();
    ada.answer({ kind: 'succeeded', intentRef: 'pi_9', chargeRef: 'ch_9' });
    expect(ada.books.attempts[0]).toMatchObject({
      gatewayIntentRef: 'pi_9',
      gatewayChargeRef: 'ch_9',
      errorCode: null,
    });

    const bob = waiting.purchase();
    bob.answer({ kind: 'declined', intentRef: 'pi_9', code: 'card_declined', declineCode: 'lost_card', message: 'no' });
    expect(bob.books.attempts[0]).toMatchObject({
      gatewayIntentRef: 'pi_9',
      gatewayChargeRef: null,
      errorCode: 'card_declined',
      declineCode: 'lost_card',
      errorMessage: 'no',
    });
  });

  test('a paid change switches the plan, the unpaid one does not', () => {
    const paid = waiting.change();
    paid.answer(succeeded);
    expect(paid.subscription.planId).toBe('pln_drive_ultimate');
    const unpaid = waiting.change();
    unpaid.answer(declined());
    expect(unpaid.subscription.planId).toBe('pln_drive_starter');
  });

  test.each<Case>(['purchase', 'change', 'renewal'])('a receipt is mailed for a paid %s, once', (kind) => {
    const ada = waiting[kind]();
    const before = ada.books.mails.length;
    ada.answer(succeeded);
    ada.answer(succeeded, ada.books.attempts.at(-1)?.id);
    expect(ada.books.mails.slice(before).map((mail) => mail.template)).toEqual(['receipt']);
  });
});

describe('INV-10: answers may come twice and in any order; the first decides', () => {
  const outcomes: [string, AttemptOutcome][] = [
    ['succeeded', succeeded],
    ['declined', declined()],
    ['errored', errored],
  ];
  const pairs = (['purchase', 'change', 'renewal'] as const).flatMap((kind) =>
    outcomes.flatMap(([first, one]) => outcomes.map(([second, two]) => ({ kind, first, second, one, two }))),
  );

  test.each(pairs)('$kind: $first, then $second', ({ kind, one, two }) => {
    const ada = waiting[kind]();
    const attemptId = ada.undecided[0]?.id;
    ada.answer(one);
    const decided = ada.books;
    ada.now += 60_000;
    ada.answer(two, attemptId);
    expect(ada.books).toEqual(decided);
  });

  test.each<AttemptStatus>(['sending', 'requires_action', 'processing'])(
    'an attempt that is %s can still be decided',
    (status) => {
      const ada = waiting.purchase();
      ada.change({ attempts: ada.books.attempts.map((attempt) => ({ ...attempt, status })) });
      ada.answer(succeeded);
      expect(ada.subscription.status).toBe('active');
    },
  );

  test.each<[string, Partial<BillingState>]>([
    ['an unknown attempt', {}],
    ['an attempt without its invoice', { attempts: [anAttempt()] }],
    [
      'an attempt that was canceled',
      { attempts: [anAttempt({ status: 'canceled' })], invoices: [anInvoice()], subscriptions: [aSubscription()] },
    ],
  ])('%s changes nothing', (_name, state) => {
    const writes = settleAttempt(aState(state), 'att_1', succeeded, aContext());
    expect({ ...writes, account: null, created: writes.created.size }).toEqual({
      account: null,
      subscriptions: [],
      changes: [],
      events: [],
      invoices: [],
      lines: [],
      attempts: [],
      ledger: [],
      trials: [],
      mails: [],
      movedInvoices: [],
      created: 0,
    });
  });
});

test('every row that is new is said to be', () => {
  const ada = waiting.purchase();
  ada.answer(succeeded);
  const { created, ledger, events } = ada.writes ?? { created: new Set(), ledger: [], events: [] };
  expect(ledger).toHaveLength(1);
  expect([...ledger, ...events].filter((row) => !created.has(row.id))).toEqual([]);
});
