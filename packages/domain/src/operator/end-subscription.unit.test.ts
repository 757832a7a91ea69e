import { describe, expect, test } from 'vitest';
import { refuseOperator } from '../operator-refusal.ts';
import { aSubscription } from '../testing/builders.ts';
import { Customer, declinedOutcome } from '../testing/customer.ts';
import { buyerOf, lateBy } from '../testing/holders.ts';
import { brokenInvariants } from '../testing/invariants.ts';
import { withLicence } from '../testing/licences.ts';
import { utc } from '../testing/moments.ts';

const brokenOf = (ada: Customer) => brokenInvariants(ada.books, ada.catalogue, ada.settings);

const holding = (overrides: Parameters<typeof aSubscription>[0]) => () =>
  new Customer(utc('2026-01-20'), { subscriptions: [aSubscription(overrides)] });

describe('an operator ends a subscription (S22)', () => {
  test.each([
    ['paid', () => buyerOf('pln_drive_starter_yearly')],
    ['free', () => buyerOf('pln_drive_free_free')],
    ['trial', () => buyerOf('pln_drive_starter_yearly', true)],
    ['promotion', holding({ source: 'promotion', unitAmountCents: 0 })],
    ['prepaid', holding({ source: 'prepaid', term: 'fixed' })],
    ['a perpetual licence', () => new Customer(utc('2026-01-20'), withLicence())],
    ['past due', lateBy(1)],
    ['suspended', lateBy(20)],
  ])('[I18] [I19] %s: at once, its open invoice is void, and nothing is refunded', (_title, make) => {
    const ada = make();
    const cash = ada.books.ledger.filter(({ credit }) => credit === 'cash').length;
    expect(ada.endByOperator().ok).toBe(true);
    expect(ada.subscription).toMatchObject({ status: 'canceled', endReason: 'removed', endedAt: ada.now });
    expect(ada.books.allInvoices.filter(({ status }) => status === 'open')).toEqual([]);
    expect(ada.books.account.balanceCents).toBe(0);
    expect(ada.books.ledger.filter(({ credit }) => credit === 'cash')).toHaveLength(cash);
    expect(ada.books.events.at(-1)).toMatchObject({ type: 'canceled', actor: 'operator', data: { reason: 'removed' } });
    expect(ada.books.mails.at(-1)?.template).toBe('subscription_ended');
    expect(brokenOf(ada)).toEqual([]);
    expect(ada.endByOperator()).toEqual(refuseOperator('done_already'));
  });

  test('[BY-08] products are notified', () => {
    const ada = buyerOf('pln_drive_starter_yearly');
    ada.endByOperator();
    expect(ada.writes?.entitlements).toMatchObject([{ reason: 'canceled' }]);
  });

  test('credit that an open invoice had used returns', () => {
    const ada = lateBy(1)();
    ada.grant(1000);
    ada.endByOperator();
    expect(ada.books.account.balanceCents).toBe(-1000);
    expect(brokenOf(ada)).toEqual([]);
  });

  test('its scheduled change is discarded', () => {
    const ada = buyerOf('pln_drive_starter_monthly');
    ada.buy('pln_drive_free_free');
    ada.endByOperator();
    expect(ada.books.changes).toMatchObject([{ status: 'discarded' }]);
    ada.advanceTo(utc('2026-03-10'));
    expect(ada.subscription.status).toBe('canceled');
  });

  test('[INV-12] refused while a payment for it is undecided: a purchase, a renewal, a change', () => {
    const buying = new Customer(utc('2026-01-10'));
    buying.place('pln_drive_starter_yearly');
    expect(buying.endByOperator()).toEqual(refuseOperator('undecided'));
    const paying = lateBy(1)();
    paying.payNow();
    expect(paying.endByOperator()).toEqual(refuseOperator('undecided'));
    const changing = buyerOf('pln_drive_starter_yearly');
    changing.place('pln_drive_ultimate_yearly', { subscription: changing.subscription });
    expect(changing.endByOperator()).toEqual(refuseOperator('undecided'));
  });

  test('[INV-12] refused while a payment for an extension of its maintenance is undecided', () => {
    const ada = new Customer(utc('2026-01-20'), withLicence());
    const begun = ada.extend();
    expect(begun.ok, JSON.stringify(begun)).toBe(true);
    expect(ada.endByOperator()).toEqual(refuseOperator('undecided'));
    ada.answer(declinedOutcome());
    expect(ada.endByOperator().ok).toBe(true);
  });
});
