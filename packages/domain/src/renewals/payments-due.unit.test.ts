import { describe, expect, test } from 'vitest';
import { payNow } from '../payments/pay-now.ts';
import type { BillingState } from '../state/entities.ts';
import { anAccount, anAttempt, anInvoice, aSubscription } from '../testing/builders.ts';
import { Customer, declinedOutcome, succeededOutcome } from '../testing/customer.ts';
import { utc } from '../testing/moments.ts';
import { chargedToNewCardCents, paymentsDue } from './payments-due.ts';

const first = anInvoice({ id: 'inv_1', finalizedAt: utc('2026-01-10') });
const second = anInvoice({
  id: 'inv_2',
  finalizedAt: utc('2026-01-11'),
  subscriptionId: 'sub_2',
  amountDueCents: 1000,
});

const customer = (balanceCents: number, state: Partial<BillingState> = {}) =>
  new Customer(utc('2026-01-12'), {
    account: anAccount({ balanceCents }),
    subscriptions: [
      aSubscription({ status: 'past_due' }),
      aSubscription({ id: 'sub_2', status: 'past_due', product: 'scope' }),
    ],
    invoices: [second, first],
    ...state,
  });

describe('[PM-09] credit and card for each receipt, oldest first', () => {
  test.each([
    // Balance; first receipt: credit, card; second receipt: credit, card; charge to a new card.
    [0, [0, 32462], [0, 1000], 33462],
    // A small debit from before is not collected here.
    [6, [0, 32462], [0, 1000], 33462],
    [-1000, [1000, 31462], [0, 1000], 32462],
    [-32462, [32462, 0], [0, 1000], 1000],
    // 12 cents are carried, so the second receipt takes none of them.
    [-32450, [32450, 0], [0, 1000], 1000],
    [-33000, [32462, 0], [538, 462], 462],
    [-33450, [32462, 0], [988, 0], 0],
    [-40000, [32462, 0], [1000, 0], 0],
  ])('balance %i', (balanceCents, [credit1, card1], [credit2, card2], newCard) => {
    const ada = customer(balanceCents);
    expect(paymentsDue(ada.books, ada.context)).toEqual([
      { invoiceId: 'inv_1', creditCents: credit1, amountDueCents: card1, writtenOff: false },
      { invoiceId: 'inv_2', creditCents: credit2, amountDueCents: card2, writtenOff: false },
    ]);
    expect(chargedToNewCardCents(ada.books, ada.context)).toBe(newCard);
  });

  test('I26: the amounts shown are charged, one after the other', () => {
    const ada = customer(-33000);
    for (const { invoiceId, amountDueCents } of paymentsDue(ada.books, ada.context)) {
      const paid = payNow(ada.books, invoiceId, amountDueCents, ada.context, ada.now);
      expect(paid).toMatchObject({ ok: true });
      if (paid.ok) ada.store(paid.value.writes);
      if (ada.undecided.length > 0) ada.answer(succeededOutcome);
    }
    expect(ada.books.allInvoices.map(({ status }) => status)).toEqual(['paid', 'paid']);
  });

  test('of the same instant: by id, as granted credit pays them', () => {
    const twins = ['inv_b', 'inv_a'].map((id) => anInvoice({ id, subscriptionId: `sub_${id}` }));
    const ada = customer(-100, { invoices: twins });
    expect(paymentsDue(ada.books, ada.context).map(({ creditCents }) => creditCents)).toEqual([100, 0]);
    expect(paymentsDue(ada.books, ada.context)[0]?.invoiceId).toBe('inv_a');
  });
});

test('[PM-09] a written-off debt comes after unpaid periods and takes the credit that is left', () => {
  const given = { ...first, status: 'uncollectible', overdueAt: utc('2026-01-11') } as const;
  const ada = customer(-1500, { invoices: [given, second] });
  expect(paymentsDue(ada.books, ada.context)).toEqual([
    { invoiceId: 'inv_2', creditCents: 1000, amountDueCents: 0, writtenOff: false },
    { invoiceId: 'inv_1', creditCents: 500, amountDueCents: 31962, writtenOff: true },
  ]);
});

describe('[PY-05] undecided payments are not offered', () => {
  const asked = { invoiceId: 'inv_1', status: 'requires_action', gatewayIntentRef: 'pi_1', leaseUntil: null } as const;

  test('an undecided payment takes no credit from the next receipt', () => {
    const ada = customer(-400, { attempts: [anAttempt({ invoiceId: 'inv_1', status: 'processing' })] });
    expect(paymentsDue(ada.books, ada.context)).toMatchObject([
      { invoiceId: 'inv_2', creditCents: 400, amountDueCents: 600 },
    ]);
    expect(chargedToNewCardCents(ada.books, ada.context)).toBe(600);
  });

  test('an overdue one is offered: paying it again ends the challenge', () => {
    const overdue = { ...first, overdueAt: utc('2026-01-11') };
    const ada = customer(0, { invoices: [overdue], attempts: [anAttempt(asked)] });
    expect(paymentsDue(ada.books, ada.context)).toMatchObject([{ invoiceId: 'inv_1', amountDueCents: 32462 }]);
  });

  test.each(['open', 'uncollectible'] as const)(
    'an overdue receipt with an undecided payment is not offered, also if it is %s',
    (status) => {
      const overdue = { ...first, status, overdueAt: utc('2026-01-11') };
      const attempts = [anAttempt({ invoiceId: 'inv_1', status: 'processing' })];
      const ada = customer(-400, { invoices: [overdue, second], attempts });
      expect(paymentsDue(ada.books, ada.context)).toMatchObject([
        { invoiceId: 'inv_2', creditCents: 400, amountDueCents: 600 },
      ]);
    },
  );

  test('an order that is canceled for it returns its credit first', () => {
    const order = anInvoice({ id: 'inv_3', reason: 'create', subscriptionId: 'sub_3', creditAppliedCents: 500 });
    const ada = customer(0, {
      invoices: [second, { ...order, amountDueCents: 31962 }],
      subscriptions: [aSubscription({ id: 'sub_3', status: 'incomplete', product: 'iot' })],
      attempts: [anAttempt({ ...asked, invoiceId: 'inv_3', onSession: true })],
    });
    expect(paymentsDue(ada.books, ada.context)).toMatchObject([
      { invoiceId: 'inv_2', creditCents: 500, amountDueCents: 500 },
    ]);
  });

  test('a declined payment can be made again', () => {
    const ada = customer(0, { invoices: [first] });
    ada.payNow('inv_1');
    expect(paymentsDue(ada.books, ada.context)).toEqual([]);
    ada.answer(declinedOutcome());
    expect(paymentsDue(ada.books, ada.context)).toHaveLength(1);
  });
});
