import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { refuseOperator } from '../operator-refusal.ts';
import type { Refund } from '../state/entities.ts';
import { aContext, anAttempt, anInvoice, aState } from '../testing/builders.ts';
import { Customer, takenRefund } from '../testing/customer.ts';
import { brokenInvariants } from '../testing/invariants.ts';
import { days, utc } from '../testing/moments.ts';
import {
  bookGatewayRefund,
  type PaymentToRefund,
  refundableCents,
  reverseRefund,
  settleRefund,
  startRefund,
} from './refund.ts';

const aPayment = (overrides: Partial<PaymentToRefund> = {}): PaymentToRefund => ({
  invoice: anInvoice({ status: 'paid' }),
  attempt: anAttempt({ status: 'succeeded', gatewayChargeRef: 'ch_1' }),
  refunds: [],
  chargedCents: 29_988,
  creditedCents: 0,
  lostCents: 0,
  taxKeptCents: 2474,
  ...overrides,
});

const aRefund = (amountCents: number, taxCents: number, overrides: Partial<Refund> = {}): Refund => ({
  id: `ref_${amountCents}`,
  accountId: 'acc_1',
  attemptId: 'att_1',
  amountCents,
  taxCents,
  status: 'succeeded',
  gatewayRef: 're_1',
  errorMessage: null,
  leaseUntil: null,
  sentAt: utc('2026-02-01'),
  decidedAt: utc('2026-02-01'),
  ...overrides,
});

const begin = (payment: PaymentToRefund, amountCents: number | null) =>
  startRefund(aState(), payment, amountCents, aContext(), utc('2026-02-01'));

describe('tax in a refund', () => {
  const first = aRefund(10_000, 762);
  const second = aRefund(10_000, 762);
  test.each([
    ['the whole payment gives all of its tax back', [], null, 32_462, 2474],
    ['a part gives its share back, rounded', [], 10_000, 10_000, 762],
    ['the last part takes the rest', [first, second], null, 12_462, 950],
    ['a failed refund does not count', [aRefund(32_462, 2474, { status: 'failed' })], null, 32_462, 2474],
    ['one cent', [], 1, 1, 0],
  ])('%s', (_title, refunds, wanted, amountCents, taxCents) => {
    const started = begin(aPayment({ refunds }), wanted);
    expect(started.ok && started.value.refund).toMatchObject({ amountCents, taxCents, status: 'sending' });
  });

  test('[I9] tax given back as credit, at the rate of another place, is not refunded again', () => {
    const ada = new Customer(utc('2026-01-01'), { taxRatePpm: 0 });
    ada.buy('pln_drive_tier1_yearly');
    ada.change({ taxRatePpm: 100_000 });
    ada.buy('pln_drive_starter_yearly', { subscription: ada.subscription, quantity: 2 });
    const second = ada.lastInvoice;
    ada.now += days(12);
    ada.buy('pln_drive_starter_yearly', { subscription: ada.subscription });
    // All collected tax was given back with the smaller order.
    expect(ada.lastInvoice.taxCents).toBe(-second.taxCents);
    ada.refund(null, takenRefund, second);
    expect(ada.books.refunds).toMatchObject([{ status: 'succeeded', taxCents: 0 }]);
    expect(brokenInvariants(ada.books, ada.catalogue, ada.settings)).toEqual([]);
  });

  test('the part paid by credit is not refunded by card, nor is its tax', () => {
    const invoice = anInvoice({ status: 'paid', creditAppliedCents: 16_231, amountDueCents: 16_231 });
    const attempt = anAttempt({ status: 'succeeded', gatewayChargeRef: 'ch_1', amountCents: 16_231 });
    const started = begin(aPayment({ invoice, attempt }), null);
    expect(started.ok && started.value.refund).toMatchObject({ amountCents: 16_231, taxCents: 1237 });
  });

  test('a debit collected with it does not raise the tax that is refunded', () => {
    const invoice = anInvoice({ status: 'paid', creditAppliedCents: -40, amountDueCents: 32_502 });
    const attempt = anAttempt({ status: 'succeeded', gatewayChargeRef: 'ch_1', amountCents: 32_502 });
    const started = begin(aPayment({ invoice, attempt }), null);
    expect(started.ok && started.value.refund).toMatchObject({ amountCents: 32_502, taxCents: 2474 });
  });

  test('[INV-5] for any split, the parts of tax and revenue are never negative and add up', () => {
    const cuts = fc.array(fc.integer({ min: 1, max: 400 }), { minLength: 1, maxLength: 40 });
    fc.assert(
      fc.property(
        cuts,
        fc.integer({ min: 50, max: 2000 }),
        fc.integer({ min: 0, max: 500 }),
        (parts, net, perMille) => {
          const taxCents = Math.round((net * perMille) / 1000);
          const totalCents = net + taxCents;
          const money = { subtotalCents: net, taxCents, totalCents, amountDueCents: totalCents };
          const invoice = anInvoice({ status: 'paid', ...money });
          const attempt = anAttempt({ status: 'succeeded', gatewayChargeRef: 'ch_1', amountCents: totalCents });
          let refunds: Refund[] = [];
          for (const part of [...parts, null]) {
            const left = refundableCents(aPayment({ invoice, attempt, refunds }));
            if (left === 0) break;
            const started = begin(aPayment({ invoice, attempt, refunds }), part === null ? null : Math.min(part, left));
            if (!started.ok) throw new Error(started.type);
            const { refund } = started.value;
            expect(refund.taxCents).toBeGreaterThanOrEqual(0);
            expect(refund.taxCents).toBeLessThanOrEqual(refund.amountCents);
            refunds = [...refunds, { ...refund, status: 'succeeded' }];
          }
          expect(refunds.reduce((sum, refund) => sum + refund.amountCents, 0)).toBe(totalCents);
          expect(refunds.reduce((sum, refund) => sum + refund.taxCents, 0)).toBe(taxCents);
        },
      ),
      { seed: 20_260_110, numRuns: 500 },
    );
  });
});

