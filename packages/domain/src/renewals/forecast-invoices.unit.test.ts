import { describe, expect, test } from 'vitest';
import type { BillingState, Invoice, Subscription } from '../state/entities.ts';
import { trialReplacingPlan } from '../state/trial-and-renewal.ts';
import { anAccount, aSubscription, aTrial } from '../testing/builders.ts';
import { aDiscountClaim } from '../testing/coupons.ts';
import { Customer } from '../testing/customer.ts';
import { basic } from '../testing/holders.ts';
import { days, text, utc } from '../testing/moments.ts';
import { forecastInvoices, renewalCosts } from './forecast-invoices.ts';

const START = utc('2026-01-10');
/** Trial of fourteen days that starts sixty days later. */
const TRIAL_END = START + days(74);

const invoices = (ada: Customer) => forecastInvoices(ada.books, ada.context);
const costs = (ada: Customer) => renewalCosts(ada.books, ada.context);
const notices = (ada: Customer) => ada.books.mails.filter(({ template }) => template.endsWith('_notice'));

/** Plan that was bought some time ago, with a converting trial above it (D9, S7). */
const trialOver = (plan: string, tried: string, state: Partial<BillingState> = {}, coupon = false): Customer => {
  const ada = new Customer(START, state);
  ada.buy(plan, coupon ? { coupon: aDiscountClaim({ priceIds: [`prc_${plan}`, `prc_${tried}`] }) } : {});
  ada.advanceTo(START + days(60));
  ada.buy(tried, { trial: true, transitionAtEnd: true });
  return ada;
};
const trialOf = (ada: Customer) =>
  ada.byId(ada.books.subscriptions.find(({ trialEnd }) => trialEnd !== null)?.id ?? '');

describe('[BY-03] [BY-06] [S7] a trial that moves a paid plan to its own', () => {
  const credit = { account: anAccount({ balanceCents: -100_000 }) };

  test.each<[string, string, string, Partial<BillingState>, boolean, 'charged' | 'nothing' | 'credited']>([
    ['up', 'pln_drive_starter_yearly', 'pln_drive_ultimate_yearly', {}, false, 'charged'],
    ['up, lowered by a coupon', 'pln_drive_starter_yearly', 'pln_drive_ultimate_yearly', {}, true, 'charged'],
    ['up, from credit', 'pln_drive_starter_yearly', 'pln_drive_ultimate_yearly', credit, false, 'nothing'],
    ['down', 'pln_drive_ultimate_yearly', 'pln_drive_starter_yearly', {}, false, 'credited'],
    ['down, to another interval', 'pln_drive_ultimate_yearly', 'pln_drive_starter_monthly', {}, false, 'credited'],
    [
      'up, with a period of the same length',
      'pln_drive_starter_monthly',
      'pln_drive_ultimate_monthly',
      {},
      false,
      'charged',
    ],
  ])(
    '%s: the amount forecast at its start is announced a week before and charged',
    (_title, plan, tried, state, coupon, outcome) => {
      const ada = trialOver(plan, tried, state, coupon);
      const trial = trialOf(ada);
      const forecast = invoices(ada).get(trial.id);
      const cost = costs(ada).get(trial.id);
      ada.advanceTo(TRIAL_END - days(6));
      const [notice, ...others] = notices(ada);
      ada.advanceTo(TRIAL_END);
      const { totalCents, amountDueCents, creditAddedCents, reason } = ada.lastInvoice;
      expect(reason).toBe('change');
      expect(forecast).toMatchObject({ totalCents, amountDueCents, creditAddedCents });
      expect(notice).toMatchObject({ template: 'renewal_notice', subscriptionId: trial.id });
      expect(notice?.facts).toMatchObject({
        nextAt: TRIAL_END,
        amountCents: Math.max(0, totalCents),
        dueCents: amountDueCents,
        addedCents: creditAddedCents,
        replaces: plan.includes('ultimate') ? 'Ultimate' : 'Starter',
      });
      expect(others).toEqual([]);
      expect(cost).toMatchObject({ cents: Math.max(0, totalCents), invoice: { amountDueCents, creditAddedCents } });
      expect([amountDueCents > 0, creditAddedCents > 0]).toEqual([outcome === 'charged', outcome === 'credited']);
    },
  );

  test('the plan has no invoice at its end, unless it renews before the trial ends', () => {
    const ada = trialOver('pln_drive_starter_yearly', 'pln_drive_ultimate_yearly');
    expect([...invoices(ada).keys()]).toEqual([trialOf(ada).id]);
    const eve = new Customer(START);
    const { subscription: plan } = eve.buy('pln_drive_starter_monthly');
    eve.advanceTo(utc('2026-02-05'));
    const { subscription: trial } = eve.buy('pln_drive_ultimate_monthly', { trial: true, transitionAtEnd: true });
    expect([...invoices(eve).keys()]).toEqual([plan.id, trial.id]);
    expect(invoices(eve).get(plan.id)).toMatchObject({ reason: 'renewal', totalCents: 3220 });
    eve.advanceTo(utc('2026-02-11'));
    expect([...invoices(eve).keys()]).toEqual([trial.id]);
  });

  test("[SU-05] with the trial's renewal off the plan renews, and that is announced", () => {
    const ada = new Customer(START);
    const { subscription: plan } = ada.buy('pln_drive_starter_yearly');
    ada.advanceTo(utc('2026-12-26'));
    ada.buy('pln_drive_ultimate_yearly', { trial: true, transitionAtEnd: true });
    expect(trialReplacingPlan(ada.books, ada.byId(plan.id), ada.settings)?.id).toBe(trialOf(ada).id);
    ada.advanceTo(utc('2027-01-05'));
    expect(notices(ada).map(({ subscriptionId }) => subscriptionId)).toEqual([trialOf(ada).id]);
    ada.toggle(false, trialOf(ada));
    expect(costs(ada).get(plan.id)?.cents).toBe(32_462);
    ada.advanceTo(utc('2027-01-06'));
    expect(
      notices(ada)
        .filter(({ subscriptionId }) => subscriptionId === plan.id)
        .map(({ facts, at: when }) => [text(when), facts.dueCents]),
    ).toEqual([['2027-01-05', 32_462]]);
  });

  test('a trial above prepaid time ends without a charge, and that is announced', () => {
    const prepaid = aSubscription({ source: 'prepaid', term: 'fixed', currentPeriodEnd: utc('2027-01-01') });
    const trial = aTrial({ id: 'sub_2', transitionAtEnd: true, resumesSubscriptionId: prepaid.id });
    const ada = new Customer(utc('2026-01-11'), { subscriptions: [prepaid, trial] });
    expect([...invoices(ada)]).toEqual([]);
    ada.advanceTo(utc('2026-01-18'));
    expect(notices(ada).map(({ template }) => template)).toEqual(['ending_notice']);
    ada.advanceTo(utc('2026-01-25'));
    expect(ada.byId(trial.id).endReason).toBe('trial_ended');
  });
});

