import { describe, expect, test } from 'vitest';
import type { BillingState } from '../state/entities.ts';
import { anAccount, anAddress, anAttempt, anInvoice, aSubscription } from '../testing/builders.ts';
import { Customer, declinedOutcome, succeededOutcome } from '../testing/customer.ts';
import { utc } from '../testing/moments.ts';
import { payNow } from './pay-now.ts';

const pastDue: Partial<BillingState> = {
  subscriptions: [aSubscription({ status: 'past_due' })],
  invoices: [anInvoice({ dunningSlot: 1, nextAttemptAt: utc('2026-01-13') })],
  attempts: [anAttempt({ status: 'declined' })],
};

const customer = (state: Partial<BillingState> = {}) => new Customer(utc('2026-01-11'), { ...pastDue, ...state });

describe('[PM-09] an unpaid receipt can be paid at once', () => {
  test('by one more attempt while the customer is present', () => {
    const ada = customer();
    expect(ada.payNow()).toMatchObject({ ok: true, value: { attemptId: ada.undecided[0]?.id } });
    expect(ada.undecided).toMatchObject([{ attemptNo: 2, onSession: true, amountCents: 32462 }]);
    ada.answer(succeededOutcome);
    expect(ada.subscription.status).toBe('active');
    expect(ada.lastInvoice.status).toBe('paid');
  });

  test('I20: it uses no slot: declined, the timetable is unchanged', () => {
    const ada = customer();
    ada.payNow();
    ada.answer(declinedOutcome());
    expect(ada.lastInvoice).toMatchObject({
      status: 'open',
      dunningSlot: 1,
      nextAttemptAt: utc('2026-01-13'),
      attemptCount: 1,
    });
    expect(ada.subscription.status).toBe('past_due');
  });

  test('S15: it uses a due slot, so the slot is not delayed', () => {
    const ada = customer();
    ada.now = utc('2026-01-13 10:00');
    ada.payNow();
    expect(ada.lastInvoice).toMatchObject({ dunningSlot: 2, nextAttemptAt: utc('2026-01-18 10:00') });
  });

  test('also after a hard decline: the customer may have solved the problem', () => {
    const ada = customer({ attempts: [anAttempt({ status: 'declined', declineCode: 'authentication_required' })] });
    expect(ada.payNow().ok).toBe(true);
  });

  test('a written-off receipt can be paid late', () => {
    expect(customer({ invoices: [anInvoice({ status: 'uncollectible' })] }).payNow().ok).toBe(true);
  });
});

test.each<[string, string, Partial<BillingState>, string, number | undefined]>([
  ['of another account, or unknown', 'NOT_FOUND', {}, 'inv_other', undefined],
  ['paid', 'ALREADY_PAID', { invoices: [anInvoice({ status: 'paid' })] }, 'inv_1', undefined],
  ['void', 'ALREADY_PAID', { invoices: [anInvoice({ status: 'void' })] }, 'inv_1', undefined],
  ['undecided', 'OPERATION_IN_PROGRESS', { attempts: [anAttempt({ status: 'processing' })] }, 'inv_1', undefined],
  [
    'outside the card countries',
    'CARD_COUNTRY_UNSUPPORTED',
    { billTo: anAddress({ country: 'GB' }) },
    'inv_1',
    undefined,
  ],
  ['without a card', 'PAYMENT_METHOD_REQUIRED', { card: null }, 'inv_1', undefined],
  ['without an address', 'PAYMENT_METHOD_REQUIRED', { billTo: null }, 'inv_1', undefined],
  ['a total other than shown', 'QUOTE_CHANGED', {}, 'inv_1', 32461],
])('[PM-09] refused: %s: %s', (_name, type, state, invoiceId, expected) => {
  const ada = customer(state);
  expect(payNow(ada.books, invoiceId, expected, ada.context, ada.now)).toMatchObject({ ok: false, type });
});

