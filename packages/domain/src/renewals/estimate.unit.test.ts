import { describe, expect, test } from 'vitest';
import type { InvoiceFigures } from '../invoices/price-invoice.ts';
import type { HeldDiscount } from '../state/coupon-entities.ts';
import type { BillingState, InvoiceLine, Subscription } from '../state/entities.ts';
import { aChange, anAccount, anAddress, anInvoice, aSubscription, aTrial } from '../testing/builders.ts';
import { Customer } from '../testing/customer.ts';
import { text, utc } from '../testing/moments.ts';
import { type NextCharge, nextCharges } from './estimate.ts';
import { renewalCosts } from './forecast-invoices.ts';

const monthly = (overrides: Partial<Subscription> = {}): Subscription =>
  aSubscription({
    priceId: 'prc_pln_drive_starter_monthly',
    unitAmountCents: 2975,
    billingAnchor: utc('2026-01-31'),
    currentPeriodStart: utc('2026-01-31'),
    currentPeriodEnd: utc('2026-02-28'),
    ...overrides,
  });
const goingOn = (overrides: Partial<Subscription> = {}) => aTrial({ transitionAtEnd: true, ...overrides });
const freeMonths = (cyclesLeft: number | null): HeldDiscount[] => [
  {
    id: 'red_1',
    subscriptionId: 'sub_1',
    status: 'active',
    cyclesLeft,
    invoiceId: null,
    code: 'dsc_FREE',
    percentOff: 100,
    priceIds: ['prc_pln_drive_starter_monthly'],
  },
];
const basic = aSubscription({
  source: 'free',
  unitAmountCents: 0,
  planId: 'pln_drive_free',
  priceId: 'prc_pln_drive_free_free',
});

const figures = (invoice: InvoiceFigures) => ({
  subtotalCents: invoice.subtotalCents,
  discountCents: invoice.discountCents,
  taxCents: invoice.taxCents,
  totalCents: invoice.totalCents,
  creditAppliedCents: invoice.creditAppliedCents,
  creditAddedCents: invoice.creditAddedCents,
  carriedCents: invoice.carriedCents,
  amountDueCents: invoice.amountDueCents,
  balanceAfterCents: invoice.balanceAfterCents,
});

const customer = (state: Partial<BillingState>) => new Customer(utc('2026-02-01'), state);
const line = ({
  kind,
  quantity,
  unitAmountCents,
  grossCents,
  periodStart,
  periodEnd,
  priceId,
}: Omit<InvoiceLine, 'id' | 'invoiceId' | 'position' | 'amountCents' | 'discountCents' | 'voided'>) => ({
  kind,
  quantity,
  unitAmountCents,
  grossCents,
  periodStart: text(periodStart),
  periodEnd: text(periodEnd),
  priceId,
});

describe('[PY-03] the estimate equals the later invoice', () => {
  test.each<[string, Partial<BillingState>]>([
    ['a yearly renewal', { subscriptions: [aSubscription()] }],
    ['a monthly renewal at the end of a short month', { subscriptions: [monthly()] }],
    ['from stored credit', { subscriptions: [monthly()], account: anAccount({ balanceCents: -1000 }) }],
    ['more credit than it costs', { subscriptions: [monthly()], account: anAccount({ balanceCents: -9000 }) }],
    ['with a small debit', { subscriptions: [monthly()], account: anAccount({ balanceCents: 6 }) }],
    ['at an older price', { subscriptions: [monthly({ unitAmountCents: 2500, quantity: 2 })] }],
    [
      'of a scheduled plan',
      { subscriptions: [monthly()], changes: [aChange({ toPriceId: 'prc_pln_drive_tier1_yearly', toQuantity: 2 })] },
    ],
    [
      'a scheduled plan after Basic',
      { subscriptions: [basic], changes: [aChange({ toPriceId: 'prc_pln_drive_starter_monthly' })] },
    ],
    ['a trial that continues', { subscriptions: [goingOn()] }],
    [
      'a trial that moves the plan below',
      { subscriptions: [aSubscription(), goingOn({ resumesSubscriptionId: 'sub_1' })] },
    ],
    [
      'the first charge after two months made free by a coupon',
      { subscriptions: [monthly()], discounts: freeMonths(2) },
    ],
    ['the earliest of several', { subscriptions: [monthly(), aSubscription({ id: 'sub_2', product: 'scope' })] }],
  ])('%s', (_name, state) => {
    const ada = new Customer(utc('2026-01-20'), state);
    const [estimate] = nextCharges(ada.books, ada.context);
    if (estimate?.kind !== 'renewal') throw new Error('no renewal');
    ada.advanceTo(estimate.at);
    const invoice = ada.lastInvoice;
    expect(invoice.finalizedAt).toBe(estimate.at);
    expect(figures(invoice)).toEqual(figures(estimate.figures));
    expect(estimate.draft.lines.map(line)).toEqual(
      ada.books.lines.filter((row) => row.invoiceId === invoice.id).map(line),
    );
  });
});

