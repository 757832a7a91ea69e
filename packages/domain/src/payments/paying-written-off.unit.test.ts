import { describe, expect, test } from 'vitest';
import { refuseOperator } from '../operator-refusal.ts';
import { chargedToNewCardCents, paymentsDue } from '../renewals/payments-due.ts';
import type { BillingState, LedgerEntry } from '../state/entities.ts';
import { aCard, anAddress } from '../testing/builders.ts';
import { Customer, declinedOutcome, erroredOutcome, succeededOutcome } from '../testing/customer.ts';
import { brokenInvariants } from '../testing/invariants.ts';
import { days, utc } from '../testing/moments.ts';
import { payNow } from './pay-now.ts';
import type { AttemptOutcome } from './settle.ts';

const brokenOf = (ada: Customer) => brokenInvariants(ada.books, ada.catalogue, ada.settings);
const rows = (ledger: readonly LedgerEntry[]) =>
  ledger.map(({ debit, credit, amountCents }) => `${debit} ← ${credit} ${amountCents}`);

/** 3220 of a renewal were written off. Credit was granted later and is on the balance. */
const givenUp = (creditCents: number): Customer => {
  const ada = new Customer(utc('2026-01-10'));
  ada.buy('pln_drive_starter_monthly');
  ada.advanceTo(utc('2026-02-11'), () => declinedOutcome());
  ada.writeOff();
  if (creditCents > 0) ada.grant(creditCents);
  expect(ada.lastInvoice).toMatchObject({ status: 'uncollectible', creditAppliedCents: 0, amountDueCents: 3220 });
  expect(ada.books.account.balanceCents).toBe(-creditCents);
  return ada;
};

/** Ledger entries made by `act`. */
const entriesOf = (ada: Customer, act: () => void) => {
  const before = ada.books.ledger.length;
  act();
  return rows(ada.books.ledger.slice(before));
};

describe('[PM-09] [I4] credit pays a written-off receipt before the card', () => {
  test.each([
    // Credit, used, carried, charged to the card, balance afterwards.
    [1000, 1000, 0, 2220, 0],
    [3170, 3170, 0, 50, 0],
    [3171, 3171, 49, 0, 49],
    [3220, 3220, 0, 0, 0],
    [4000, 3220, 0, 0, -780],
  ])('credit %i', (creditCents, used, carried, asked, after) => {
    const ada = givenUp(creditCents);
    expect(paymentsDue(ada.books, ada.context)).toMatchObject([
      { creditCents: used, amountDueCents: asked, writtenOff: true },
    ]);
    const back = used + carried;
    const byCredit = entriesOf(ada, () => ada.payNow());
    expect(byCredit).toEqual([`receivable ← write_off ${back}`, `customer_credit ← receivable ${back}`]);
    expect(ada.undecided.map(({ amountCents }) => amountCents)).toEqual(asked === 0 ? [] : [asked]);
    expect(ada.lastInvoice).toMatchObject({
      status: asked === 0 ? 'paid' : 'uncollectible',
      creditAppliedCents: used,
      carriedCents: carried,
      amountDueCents: asked,
      balanceAfterCents: after,
    });
    expect(brokenOf(ada)).toEqual([]);
    if (asked > 0)
      expect(entriesOf(ada, () => ada.answer(succeededOutcome))).toEqual([
        `receivable ← write_off ${asked}`,
        `cash ← receivable ${asked}`,
      ]);
    expect(ada.lastInvoice.status).toBe('paid');
    expect(ada.subscription).toMatchObject({ status: 'canceled', endReason: 'unpaid' });
    const mails = ada.books.mails.filter(({ template }) => template === 'receipt');
    expect(mails).toHaveLength(2);
    expect(mails.map(({ facts }) => facts)).toEqual([{}, { isOfEndedPlan: true }]); // the purchase, then the debt
    expect(ada.books.account.balanceCents).toBe(after);
    expect(brokenOf(ada)).toEqual([]);
  });

  test.each<[string, Partial<BillingState>]>([
    ['no card', { card: null }],
    ['an address where cards are not accepted', { billTo: anAddress({ country: 'DE' }) }],
  ])('all of it: also %s', (_case, state) => {
    const ada = givenUp(3220);
    ada.change(state);
    expect(ada.payNow()).toMatchObject({ ok: true, value: { attemptId: null } });
    expect(ada.lastInvoice.status).toBe('paid');
  });

  test('I26: only for the amount shown', () => {
    const ada = givenUp(1000);
    const pay = (cents: number) => payNow(ada.books, ada.lastInvoice.id, cents, ada.context, ada.now);
    expect(pay(3220)).toMatchObject({ type: 'QUOTE_CHANGED', detail: { amountDueCents: 2220 } });
    expect(pay(2220).ok).toBe(true);
  });

  test('only a payment by the customer uses it: not granted credit, not a new card, not time', () => {
    const ada = givenUp(1000);
    ada.grant(500);
    expect(chargedToNewCardCents(ada.books, ada.context)).toBe(0);
    ada.advanceTo(ada.now + days(60));
    expect(ada.lastInvoice.amountDueCents).toBe(3220);
    expect(ada.books.account.balanceCents).toBe(-1500);
  });
});

