import type { AttemptStatus } from '@foyer/contract/vocabulary/record-words';
import { describe, expect, test } from 'vitest';
import { nextActionAt } from '../state/due.ts';
import type { BillingState } from '../state/entities.ts';
import { aCard, aContext, anAddress, anAttempt, anInvoice, aState, aSubscription } from '../testing/builders.ts';
import { Customer, declinedOutcome, erroredOutcome, succeededOutcome } from '../testing/customer.ts';
import { utc } from '../testing/moments.ts';
import { type AttemptOutcome, settleAttempt } from './settle.ts';

const start = utc('2026-01-10');

/** Three customers who wait for the gateway: purchase, change, renewal. */
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
    ada.now = utc('2026-02-10');
    ada.run();
    return ada;
  },
};

type Case = keyof typeof waiting;

describe('effects of an answer of the gateway', () => {
  test.each<[Case, string, AttemptOutcome, AttemptStatus, string, string, number]>([
    ['purchase', 'succeeded', succeededOutcome, 'succeeded', 'active', 'paid', 1],
    ['purchase', 'declined', declinedOutcome(), 'declined', 'incomplete_expired', 'void', 1],
    ['purchase', 'errored', erroredOutcome, 'errored', 'incomplete_expired', 'void', 0],
    ['change', 'succeeded', succeededOutcome, 'succeeded', 'active', 'paid', 1],
    ['change', 'declined', declinedOutcome(), 'declined', 'active', 'void', 1],
    ['change', 'errored', erroredOutcome, 'errored', 'active', 'void', 0],
    ['renewal', 'succeeded', succeededOutcome, 'succeeded', 'active', 'paid', 1],
    ['renewal', 'declined', declinedOutcome(), 'declined', 'past_due', 'open', 1],
    ['renewal', 'errored', erroredOutcome, 'errored', 'past_due', 'open', 0],
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

  test('the answer is stored with the attempt', () => {
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

  test('a paid change switches the plan, an unpaid one does not', () => {
    const paid = waiting.change();
    paid.answer(succeededOutcome);
    expect(paid.subscription.planId).toBe('pln_drive_ultimate');
    const unpaid = waiting.change();
    unpaid.answer(declinedOutcome());
    expect(unpaid.subscription.planId).toBe('pln_drive_starter');
  });

  test.each<Case>(['purchase', 'change', 'renewal'])('a receipt is mailed for a paid %s, once', (kind) => {
    const ada = waiting[kind]();
    const before = ada.books.mails.length;
    ada.answer(succeededOutcome);
    ada.answer(succeededOutcome, ada.books.attempts.at(-1)?.id);
    expect(ada.books.mails.slice(before).map((mail) => mail.template)).toEqual(['receipt']);
  });
});

describe('INV-10: answers may arrive twice and in any order; the first decides', () => {
  const outcomes: [string, AttemptOutcome][] = [
    ['succeeded', succeededOutcome],
    ['declined', declinedOutcome()],
    ['errored', erroredOutcome],
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
      ada.answer(succeededOutcome);
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
    const { writes, nextAttemptId } = settleAttempt(aState(state), 'att_1', succeededOutcome, aContext(), start);
    expect(nextAttemptId).toBeNull();
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
      refunds: [],
      mails: [],
      cardNotices: [],
      released: [],
      promotionRedemptions: [],
      discounts: [],
      freedCoupons: [],
      couponRedemptions: [],
      purchases: [],
      maintenance: [],
      movedInvoices: [],
      entitlements: [],
      created: 0,
    });
  });
});

describe('a card saved during an undecided attempt is tried as soon as that attempt failed', () => {
  const newCard = aCard({ id: 'pm_new', last4: '4444' });
  const templates = (ada: Customer) => ada.books.mails.map(({ template }) => template);
  /** Renewal with an undecided attempt, and the new card. */
  const waitingWithNewCard = (state: Partial<BillingState> = {}): Customer => {
    const ada = waiting.renewal();
    ada.change({ card: newCard, ...state });
    return ada;
  };

  test.each([
    ['declined', declinedOutcome('lost_card')],
    ['errored', erroredOutcome],
  ])('%s: one more attempt with that card, and no mail about a failure yet', (_name, outcome) => {
    const ada = waitingWithNewCard();
    const { nextAttemptAt, dunningSlot } = ada.lastInvoice;
    ada.answer(outcome);
    expect(ada.undecided).toMatchObject([
      { paymentMethodId: 'pm_new', last4: '4444', attemptNo: 2, onSession: false, amountCents: 3220 },
    ]);
    expect(ada.subscription.status).toBe('past_due');
    expect(ada.lastInvoice).toMatchObject({ status: 'open', nextAttemptAt, dunningSlot });
    expect(templates(ada)).toEqual(['receipt']);

    ada.answer(succeededOutcome);
    expect([ada.subscription.status, ada.lastInvoice.status]).toEqual(['active', 'paid']);
    expect(templates(ada)).toEqual(['receipt', 'recovered']);
  });

  test('the new card fails too: one mail, and the timetable continues', () => {
    const ada = waitingWithNewCard();
    const { nextAttemptAt } = ada.lastInvoice;
    ada.answer(declinedOutcome());
    ada.answer(declinedOutcome());
    expect(ada.undecided).toEqual([]);
    expect(ada.lastInvoice).toMatchObject({ status: 'open', nextAttemptAt, attemptCount: 2 });
    expect(templates(ada)).toEqual(['receipt', 'payment_failed']);
  });

  test('after the last slot the new card is tried before the suspension', () => {
    const ada = waitingWithNewCard();
    ada.change({ invoices: ada.books.invoices.map((invoice) => ({ ...invoice, nextAttemptAt: null })) });
    ada.answer(declinedOutcome());
    expect(ada.subscription.status).toBe('past_due');
    ada.answer(declinedOutcome());
    expect(ada.subscription.status).toBe('suspended');
  });

  test.each<[string, boolean, AttemptOutcome, boolean]>([
    ['a present customer: the bank may ask', true, declinedOutcome(), true],
    ['due work: no customer is present to be asked', false, declinedOutcome(), false],
    ['a customer who left the challenge unanswered', true, { kind: 'canceled', intentRef: 'pi_1' }, false],
  ])('the same mode as the first attempt: %s', (_name, wasOnSession, outcome, onSession) => {
    const ada = waitingWithNewCard();
    ada.change({ attempts: ada.books.attempts.map((attempt) => ({ ...attempt, onSession: wasOnSession })) });
    ada.answer(outcome);
    expect(ada.undecided).toMatchObject([{ paymentMethodId: 'pm_new', onSession }]);
  });

  test.each<[string, boolean, string]>([
    ['the timetable continues', false, 'past_due'],
    ['after the last slot it is suspended: nothing else would fall due (S15)', true, 'suspended'],
  ])('its challenge is left: %s', (_name, wasLast, status) => {
    const ada = waitingWithNewCard();
    if (wasLast) ada.change({ invoices: ada.books.invoices.map((invoice) => ({ ...invoice, nextAttemptAt: null })) });
    ada.answer(declinedOutcome());
    ada.answer({ kind: 'requires_action', intentRef: 'pi_2' });
    ada.answer({ kind: 'canceled', intentRef: 'pi_2' });
    expect(ada.subscription.status).toBe(status);
    expect(nextActionAt(ada.books, ada)).not.toBeNull();
  });

  test('credit that arrived meanwhile is used first; if it covers all, no card is charged', () => {
    const ada = waitingWithNewCard();
    ada.change({ account: { ...ada.books.account, balanceCents: -5000 } });
    ada.answer(declinedOutcome());
    expect(ada.undecided).toEqual([]);
    expect([ada.subscription.status, ada.lastInvoice.status]).toEqual(['active', 'paid']);
  });

  test.each<[string, () => Customer, string]>([
    ['the same card', waiting.renewal, 'open'],
    ['no card', () => waitingWithNewCard({ card: null }), 'open'],
    [
      'an address where cards are not accepted',
      () => waitingWithNewCard({ billTo: anAddress({ country: 'GB' }) }),
      'open',
    ],
    [
      'a change, which fails with its payment',
      () => {
        const ada = waiting.change();
        ada.change({ card: newCard });
        return ada;
      },
      'void',
    ],
    [
      'a purchase, likewise',
      () => {
        const ada = waiting.purchase();
        ada.change({ card: newCard });
        return ada;
      },
      'void',
    ],
  ])('not with %s', (_name, make, invoice) => {
    const ada = make();
    ada.answer(declinedOutcome());
    expect(ada.undecided).toEqual([]);
    expect(ada.lastInvoice.status).toBe(invoice);
  });
});

test('every new row is listed as created', () => {
  const ada = waiting.purchase();
  ada.answer(succeededOutcome);
  const { created, ledger, events } = ada.writes ?? { created: new Set(), ledger: [], events: [] };
  expect(ledger).toHaveLength(1);
  expect([...ledger, ...events].filter((row) => !created.has(row.id))).toEqual([]);
});