describe('[PY-03] next charges', () => {
  const next = (state: Partial<BillingState>) => {
    const ada = customer(state);
    const [charge] = nextCharges(ada.books, ada.context);
    return charge === undefined ? null : [charge.kind, text(charge.at)];
  };
  const retry = anInvoice({ subscriptionId: 'sub_2', nextAttemptAt: utc('2026-02-20') });

  test.each<[string, Partial<BillingState>, (string | null)[] | null]>([
    ['a renewal', { subscriptions: [monthly()] }, ['renewal', '2026-02-28']],
    [
      'a retry',
      { subscriptions: [aSubscription({ id: 'sub_2', status: 'past_due' })], invoices: [retry] },
      ['retry', '2026-02-20'],
    ],
    [
      'the earlier of both',
      { subscriptions: [monthly(), aSubscription({ id: 'sub_2', status: 'past_due' })], invoices: [retry] },
      ['retry', '2026-02-20'],
    ],
    [
      'a retry that credit pays in full, then a renewal',
      {
        account: anAccount({ balanceCents: -10_000 }),
        subscriptions: [monthly(), aSubscription({ id: 'sub_2', status: 'past_due' })],
        invoices: [{ ...retry, amountDueCents: 4_000 }],
      },
      ['renewal', '2026-02-28'],
    ],
    [
      'a trial that continues',
      { subscriptions: [goingOn({ trialEnd: utc('2026-02-03') })] },
      ['renewal', '2026-02-03'],
    ],
    ['nothing held', {}, null],
    ['after two free months', { subscriptions: [monthly()], discounts: freeMonths(2) }, ['renewal', '2026-04-30']],
    ['free by an unlimited coupon', { subscriptions: [monthly()], discounts: freeMonths(null) }, null],
    ['cancelling', { subscriptions: [monthly({ cancelAtPeriodEnd: true })] }, null],
    ['a trial that ends', { subscriptions: [aTrial()] }, null],
    ['a trial with renewal on, without a card', { subscriptions: [goingOn()], card: null }, null],
    ['Basic', { subscriptions: [basic] }, null],
    ['scheduled to become Basic', { subscriptions: [monthly()], changes: [aChange()] }, null],
    ['prepaid', { subscriptions: [monthly({ source: 'prepaid' })] }, null],
    ['canceled', { subscriptions: [monthly({ status: 'canceled' })] }, null],
    [
      'suspended: no more retries',
      { subscriptions: [monthly({ status: 'suspended' })], invoices: [anInvoice({ overdueAt: utc('2026-01-25') })] },
      null,
    ],
    [
      'S12: an address where cards are not accepted: it will end without a charge',
      { subscriptions: [monthly()], billTo: anAddress({ country: 'GB' }) },
      null,
    ],
  ])('%s', (_name, state, expected) => {
    expect(next(state)).toEqual(expected);
  });

  test('all charges, one per plan; earlier charges use the credit', () => {
    const ada = customer({
      account: anAccount({ balanceCents: -5_000 }),
      subscriptions: [
        aSubscription({ currentPeriodEnd: utc('2026-06-01') }),
        monthly({ id: 'sub_2', product: 'scope' }),
        aSubscription({ id: 'sub_3', status: 'past_due' }),
      ],
      invoices: [{ ...retry, subscriptionId: 'sub_3', amountDueCents: 4_000 }],
    });
    const amountDueOf = (charge: NextCharge) =>
      (charge.kind === 'retry' ? charge.invoice : charge.figures).amountDueCents;
    expect(
      nextCharges(ada.books, ada.context).map((charge) => [charge.kind, text(charge.at), amountDueOf(charge)]),
    ).toEqual([
      // 50.00 of credit pay the retry of 40.00; the rest pays a part of 32.20.
      ['renewal', '2026-02-28', 2_220],
      ['renewal', '2026-06-01', 32_462],
    ]);
  });

  test('[PY-06] a retry is charged after credit', () => {
    const ada = customer({
      account: anAccount({ balanceCents: -1_500 }),
      subscriptions: [aSubscription({ id: 'sub_2', status: 'past_due' })],
      invoices: [{ ...retry, amountDueCents: 4_000 }],
    });
    expect(nextCharges(ada.books, ada.context)[0]).toMatchObject({
      kind: 'retry',
      invoice: { creditAppliedCents: 1_500, carriedCents: 0, amountDueCents: 2_500, balanceAfterCents: 0 },
    });
  });
});

test.each<[string, Partial<BillingState>, number | null]>([
  ['with tax, before credit', { subscriptions: [monthly()], account: anAccount({ balanceCents: -9000 }) }, 3220],
  ['several', { subscriptions: [monthly({ quantity: 3 })] }, 9661], // 8925 + 736.3125
  [
    'of a scheduled plan',
    { subscriptions: [monthly()], changes: [aChange({ toPriceId: 'prc_pln_drive_tier1_monthly' })] },
    4276,
  ],
  ['cancelling', { subscriptions: [monthly({ cancelAtPeriodEnd: true })] }, null],
  ['Basic', { subscriptions: [basic] }, null],
  ['past due', { subscriptions: [monthly({ status: 'past_due' })] }, null],
])('cost of one renewal: %s', (_name, state, expected) => {
  const ada = customer(state);
  expect(renewalCosts(ada.books, ada.context).get(ada.subscription.id)?.cents ?? null).toBe(expected);
});
