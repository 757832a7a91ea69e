import { describe, expect, test } from 'vitest';
import { refuseOperator } from '../operator-refusal.ts';
import { Customer, declinedOutcome } from '../testing/customer.ts';
import { brokenInvariants } from '../testing/invariants.ts';
import { days, utc } from '../testing/moments.ts';

const brokenOf = (ada: Customer) => brokenInvariants(ada.books, ada.catalogue, ada.settings);

/** Customer whose renewal failed: 3220 open, `past_due` for `later` days. */
const lateCustomer = (later = 1): Customer => {
  const ada = new Customer(utc('2026-01-10'));
  ada.buy('pln_drive_starter_monthly');
  ada.advanceTo(utc('2026-02-10') + days(later), () => declinedOutcome());
  return ada;
};

describe('an operator voids an invoice', () => {
  test.each([
    ['past due', 1, 'past_due'],
    ['suspended', 20, 'suspended'],
  ] as const)('%s: nothing is owed, and the subscription that waits for it ends', (_title, later, before) => {
    const ada = lateCustomer(later);
    expect(ada.subscription.status).toBe(before);
    expect(ada.voidInvoice().ok).toBe(true);
    expect(ada.lastInvoice).toMatchObject({ status: 'void', nextAttemptAt: null });
    expect(ada.subscription).toMatchObject({ status: 'canceled', endReason: 'removed', suspendedAt: null });
    expect(ada.books.events.at(-1)).toMatchObject({ type: 'canceled', actor: 'operator' });
    expect(ada.books.mails.at(-1)?.template).toBe('subscription_ended');
    expect(ada.writes?.account.nextActionAt).toBeNull();
    expect(brokenOf(ada)).toEqual([]);
  });

  test('its credit returns', () => {
    const ada = lateCustomer();
    ada.grant(1000);
    expect(ada.books.account.balanceCents).toBe(0);
    ada.voidInvoice();
    expect(ada.books.account.balanceCents).toBe(-1000);
    expect(brokenOf(ada)).toEqual([]);
  });
});

describe('an operator writes an invoice off (S17)', () => {
  test('the debt is booked as a loss, and the subscription ends', () => {
    const ada = lateCustomer();
    ada.writeOff();
    expect(ada.lastInvoice).toMatchObject({ status: 'uncollectible', amountDueCents: 3220 });
    expect(ada.books.ledger.at(-1)).toMatchObject({ debit: 'write_off', credit: 'receivable', amountCents: 3220 });
    expect(ada.subscription).toMatchObject({ status: 'canceled', endReason: 'unpaid' });
    expect(brokenOf(ada)).toEqual([]);
  });

  test('[PM-09] paid later, the write-off is reversed first; the subscription stays ended', () => {
    const ada = lateCustomer();
    ada.writeOff();
    expect(ada.payNow().ok).toBe(true);
    ada.answer({ kind: 'succeeded', intentRef: 'pi_2', chargeRef: 'ch_2' });
    expect(ada.books.ledger.slice(-2)).toMatchObject([
      { debit: 'receivable', credit: 'write_off', amountCents: 3220 },
      { debit: 'cash', credit: 'receivable', amountCents: 3220 },
    ]);
    expect([ada.lastInvoice.status, ada.subscription.status]).toEqual(['paid', 'canceled']);
    expect(brokenOf(ada)).toEqual([]);
  });
});

describe('both are refused', () => {
  const paidCustomer = () => {
    const ada = new Customer(utc('2026-01-10'));
    ada.buy('pln_drive_starter_monthly');
    return ada;
  };
  const askedCustomer = () => {
    const ada = lateCustomer();
    ada.payNow();
    return ada;
  };
  const writtenOffCustomer = () => {
    const ada = lateCustomer();
    ada.writeOff();
    return ada;
  };
  test.each([
    ['a paid one', paidCustomer, 'not_found'],
    ['one whose payment is undecided (INV-12)', askedCustomer, 'undecided'],
    ['a written-off invoice', writtenOffCustomer, 'not_open'],
  ] as const)('for %s', (_title, make, refusal) => {
    const ada = make();
    const { books } = ada;
    expect(ada.voidInvoice()).toEqual(refuseOperator(refusal));
    expect(ada.writeOff()).toEqual(refuseOperator(refusal));
    expect(ada.books).toBe(books);
  });
});

describe('granted credit', () => {
  test('stays on the balance, and the next invoice uses it before the card', () => {
    const ada = new Customer(utc('2026-01-10'));
    ada.grant(5000);
    expect(ada.books.ledger).toMatchObject([{ debit: 'goodwill', credit: 'customer_credit', amountCents: 5000 }]);
    ada.buy('pln_drive_starter_monthly');
    expect([ada.lastInvoice.creditAppliedCents, ada.books.account.balanceCents]).toEqual([3220, -1780]);
    expect(brokenOf(ada)).toEqual([]);
  });

  test.each([
    ['past due', 1],
    ['suspended', 20],
  ])('enough for an open invoice: it is paid and the service resumes: %s', (_title, later) => {
    const ada = lateCustomer(later);
    ada.grant(3300);
    expect([ada.lastInvoice.status, ada.subscription.status]).toEqual(['paid', 'active']);
    expect(ada.books.account.balanceCents).toBe(-80);
    expect(brokenOf(ada)).toEqual([]);
  });

  test('skips an invoice whose payment is undecided (INV-12)', () => {
    const ada = lateCustomer();
    ada.payNow();
    ada.grant(3300);
    expect([ada.lastInvoice.status, ada.books.account.balanceCents]).toEqual(['open', -3300]);
    expect(brokenOf(ada)).toEqual([]);
  });

  test('is refused for 0 and for a closed account', () => {
    const ada = new Customer(utc('2026-01-10'));
    expect(ada.grant(0)).toEqual(refuseOperator('amount_not_positive'));
    ada.change({ account: { ...ada.books.account, status: 'closed' } });
    expect(ada.grant(5)).toEqual(refuseOperator('account_closed'));
  });
});