test('[HO-06] the forecast cost of each renewal equals its invoice, whatever else is held', () => {
  const ada = new Customer(START, { account: anAccount({ balanceCents: -50_000 }) });
  ada.buy('pln_drive_starter_monthly');
  ada.advanceTo(utc('2026-02-05'));
  ada.buy('pln_drive_ultimate_monthly', { trial: true, transitionAtEnd: true });
  ada.buy('pln_scope_starter_yearly');
  ada.buy('pln_scope_ultimate_monthly');
  expect(costs(ada).size).toBe(4);
  expect(new Map([...costs(ada)].map(([id, { cents }]) => [id, cents]))).toEqual(
    new Map([...invoices(ada)].map(([id, { totalCents }]) => [id, totalCents])),
  );
  // The plan that is charged first gets the credit.
  const dueOf = (invoice: Invoice | null) => [invoice?.amountDueCents, invoice?.creditAppliedCents];
  expect(new Map([...costs(ada)].map(([id, { invoice }]) => [id, dueOf(invoice)]))).toEqual(
    new Map([...invoices(ada)].map(([id, invoice]) => [id, dueOf(invoice)])),
  );
});

describe('[HO-06] [DR-02] forecast of an invoice of 0', () => {
  test.each<[string, Partial<BillingState>, { due: number; credit: number }]>([
    ['no credit', {}, { due: 32_462, credit: 0 }],
    ['some', { account: anAccount({ balanceCents: -1_000 }) }, { due: 31_462, credit: 1_000 }],
    ['more than it costs', { account: anAccount({ balanceCents: -40_000 }) }, { due: 0, credit: 32_462 }],
    ['a small debit', { account: anAccount({ balanceCents: 30 }) }, { due: 32_492, credit: -30 }],
  ])('%s: the price is the same, and the charge to the card is given separately', (_title, state, { due, credit }) => {
    const trial = aTrial({ transitionAtEnd: true, priceId: 'prc_pln_drive_starter_yearly', unitAmountCents: 29_988 });
    const ada = new Customer(START, { ...state, subscriptions: [{ ...trial, planId: 'pln_drive_starter' }] });
    expect(costs(ada).get(trial.id)).toMatchObject({
      cents: 32_462,
      invoice: { amountDueCents: due, creditAppliedCents: credit },
    });
  });

  test('a discount of 100 % leaves an invoice of 0', () => {
    const ada = new Customer(START);
    const coupon = aDiscountClaim({ percentOff: 100, priceIds: ['prc_pln_drive_starter_yearly'] });
    const { subscription } = ada.buy('pln_drive_starter_yearly', { coupon });
    expect(costs(ada).get(subscription.id)).toMatchObject({ cents: 0, invoice: { amountDueCents: 0 } });
  });

  test('credit from a change lowers the next charge of another plan', () => {
    const ada = trialOver('pln_drive_ultimate_yearly', 'pln_drive_starter_yearly');
    const scope = ada.buy('pln_scope_starter_monthly').subscription;
    const added = costs(ada).get(trialOf(ada).id)?.invoice?.creditAddedCents ?? 0;
    expect(added).toBeGreaterThan(2_165);
    expect(costs(ada).get(scope.id)).toMatchObject({ cents: 2_165, invoice: { amountDueCents: 0 } });
  });

  test('too far ahead next to many monthly plans: only the price is known', () => {
    const ada = new Customer(START);
    const { subscription } = ada.buy('pln_drive_starter_yearly');
    for (let plan = 0; plan < 6; plan += 1) ada.buy('pln_scope_starter_monthly');
    ada.change({ account: { ...ada.books.account, balanceCents: -5_000 } });
    expect(costs(ada).get(subscription.id)).toEqual({ cents: 32_462, invoice: null });
    expect([...costs(ada).values()].filter(({ invoice }) => invoice !== null)).toHaveLength(6);
  });

  test('free, ending and undecided subscriptions have no invoice', () => {
    const ada = new Customer(START);
    ada.buy('pln_drive_free_free');
    expect(costs(ada).size).toBe(0);
  });
});