describe('[INV-10] a payment that fails uses the credit once', () => {
  test.each<[string, AttemptOutcome]>([
    ['declined', declinedOutcome()],
    ['proven absent', erroredOutcome],
    ['challenge left', { kind: 'canceled', intentRef: 'pi_1' }],
  ])('%s: as for an open invoice the credit stays used, and the rest stays written off', (_case, outcome) => {
    const ada = givenUp(1000);
    ada.payNow();
    const failing = entriesOf(ada, () => ada.answer(outcome));
    expect(failing).toEqual([]);
    expect(ada.lastInvoice).toMatchObject({ status: 'uncollectible', creditAppliedCents: 1000, amountDueCents: 2220 });
    expect(ada.books.account.balanceCents).toBe(0);
    expect(brokenOf(ada)).toEqual([]);

    ada.grant(200);
    ada.change({ card: aCard({ id: 'pm_2' }) });
    ada.payNow();
    expect(ada.undecided).toMatchObject([{ amountCents: 2020 }]);
    ada.answer(succeededOutcome);
    expect(ada.lastInvoice).toMatchObject({ status: 'paid', creditAppliedCents: 1200 });
    const keys = ada.books.ledger.map(({ kind, refId, seq, debit, credit }) =>
      [kind, refId, seq, debit, credit].join(),
    );
    expect(new Set(keys).size).toBe(keys.length);
    expect(brokenOf(ada)).toEqual([]);
  });

  test('undecided: a second payment is refused and uses none', () => {
    const ada = givenUp(1000);
    ada.payNow();
    const { books } = ada;
    expect(ada.payNow()).toMatchObject({ ok: false, type: 'OPERATION_IN_PROGRESS' });
    expect(ada.voidInvoice()).toEqual(refuseOperator('not_open'));
    expect(ada.books).toBe(books);
  });

  test('an answer that arrives twice is booked once', () => {
    const ada = givenUp(1000);
    ada.payNow();
    const [attempt] = ada.undecided;
    ada.answer(succeededOutcome);
    expect(entriesOf(ada, () => ada.answer(succeededOutcome, attempt?.id))).toEqual([]);
  });
});

describe('afterwards', () => {
  test('[PY-06] the amount paid by card is refunded with its tax, and no more', () => {
    const ada = givenUp(1000);
    ada.payNow();
    ada.answer(succeededOutcome);
    const refunded = ada.refund();
    expect(refunded).toMatchObject({ ok: true, value: { refund: { amountCents: 2220, taxCents: 169 } } });
    expect(ada.refund(1)).toEqual(refuseOperator('nothing_left'));
    expect(brokenOf(ada)).toEqual([]);
  });

  test('[S22] closing the account leaves the rest written off, and the credit', () => {
    const ada = givenUp(1000);
    ada.payNow();
    ada.answer(declinedOutcome());
    ada.grant(300);
    expect(ada.close().ok).toBe(true);
    expect(ada.lastInvoice).toMatchObject({ status: 'uncollectible', amountDueCents: 2220 });
    expect(ada.books.account.balanceCents).toBe(-300);
    expect(brokenOf(ada)).toEqual([]);
  });
});
