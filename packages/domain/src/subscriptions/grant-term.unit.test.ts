import { describe, expect, test } from 'vitest';
import { Customer, declinedOutcome } from '../testing/customer.ts';
import { brokenInvariants } from '../testing/invariants.ts';
import { days, text, utc } from '../testing/moments.ts';
import { shownEndOf, type TermGrant } from './grant-term.ts';

const brokenOf = (ada: Customer) => brokenInvariants(ada.books, ada.catalogue, ada.settings);

const grantOf = (ada: Customer, intervalId: string, overrides: Partial<TermGrant> = {}): TermGrant => {
  const { plan, price } = ada.order(intervalId);
  return { plan, price, source: 'prepaid', months: 12, displayCode: 'ABCD', transitionPriceId: null, ...overrides };
};
const live = (ada: Customer) => ada.books.subscriptions.filter((row) => row.endedAt === null);

const holder = (intervalId: string, trial = false): Customer => {
  const ada = new Customer(utc('2026-01-10'));
  ada.buy(intervalId, { trial });
  return ada;
};
const late = (later: number): Customer => {
  const ada = holder('pln_drive_starter_monthly');
  ada.advanceTo(utc('2026-02-10') + days(later), () => declinedOutcome());
  return ada;
};

describe('prepaid time or a promotion takes over on drive (S19)', () => {
  test.each([
    ['a free plan', () => holder('pln_drive_free_free')],
    ['a trial', () => holder('pln_drive_ultimate_yearly', true)],
    ['a paid plan', () => holder('pln_drive_starter_yearly')],
    ['a plan that is past due', () => late(1)],
    ['a suspended plan', () => late(20)],
  ])('%s is replaced', (_title, make) => {
    const ada = make();
    expect(ada.redeem(grantOf(ada, 'pln_drive_ultimate_yearly')).ok).toBe(true);
    const [old] = ada.books.subscriptions;
    expect(old).toMatchObject({ status: 'canceled', endReason: 'replaced' });
    expect(live(ada)).toMatchObject([
      { source: 'prepaid', status: 'active', term: 'fixed', prepaidDisplayCode: 'ABCD' },
    ]);
    expect(ada.books.invoices.filter(({ status }) => status === 'open')).toEqual([]);
    expect(ada.lastInvoice).toMatchObject({ reason: 'grant', status: 'paid', totalCents: 0 });
    expect(brokenOf(ada)).toEqual([]);
  });

  test('[D18] [PY-06] unused paid days become credit, with tax: 265 of 365 days', () => {
    const ada = holder('pln_drive_starter_yearly');
    ada.now = utc('2026-04-20 18:00');
    ada.redeem(grantOf(ada, 'pln_drive_ultimate_yearly'));
    const credit = ada.books.allInvoices.find(({ reason }) => reason === 'change');
    expect(credit).toMatchObject({ subtotalCents: -21_772, taxCents: -1796, creditAddedCents: 23_568 });
    expect(ada.books.account.balanceCents).toBe(-23_568);
    expect(brokenOf(ada)).toEqual([]);
  });

  test('a scheduled change is discarded', () => {
    const ada = holder('pln_drive_starter_monthly');
    ada.buy('pln_drive_free_free');
    ada.redeem(grantOf(ada, 'pln_drive_ultimate_yearly'));
    expect(ada.books.changes).toMatchObject([{ status: 'discarded' }]);
  });

  test('[INV-12] not while a payment of it is undecided', () => {
    const ada = late(1);
    ada.payNow();
    expect(ada.redeem(grantOf(ada, 'pln_drive_ultimate_yearly'))).toMatchObject({ type: 'OPERATION_IN_PROGRESS' });
  });

  test('on scope it is an additional subscription', () => {
    const ada = holder('pln_scope_starter_monthly');
    ada.redeem(grantOf(ada, 'pln_scope_starter_monthly'));
    expect(live(ada).map(({ source }) => source)).toEqual(['card', 'prepaid']);
    expect(brokenOf(ada)).toEqual([]);
  });
});

describe('held prepaid time', () => {
  const prepaidHolder = () => {
    const ada = new Customer(utc('2026-01-31'));
    ada.redeem(grantOf(ada, 'pln_drive_starter_monthly', { months: 1 }));
    return ada;
  };

  test('is extended by another code for the same plan, from its end (S20)', () => {
    const ada = prepaidHolder();
    expect(text(ada.subscription.currentPeriodEnd)).toBe('2026-02-28');
    ada.redeem(grantOf(ada, 'pln_drive_starter_monthly', { months: 12 }));
    expect(text(ada.subscription.currentPeriodEnd)).toBe('2027-02-28');
    expect(brokenOf(ada)).toEqual([]);
  });

  test.each([
    ['prepaid time of another plan', 'pln_drive_ultimate_monthly', {}, 'PREPAID_PLAN_MISMATCH'],
    ['a promotion', 'pln_drive_starter_monthly', { source: 'promotion' as const }, 'PREPAID_NOT_MODIFIABLE'],
  ])('is not replaced by %s', (_title, intervalId, overrides, type) => {
    const ada = prepaidHolder();
    const { books } = ada;
    expect(ada.redeem(grantOf(ada, intervalId, overrides))).toMatchObject({ type });
    expect(ada.books).toBe(books);
  });

  test('ends at its end without a charge (S21)', () => {
    const ada = prepaidHolder();
    ada.advanceTo(utc('2026-03-01'));
    expect(ada.subscription).toMatchObject({ status: 'canceled', endReason: 'term_ended' });
    expect(ada.books.attempts).toEqual([]);
  });
});

describe('[SU-03] [PY-04] open-ended time has no end on its receipt', () => {
  const shownEnds = (ada: Customer): (string | null)[] =>
    ada.books.lines.filter(({ kind }) => kind === 'grant').map((line) => text(shownEndOf(line)));

  test.each<[string, string, Partial<TermGrant>, string | null]>([
    ['a perpetual licence', 'pln_scope_ultimate_yearly', { maintenanceMonths: 12 }, null],
    ['an open-ended promotion', 'pln_drive_portal_monthly', { source: 'promotion', months: null }, null],
    ['a year', 'pln_drive_ultimate_yearly', {}, '2027-01-10'],
    ['half a year for free', 'pln_drive_ultimate_yearly', { source: 'promotion', months: 6 }, '2026-07-10'],
  ])('%s', (_title, intervalId, overrides, end) => {
    const ada = new Customer(utc('2026-01-10'));
    ada.redeem(grantOf(ada, intervalId, overrides));
    expect(shownEnds(ada)).toEqual([end]);
    // The row keeps its dates, because other rules count from them.
    expect(ada.lastInvoice.periodEnd).not.toBeNull();
  });

  test('a licence begun on a leap day, whose hundred years end one day earlier', () => {
    const line = { kind: 'grant', periodStart: utc('2000-02-29'), periodEnd: utc('2100-02-28') } as const;
    expect(shownEndOf(line)).toBeNull();
  });

  test('only grants are open-ended: charges and credits keep their dates', () => {
    const day = { periodStart: utc('2026-01-10'), periodEnd: utc('2026-01-10') };
    expect(text(shownEndOf({ kind: 'proration_credit', ...day }))).toBe('2026-01-10');
    expect(shownEndOf({ kind: 'maintenance', periodStart: null, periodEnd: null })).toBeNull();
  });
});