describe('[BY-03] an amount that became account credit is not refunded as well', () => {
  const halfByCredit = {
    invoice: anInvoice({ status: 'paid', creditAppliedCents: 16_231, amountDueCents: 16_231 }),
    attempt: anAttempt({ status: 'succeeded', gatewayChargeRef: 'ch_1', amountCents: 16_231 }),
  };
  test.each<[string, Partial<PaymentToRefund>, number]>([
    ['not credited', {}, 32_462],
    ['all credited', { creditedCents: 29_988 }, 0],
    ['all lost in a dispute', { lostCents: 32_462 }, 0],
    ['a part lost in a dispute', { lostCents: 10_000 }, 22_462],
    ['half credited, with its tax', { creditedCents: 14_994 }, 16_231],
    ['half credited, a part refunded before', { creditedCents: 14_994, refunds: [aRefund(10_000, 762)] }, 6231],
    ['half credited, more refunded before', { creditedCents: 14_994, refunds: [aRefund(20_000, 1524)] }, 0],
    ['the part paid from earlier credit returns first', { ...halfByCredit, creditedCents: 14_994 }, 16_231],
    ['then the part paid by card', { ...halfByCredit, creditedCents: 22_491 }, 8115],
    ['all of an invoice paid by credit and card', { ...halfByCredit, creditedCents: 29_988 }, 0],
  ])('%s', (_title, overrides, cents) => {
    expect(refundableCents(aPayment(overrides))).toBe(cents);
  });

  test('a change to a cheaper plan, then all possible refunds: the customer has the payment back once', () => {
    const ada = new Customer(utc('2026-01-10'), { taxRatePpm: 0 });
    ada.buy('pln_drive_ultimate_yearly');
    const first = ada.lastInvoice;
    ada.buy('pln_drive_starter_yearly', { subscription: ada.subscription });
    expect(ada.books.account.balanceCents).toBe(29_988 - 89_964);
    expect(ada.refund(null, takenRefund, first)).toEqual(refuseOperator('nothing_left'));
    expect(ada.refund(1, takenRefund, first)).toEqual(refuseOperator('nothing_left'));
  });

  test('a change to a more expensive plan: each payment is refundable up to its remaining part', () => {
    const ada = new Customer(utc('2026-01-10'), { taxRatePpm: 0 });
    ada.buy('pln_drive_starter_yearly');
    const first = ada.lastInvoice;
    ada.buy('pln_drive_ultimate_yearly', { subscription: ada.subscription });
    expect(ada.refund(null, takenRefund, first)).toEqual(refuseOperator('nothing_left'));
    const started = ada.refund();
    expect(started.ok && started.value.refund.amountCents).toBe(89_964 - 29_988);
    expect(brokenInvariants(ada.books, ada.catalogue, ada.settings)).toEqual([]);
  });
});

