import { describe, expect, test } from 'vitest';
import type { AttemptOutcome } from '../payments/settle.ts';
import type { LedgerEntry } from '../state/entities.ts';
import { isEntitled } from '../state/status.ts';
import { anAccount, aTrial } from '../testing/builders.ts';
import { Customer, declinedOutcome, succeededOutcome } from '../testing/customer.ts';
import { always, calls, renewing } from '../testing/late-renewals.ts';
import { text, utc } from '../testing/moments.ts';

const books = (rows: readonly LedgerEntry[]) => rows.map((row) => `${row.debit} ← ${row.credit} ${row.amountCents}`);

describe('D14: a never-paid subscription owes nothing and is not entitled', () => {
  const trialEnded = (outcome: AttemptOutcome, until: string) => {
    const ada = new Customer(utc('2026-01-24'), {
      subscriptions: [aTrial({ transitionAtEnd: true })],
      account: anAccount({ balanceCents: -100 }),
    });
    ada.advanceTo(utc(until), always(outcome));
    return ada;
  };

  test('past due and not entitled, then canceled on day 15, the invoice void', () => {
    const ada = trialEnded(declinedOutcome(), '2026-02-07');
    expect(ada.subscription).toMatchObject({ status: 'past_due', everPaid: false });
    expect(isEntitled(ada.subscription)).toBe(false);
    expect(ada.books.account.balanceCents).toBe(0);
    ada.advanceTo(utc('2026-12-31'), always(declinedOutcome()));
    expect(ada.subscription).toMatchObject({
      status: 'canceled',
      endReason: 'payment_failed',
      endedAt: utc('2026-02-08'),
    });
    expect(ada.lastInvoice).toMatchObject({ status: 'void', nextAttemptAt: null, overdueAt: null });
    expect(ada.books.account.balanceCents).toBe(-100);
    expect(calls(ada)).toHaveLength(4);
  });

  test('a successful retry makes it a paid one', () => {
    const ada = trialEnded(declinedOutcome(), '2026-01-25');
    ada.advanceTo(utc('2026-02-01'));
    expect(ada.subscription).toMatchObject({ status: 'active', everPaid: true });
  });
});

describe('S16: a suspended subscription is paid', () => {
  const suspended = () => {
    const ada = renewing();
    ada.advanceTo(utc('2026-03-26'), always(declinedOutcome()));
    expect(ada.subscription).toMatchObject({ status: 'suspended', suspendedAt: utc('2026-03-16') });
    return ada;
  };

  test('its period and the dates of the invoice move by the suspended time, the amounts do not', () => {
    const ada = suspended();
    const before = ada.lastInvoice;
    ada.payNow();
    ada.answer(succeededOutcome);
    expect(ada.subscription).toMatchObject({
      status: 'active',
      suspendedAt: null,
      billingAnchor: utc('2026-03-11'), // 10 days later
      cycleIndex: 0,
      currentPeriodStart: utc('2026-03-11'),
      currentPeriodEnd: utc('2026-04-11'),
    });
    expect(ada.lastInvoice).toEqual({
      ...before,
      status: 'paid',
      paidAt: utc('2026-03-26'),
      attemptCount: 5,
      periodStart: utc('2026-03-11'),
      periodEnd: utc('2026-04-11'),
    });
    expect(ada.writes?.movedInvoices).toEqual([
      { invoiceId: before.id, periodStart: utc('2026-03-11'), periodEnd: utc('2026-04-11') },
    ]);
    expect(ada.books.creditableLines.map((line) => [text(line.periodStart), text(line.periodEnd)])).toEqual([
      ['2026-03-11', '2026-04-11'],
    ]);
    expect(text(ada.books.account.nextActionAt)).toBe('2026-04-11');
  });

  test('a declined attempt changes nothing', () => {
    const ada = suspended();
    ada.payNow();
    ada.answer(declinedOutcome());
    expect(ada.subscription.status).toBe('suspended');
    expect(ada.lastInvoice).toMatchObject({ status: 'open', overdueAt: utc('2026-03-16'), nextAttemptAt: null });
    expect(text(ada.books.account.nextActionAt)).toBe('2026-04-15');
  });

  test('S17 waits while a payment is undecided: an invoice that may be paid is not written off', () => {
    const ada = suspended();
    ada.now = utc('2026-04-14 23:00');
    ada.payNow();
    ada.now = utc('2026-04-15 01:00');
    expect(ada.run().action).toBeNull();
    ada.answer(succeededOutcome);
    expect(ada.subscription.status).toBe('active');
    expect(ada.lastInvoice.status).toBe('paid');
  });

  test('S17, then paid late: the write-off is reversed, the subscription stays ended', () => {
    const ada = suspended();
    ada.advanceTo(utc('2026-05-01'), always(declinedOutcome()));
    expect(ada.payNow().ok).toBe(true);
    ada.answer(succeededOutcome);
    expect(ada.lastInvoice).toMatchObject({ status: 'paid', paidAt: utc('2026-05-01') });
    expect(ada.subscription).toMatchObject({ status: 'canceled', endReason: 'unpaid' });
    expect(books(ada.books.ledger).slice(2)).toEqual([
      'write_off ← receivable 3220',
      'receivable ← write_off 3220',
      'cash ← receivable 3220',
    ]);
  });
});
