import { describe, expect, test } from 'vitest';
import type { Subscription } from '../state/entities.ts';
import { aCard, aChange, aSubscription, aTrial } from '../testing/builders.ts';
import { Customer, declinedOutcome } from '../testing/customer.ts';
import { brokenInvariants } from '../testing/invariants.ts';
import { utc } from '../testing/moments.ts';

const NOW = utc('2026-01-11');

describe('[SC-10] closing the account (S22)', () => {
  test.each<[string, Subscription, Subscription['status']]>([
    ['a paid subscription within its period', aSubscription(), 'canceled'],
    ['a trial', aTrial(), 'canceled'],
    ['a free one', aSubscription({ source: 'free', unitAmountCents: 0 }), 'canceled'],
    ['a promotion', aSubscription({ source: 'promotion', unitAmountCents: 0 }), 'canceled'],
    ['a prepaid one', aSubscription({ source: 'prepaid' }), 'canceled'],
    ['one that is past due', aSubscription({ status: 'past_due' }), 'canceled'],
    ['a suspended one', aSubscription({ status: 'suspended', suspendedAt: utc('2026-01-05') }), 'canceled'],
    ['one that was never activated', aSubscription({ status: 'incomplete' }), 'incomplete_expired'],
  ])('%s ends now', (_name, subscription, status) => {
    const ada = new Customer(NOW, { subscriptions: [subscription] });
    expect(ada.close().ok).toBe(true);
    expect(ada.subscription).toMatchObject({ status, endedAt: NOW, endReason: 'account_closed', suspendedAt: null });
    expect(ada.books.account.nextActionAt).toBeNull();
    expect(ada.books.events.map(({ type, actor, data }) => ({ type, actor, data }))).toEqual([
      { type: 'canceled', actor: 'customer', data: { reason: 'account_closed' } },
    ]);
    expect(ada.books.mails, 'the one mail about the closing is not of billing').toEqual([]);
  });

  test('all at once, and nothing is due afterwards', () => {
    const subscriptions = [
      aSubscription({ id: 'sub_1' }),
      aTrial({ id: 'sub_2', transitionAtEnd: true }),
      aSubscription({ id: 'sub_3', product: 'scope', planId: 'pln_scope_starter' }),
    ];
    const ada = new Customer(NOW, { subscriptions, card: aCard() });
    ada.close();
    expect(ada.books.subscriptions.map(({ status }) => status)).toEqual(['canceled', 'canceled', 'canceled']);
    ada.advanceTo(utc('2028-01-01'));
    expect(ada.books.allInvoices).toEqual([]);
  });

  test('scheduled changes are discarded, in either mode', () => {
    const changes = [
      aChange({ id: 'chg_1', mode: 'period_end', status: 'pending' }),
      aChange({ id: 'chg_2', mode: 'now', status: 'pending' }),
    ];
    const ada = new Customer(NOW, { subscriptions: [aSubscription()], changes });
    ada.close();
    expect(ada.books.changes.map(({ status }) => status)).toEqual(['discarded', 'discarded']);
  });

  test('an open invoice is void, its ledger entries are reversed, and its credit returns', () => {
    const ada = new Customer(NOW, { card: aCard() });
    ada.buy('pln_drive_starter_monthly');
    ada.change({ account: { ...ada.books.account, balanceCents: 0 } });
    ada.advanceTo(utc('2026-02-12'), () => declinedOutcome());
    expect(ada.lastInvoice.status).toBe('open');
    const owed = ada.lastInvoice.totalCents;
    expect(ada.close().ok).toBe(true);
    expect(ada.lastInvoice).toMatchObject({ status: 'void', nextAttemptAt: null });
    const receivable = ada.books.ledger.reduce(
      (sum, { debit, credit, amountCents }) =>
        sum + (debit === 'receivable' ? amountCents : 0) - (credit === 'receivable' ? amountCents : 0),
      0,
    );
    expect(owed).toBeGreaterThan(0);
    expect(receivable).toBe(0);
    expect(brokenInvariants(ada.books, ada.catalogue, ada.settings)).toEqual([]);
  });

  test('credit stays in the ledger', () => {
    const ada = new Customer(NOW, { card: aCard() });
    ada.buy('pln_drive_ultimate_yearly');
    const paid = ada.lastInvoice;
    ada.close();
    expect(ada.lastInvoice, 'what was paid stays paid').toEqual(paid);
    ada.change({ account: { ...ada.books.account, balanceCents: -4200 } });
    ada.close();
    expect(ada.books.account.balanceCents).toBe(-4200);
  });

  test('is refused while a payment is undecided, and writes nothing', () => {
    const ada = new Customer(NOW, { card: aCard() });
    const placed = ada.place('pln_drive_starter_yearly');
    expect(placed.ok).toBe(true);
    const before = ada.books;
    expect(ada.close()).toMatchObject({ ok: false, type: 'OPERATION_IN_PROGRESS' });
    expect(ada.books).toBe(before);
    ada.answer(declinedOutcome());
    expect(ada.close().ok).toBe(true);
  });

  test('closing again changes nothing', () => {
    const ada = new Customer(NOW, { subscriptions: [aSubscription()] });
    ada.close();
    const { books } = ada;
    ada.now = utc('2026-02-01');
    ada.close();
    expect(ada.subscription.endedAt).toBe(NOW);
    expect(ada.books.events).toEqual(books.events);
  });
});