describe('refusals', () => {
  const declinedAttempt = anAttempt({ status: 'declined' });
  test.each([
    ['nothing was paid', aPayment({ attempt: declinedAttempt }), null, 'not_paid'],
    ['another refund is undecided', aPayment({ refunds: [aRefund(5, 0, { status: 'sending' })] }), 5, 'undecided'],
    ['all was refunded', aPayment({ refunds: [aRefund(32_462, 2474)] }), null, 'nothing_left'],
    ['no amount', aPayment(), 0, 'amount_not_positive'],
    ['a negative amount', aPayment(), -5, 'amount_not_positive'],
  ] as const)('%s', (_title, payment, wanted, refusal) => {
    expect(begin(payment, wanted)).toEqual(refuseOperator(refusal));
  });

  test('more than is left: the refusal has both amounts', () => {
    const amounts = { leftCents: 462, requestedCents: 463 };
    expect(begin(aPayment({ refunds: [aRefund(32_000, 2439)] }), 463)).toEqual(
      refuseOperator('more_than_left', { amounts }),
    );
  });
});

describe('answer of the gateway', () => {
  test('[INV-4] the ledger changes when the money moved: revenue and tax are booked separately', () => {
    const ada = new Customer(utc('2026-01-10'));
    ada.buy('pln_drive_starter_yearly');
    ada.refund(10_000);
    expect(ada.books.ledger.slice(-2)).toMatchObject([
      { kind: 'refund.succeeded', debit: 'revenue', credit: 'cash', amountCents: 9238 },
      { kind: 'refund.succeeded', debit: 'tax_payable', credit: 'cash', amountCents: 762 },
    ]);
    expect(brokenInvariants(ada.books, ada.catalogue, ada.settings)).toEqual([]);
    // Ending the subscription is a separate decision.
    expect(ada.subscription.status).toBe('active');
  });

  test('a failed refund leaves the ledger, and can be tried again', () => {
    const ada = new Customer(utc('2026-01-10'));
    ada.buy('pln_drive_starter_yearly');
    const rows = ada.books.ledger.length;
    ada.refund(null, { kind: 'failed', message: 'the account is not set up' });
    expect(ada.books.refunds).toMatchObject([{ status: 'failed', errorMessage: 'the account is not set up' }]);
    expect(ada.books.ledger).toHaveLength(rows);
    expect(ada.refund().ok).toBe(true);
    expect(brokenInvariants(ada.books, ada.catalogue, ada.settings)).toEqual([]);
  });

  test('[INV-10] an answer that arrives twice is recorded once', () => {
    const refund = aRefund(32_462, 2474);
    const writes = settleRefund(aState(), refund, takenRefund, aContext());
    expect([writes.refunds, writes.ledger]).toEqual([[], []]);
  });
});