describe('[S11] a scheduled change has the invoice of its new plan, whatever is held', () => {
  const held: [string, Subscription][] = [
    ['a promotion that would end', aSubscription({ source: 'promotion', unitAmountCents: 0, everPaid: false })],
    [
      'a promotion that would continue',
      aSubscription({
        source: 'promotion',
        unitAmountCents: 0,
        everPaid: false,
        transitionAtEnd: true,
        transitionPriceId: 'prc_pln_drive_starter_yearly',
      }),
    ],
    ['Basic', basic({ currentPeriodEnd: utc('2027-01-10') })],
    ['a paid plan', aSubscription()],
  ];
  test.each(held)('%s', (_title, subscription) => {
    const ada = new Customer(START + days(1), { subscriptions: [subscription] });
    ada.buy('pln_drive_ultimate_yearly', { subscription, atPeriodEnd: true });
    const forecast = costs(ada).get(subscription.id);
    expect(forecast?.cents).toBe(97_386);
    ada.advanceTo(utc('2027-01-10'));
    expect(ada.lastInvoice).toMatchObject({
      totalCents: forecast?.cents,
      amountDueCents: forecast?.invoice?.amountDueCents,
    });
  });

  test('renewal turned off since: it ends without an invoice', () => {
    const ada = new Customer(START + days(1), { subscriptions: [aSubscription()] });
    ada.buy('pln_drive_ultimate_yearly', { atPeriodEnd: true });
    ada.toggle(false);
    expect(costs(ada).size).toBe(0);
  });
});

test('[BY-06] credit that another product uses before is subtracted, also in the notice', () => {
  const ada = new Customer(START);
  ada.buy('pln_drive_starter_yearly');
  ada.buy('pln_scope_starter_monthly');
  ada.change({ account: { ...ada.books.account, balanceCents: -30_000 } });
  const { subscriptions } = ada.books;
  const drive = subscriptions.find(({ product }) => product === 'drive')?.id ?? '';
  const forecast = invoices(ada).get(drive);
  ada.advanceTo(utc('2027-01-04'));
  const notice = notices(ada).find(({ subscriptionId }) => subscriptionId === drive);
  ada.advanceTo(utc('2027-01-10'));
  const invoice = ada.books.allInvoices.findLast(({ subscriptionId }) => subscriptionId === drive);
  // By then eleven charges of 21.65 have used the 300.00, and the twelfth falls on the same day.
  expect(forecast?.amountDueCents).toBe(invoice?.amountDueCents);
  expect(notice?.facts).toMatchObject({ amountCents: 32_462, dueCents: invoice?.amountDueCents });
  expect(invoice?.amountDueCents).toBeGreaterThan(2_462);
});