test('the amount shown is charged', () => {
  const ada = customer();
  expect(payNow(ada.books, 'inv_1', 32462, ada.context, ada.now).ok).toBe(true);
});

describe('credit that arrived meanwhile is used first', () => {
  const withCredit = (balanceCents: number) => customer({ account: anAccount({ balanceCents }) });

  test.each([
    // Balance, credit used, carried, charged to the card, balance afterwards.
    [-1000, 1000, 0, 31462, 0],
    [-32412, 32412, 0, 50, 0],
    [-32413, 32413, 49, null, 49],
    [-32462, 32462, 0, null, 0],
    [-40000, 32462, 0, null, -7538],
  ])('balance %i: %i', (balanceCents, creditAppliedCents, carriedCents, asked, after) => {
    const ada = withCredit(balanceCents);
    expect(ada.payNow()).toMatchObject({ ok: true, value: { attemptId: asked === null ? null : expect.any(String) } });
    expect(ada.undecided.map((attempt) => attempt.amountCents)).toEqual(asked === null ? [] : [asked]);
    expect(ada.lastInvoice).toMatchObject({
      status: asked === null ? 'paid' : 'open',
      creditAppliedCents,
      carriedCents,
      amountDueCents: asked ?? 0,
      balanceAfterCents: after,
    });
    expect(ada.books.account.balanceCents).toBe(after);
    expect(ada.subscription.status).toBe(asked === null ? 'active' : 'past_due');
  });

  test.each<[string, Partial<BillingState>]>([
    ['no card', { card: null }],
    ['an address where cards are not accepted', { billTo: anAddress({ country: 'DE' }) }],
  ])('all of it: also %s', (_case, state) => {
    const paid = customer({ ...state, account: anAccount({ balanceCents: -32462 }) });
    expect(paid.payNow()).toMatchObject({ ok: true, value: { attemptId: null } });
    expect(paid.lastInvoice.status).toBe('paid');
    expect(customer({ ...state, account: anAccount({ balanceCents: -1000 }) }).payNow().ok).toBe(false);
  });

  test('several times, each with its own entry', () => {
    const ada = withCredit(-1000);
    for (const more of [-500, -200]) {
      ada.payNow();
      ada.answer(declinedOutcome());
      ada.change({ account: { ...ada.books.account, balanceCents: more } });
    }
    ada.payNow();
    expect(ada.lastInvoice).toMatchObject({ creditAppliedCents: 1700, amountDueCents: 30762 });
    const keys = ada.books.ledger.map((row) => [row.kind, row.refId, row.seq, row.debit, row.credit].join());
    expect(keys).toHaveLength(3);
    expect(new Set(keys).size).toBe(3);
  });

  test('also cents, on an invoice that collected a small debit', () => {
    const collected = anInvoice({ creditAppliedCents: -6, amountDueCents: 32468 });
    const ada = customer({ account: anAccount({ balanceCents: -3 }), invoices: [collected] });
    ada.payNow();
    ada.answer(declinedOutcome());
    ada.change({ account: { ...ada.books.account, balanceCents: -2 } });
    ada.payNow();
    expect(ada.lastInvoice).toMatchObject({ creditAppliedCents: -1, amountDueCents: 32463 });
    expect(new Set(ada.books.ledger.map((row) => `${row.kind} ${row.seq}`)).size).toBe(2);
  });

  test('a small debit is not added', () => {
    const ada = withCredit(6);
    ada.payNow();
    expect(ada.undecided).toMatchObject([{ amountCents: 32462 }]);
    expect(ada.books.account.balanceCents).toBe(6);
  });

  test('a refused payment uses no credit', () => {
    const ada = withCredit(-1000);
    expect(payNow(ada.books, 'inv_1', 32462, ada.context, ada.now)).toMatchObject({
      type: 'QUOTE_CHANGED',
      detail: { amountDueCents: 31462 },
    });
    expect(ada.books.account.balanceCents).toBe(-1000);
  });
});
