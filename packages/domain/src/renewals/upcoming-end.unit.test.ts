import { describe, expect, test } from 'vitest';
import { promotionNamed } from '../catalogue/promotion.ts';
import { redeemPromotion } from '../promotions/redeem.ts';
import { anAttempt, anInvoice, aSubscription, aTrial } from '../testing/builders.ts';
import { aPromotion } from '../testing/catalogue.ts';
import { Customer } from '../testing/customer.ts';
import { customerAt, outsideCardCountries } from '../testing/holders.ts';
import { utc } from '../testing/moments.ts';
import { upcomingEnd } from './upcoming-end.ts';

const end = utc('2026-01-24');

describe('[BY-06] the mail about the start of a trial names its end', () => {
  test.each([
    ['renewal is off', {}, null],
    ['it continues for the amount of its invoice, with tax', { transitionAtEnd: true }, 32_462],
  ])('%s', (_title, options, cents) => {
    const ada = new Customer(utc('2026-01-10'));
    ada.buy('pln_drive_starter_yearly', { trial: true, ...options });
    expect(ada.books.mails.map(({ template, facts }) => [template, facts.end])).toEqual([
      ['trial_started', { at: end, cents }],
    ]);
  });

  test('[S7] above a paid plan: its unused days are subtracted, as on the later invoice', () => {
    const ada = new Customer(utc('2026-01-10'));
    ada.buy('pln_drive_starter_yearly');
    ada.buy('pln_drive_ultimate_yearly', { trial: true, transitionAtEnd: true });
    const told = ada.books.mails.at(-1)?.facts.end;
    ada.advanceTo(end);
    const invoice = ada.books.allInvoices.find(({ reason }) => reason === 'change');
    expect(invoice?.totalCents).toBeGreaterThan(0);
    expect(told).toEqual({ at: end, cents: invoice?.totalCents });
  });
});

describe('[BY-06] other ends, and subscriptions without an end', () => {
  test.each([
    ['a trial with renewal on, without a card', aTrial({ transitionAtEnd: true }), { card: null }, 0],
    ['a trial with renewal on, outside the card countries', aTrial({ transitionAtEnd: true }), outsideCardCountries, 0],
    [
      'a trial above prepaid time, which follows',
      aTrial({ transitionAtEnd: true, resumesSubscriptionId: 'sub_2' }),
      {},
      0,
    ],
  ])('%s: nothing is charged', (_title, trial, state, cents) => {
    const prepaid = aSubscription({
      id: 'sub_2',
      source: 'prepaid',
      term: 'fixed',
      currentPeriodEnd: utc('2027-01-10'),
    });
    const ada = customerAt('2026-01-10', { ...state, subscriptions: [trial, prepaid] });
    expect(upcomingEnd(ada.books, trial, ada.context)).toEqual({ at: end, cents });
  });

  test('an undecided payment: the date without an amount', () => {
    const ultimate = {
      product: 'scope',
      planId: 'pln_scope_ultimate',
      priceId: 'prc_pln_scope_ultimate_yearly',
    } as const;
    const ada = customerAt('2026-01-10', {
      subscriptions: [aSubscription({ ...ultimate, id: 'sub_2' })],
      invoices: [anInvoice({ reason: 'change', subscriptionId: 'sub_2' })],
      attempts: [anAttempt({ status: 'processing' })],
    });
    const placed = ada.place('pln_scope_starter_yearly', { trial: true, transitionAtEnd: true });
    expect(placed.ok && placed.value.writes.mails).toMatchObject([{ template: 'trial_started' }]);
    expect(ada.books.mails.map(({ facts }) => facts.end)).toStrictEqual([{ at: end }]);
  });

  test('open-ended and ended subscriptions have no end', () => {
    const forGood = aSubscription({ term: 'open_ended', source: 'promotion', currentPeriodEnd: null });
    const ada = customerAt('2026-01-10', { subscriptions: [forGood] });
    expect(upcomingEnd(ada.books, forGood, ada.context)).toBeNull();
    expect(upcomingEnd(ada.books, { id: 'sub_gone' }, ada.context)).toBeNull();
  });

  test.each([
    ['2-series', { at: utc('2026-07-10'), cents: 32_462 }],
    ['portal', null],
  ])('[PR-04] the promotion %s', (name, told) => {
    const ada = new Customer(utc('2026-01-10'));
    const promotion = promotionNamed(ada.catalogue.promotions, name) ?? aPromotion();
    const redeemed = redeemPromotion(ada.books, promotion, null, { code: 'CODE', verdict: 'clear' }, ada.context);
    const [mail] = redeemed.ok ? redeemed.value.writes.mails : [];
    expect([mail?.template, mail?.facts.end]).toEqual(['promotion_redeemed', told]);
  });
});
