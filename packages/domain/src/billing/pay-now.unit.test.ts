import { describe, expect, test } from 'vitest';
import { anAddress, anAttempt, anInvoice, aSubscription, at } from '../testing/builders.ts';
import { Customer, declined, succeeded } from '../testing/customer.ts';
import type { BillingState } from './entities.ts';
import { payNow } from './pay-now.ts';

const pastDue: Partial<BillingState> = {
  subscriptions: [aSubscription({ status: 'past_due' })],
  invoices: [anInvoice({ dunningSlot: 1, nextAttemptAt: at('2026-01-13') })],
  attempts: [anAttempt({ status: 'declined' })],
};

const customer = (state: Partial<BillingState> = {}) => new Customer(at('2026-01-11'), { ...pastDue, ...state });

describe('[PM-09] an unpaid receipt can be paid at once', () => {
  test('by one more attempt with the customer there', () => {
    const ada = customer();
    expect(ada.payNow()).toMatchObject({ ok: true, value: { attemptId: ada.undecided[0]?.id } });
    expect(ada.undecided).toMatchObject([{ attemptNo: 2, onSession: true, amountCents: 32462 }]);
    ada.answer(succeeded);
    expect(ada.subscription.status).toBe('active');
    expect(ada.lastInvoice.status).toBe('paid');
  });

  test('I20: it is no slot: declined, the timetable is unchanged', () => {
    const ada = customer();
    ada.payNow();
    ada.answer(declined());
    expect(ada.lastInvoice).toMatchObject({
      status: 'open',
      dunningSlot: 1,
      nextAttemptAt: at('2026-01-13'),
      attemptCount: 1,
    });
    expect(ada.subscription.status).toBe('past_due');
  });

  test('also after a hard decline: the customer may know more than the last answer', () => {
    const ada = customer({ attempts: [anAttempt({ status: 'declined', declineCode: 'authentication_required' })] });
    expect(ada.payNow().ok).toBe(true);
  });

  test('a written-off one may be paid late', () => {
    expect(customer({ invoices: [anInvoice({ status: 'uncollectible' })] }).payNow().ok).toBe(true);
  });
});

test.each<[string, string, Partial<BillingState>, string, number | undefined]>([
  ['of somebody else, or of nobody', 'NOT_FOUND', {}, 'inv_other', undefined],
  ['paid', 'ALREADY_PAID', { invoices: [anInvoice({ status: 'paid' })] }, 'inv_1', undefined],
  ['void', 'ALREADY_PAID', { invoices: [anInvoice({ status: 'void' })] }, 'inv_1', undefined],
  ['undecided', 'OPERATION_IN_PROGRESS', { attempts: [anAttempt({ status: 'processing' })] }, 'inv_1', undefined],
  ['abroad', 'CARD_COUNTRY_UNSUPPORTED', { billTo: anAddress({ country: 'GB' }) }, 'inv_1', undefined],
  ['without a card', 'PAYMENT_METHOD_REQUIRED', { card: null }, 'inv_1', undefined],
  ['without an address', 'PAYMENT_METHOD_REQUIRED', { billTo: null }, 'inv_1', undefined],
  ['another total than shown', 'QUOTE_CHANGED', {}, 'inv_1', 32461],
])('[PM-09] refused: %s: %s', (_name, type, state, invoiceId, expected) => {
  const ada = customer(state);
  expect(payNow(ada.books, invoiceId, expected, ada.context, ada.now)).toMatchObject({ ok: false, type });
});

test('the total that was shown is charged', () => {
  const ada = customer();
  expect(payNow(ada.books, 'inv_1', 32462, ada.context, ada.now).ok).toBe(true);
});