describe('a refund that the vendor made at the gateway', () => {
  const book = (payment: PaymentToRefund, amountCents: number) =>
    bookGatewayRefund(aState(), payment, { refundRef: 're_hand', amountCents }, aContext());

  test('is stored as decided, booked, and mailed to the customer', () => {
    const booked = book(aPayment(), 10_000);
    if (!booked.ok) throw new Error(booked.type);
    const { writes, refund } = booked.value;
    expect(refund).toMatchObject({ status: 'succeeded', gatewayRef: 're_hand', amountCents: 10_000, taxCents: 762 });
    expect(writes.refunds).toEqual([refund]);
    expect(writes.created.has(refund.id)).toBe(true);
    expect(writes.ledger.map(({ kind, debit, amountCents }) => [kind, debit, amountCents])).toEqual([
      ['refund.succeeded', 'revenue', 9_238],
      ['refund.succeeded', 'tax_payable', 762],
    ]);
    expect(writes.mails).toMatchObject([{ template: 'refunded', facts: { amountCents: 10_000 } }]);
  });

  const first = aRefund(10_000, 762);
  test.each<[string, Partial<PaymentToRefund>, number, number | string]>([
    ['the whole payment', {}, 32_462, 2_474],
    ['the rest, with the rest of the tax', { refunds: [first] }, 22_462, 1_712],
    ['more than is left', { refunds: [first] }, 22_463, 'more_than_left'],
    ['during another refund', { refunds: [aRefund(32_462, 2_474, { status: 'sending' })] }, 1, 'more_than_left'],
    ['after a failed refund', { refunds: [aRefund(32_462, 2_474, { status: 'failed' })] }, 32_462, 2_474],
    ['of an amount that became account credit', { creditedCents: 29_988 }, 1, 'more_than_left'],
    ['of an amount of which half became account credit', { creditedCents: 14_994 }, 16_231, 1_237],
    ['one cent more', { creditedCents: 14_994 }, 16_232, 'more_than_left'],
    ['of an amount lost in a dispute', { lostCents: 32_462 }, 1, 'more_than_left'],
    ['of a payment that was declined', { attempt: anAttempt({ status: 'declined' }) }, 1, 'not_paid'],
    ['of nothing', {}, 0, 'amount_not_positive'],
  ])('[INV-5] [I9] %s', (_title, overrides, amountCents, expected) => {
    const booked = book(aPayment(overrides), amountCents);
    expect(booked.ok ? booked.value.refund.taxCents : booked.detail.code).toBe(expected);
  });

  test('of more than is left: the refusal has both amounts', () => {
    const amounts = { leftCents: 22_462, requestedCents: 22_463 };
    expect(book(aPayment({ refunds: [first] }), 22_463)).toEqual(refuseOperator('more_than_left', { amounts }));
  });
});

describe('a refund that the bank could not credit', () => {
  test('is failed, its ledger entries are reversed, and it can be refunded again', () => {
    const refund = aRefund(10_000, 762);
    const { refunds, ledger, mails } = reverseRefund(aState(), refund, 'closed account', aContext());
    expect(refunds).toMatchObject([{ id: refund.id, status: 'failed', errorMessage: 'closed account' }]);
    expect(ledger.map(({ kind, debit, credit, amountCents }) => [kind, debit, credit, amountCents])).toEqual([
      ['refund.reversed', 'cash', 'revenue', 9_238],
      ['refund.reversed', 'cash', 'tax_payable', 762],
    ]);
    expect(mails).toEqual([]);
    expect(refundableCents(aPayment({ refunds }))).toBe(32_462);
  });

  test.each(['sending', 'failed'] as const)('[INV-10] a refund that is %s is unchanged', (status) => {
    const { refunds, ledger } = reverseRefund(aState(), aRefund(10_000, 762, { status }), 'late', aContext());
    expect([refunds, ledger]).toEqual([[], []]);
  });
});
