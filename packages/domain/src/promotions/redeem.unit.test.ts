import { describe, expect, test } from 'vitest';
import { promotionNamed } from '../catalogue/promotion.ts';
import { renewalCosts } from '../renewals/forecast-invoices.ts';
import { releaseAll } from '../renewals/release-held.ts';
import { aCard, anAddress, aSubscription } from '../testing/builders.ts';
import { aPromotion } from '../testing/catalogue.ts';
import { Customer, declinedOutcome } from '../testing/customer.ts';
import { brokenInvariants } from '../testing/invariants.ts';
import { days, text, utc } from '../testing/moments.ts';
import { holdPromotion, redeemPromotion } from './redeem.ts';

const brokenOf = (ada: Customer) => brokenInvariants(ada.books, ada.catalogue, ada.settings);
const live = (ada: Customer) => ada.books.subscriptions.filter((row) => row.endedAt === null);
const newcomer = () => new Customer(utc('2026-01-10'));

const redeem = (ada: Customer, name = '2-series', verdict: 'clear' | 'review' | 'deny' = 'clear') => {
  const promotion = promotionNamed(ada.catalogue.promotions, name) ?? aPromotion();
  const redeemed = redeemPromotion(ada.books, promotion, null, { code: 'CODE', verdict }, ada.context);
  if (redeemed.ok) ada.store(redeemed.value.writes);
  return redeemed;
};
const refusal = (ada: Customer, ...args: [name?: string, verdict?: 'clear' | 'review' | 'deny']) => {
  const redeemed = redeem(ada, ...args);
  return redeemed.ok ? null : redeemed.type;
};
const holder = (intervalId: string, trial = false): Customer => {
  const ada = newcomer();
  ada.buy(intervalId, { trial });
  return ada;
};
const late = (later: number): Customer => {
  const ada = holder('pln_drive_starter_monthly');
  ada.advanceTo(utc('2026-02-10') + days(later), () => declinedOutcome());
  return ada;
};

test('[PR-03] 2-series: drive Starter and scope Ultimate for six months, with a receipt of 0 each', () => {
  const ada = newcomer();
  expect(refusal(ada, 'LEXINGTON')).toBeNull();
  expect(live(ada)).toMatchObject([
    { planId: 'pln_drive_starterpromotional', source: 'promotion', term: 'fixed', transitionAtEnd: true },
    { planId: 'pln_scope_ultimatepromotional', source: 'promotion', term: 'fixed', transitionAtEnd: true },
  ]);
  expect(live(ada).map((row) => text(row.currentPeriodEnd))).toEqual(['2026-07-10', '2026-07-10']);
  expect(ada.books.allInvoices).toMatchObject([
    { reason: 'grant', status: 'paid', totalCents: 0, description: 'Drive Starter, 6 months free' },
    { reason: 'grant', status: 'paid', totalCents: 0, description: expect.stringMatching(/^Scope .*, 6 months free$/) },
  ]);
  expect(ada.books.mails.map(({ template }) => template)).toEqual(['promotion_redeemed']);
  expect(brokenOf(ada)).toEqual([]);
});

test('[PR-03] S18: with a card both continue at the price of the ordinary plan, 29988 and 50400 a year', () => {
  const ada = newcomer();
  redeem(ada);
  ada.advanceTo(utc('2026-07-11'));
  expect(live(ada)).toMatchObject([
    { planId: 'pln_drive_starter', source: 'card', status: 'active', unitAmountCents: 29_988, term: 'recurring' },
    { planId: 'pln_scope_ultimate', source: 'card', status: 'active', unitAmountCents: 50_400, term: 'recurring' },
  ]);
  expect(live(ada).map((row) => text(row.currentPeriodEnd))).toEqual(['2027-07-10', '2027-07-10']);
  expect(ada.books.allInvoices.filter(({ reason }) => reason === 'promotion_end')).toMatchObject([
    { status: 'paid', totalCents: 32_462 },
    { status: 'paid', totalCents: 54_558 },
  ]);
  expect(brokenOf(ada)).toEqual([]);
});

test('[PR-04] [BY-06] the charge after the free time is announced a week before: each at its price, with tax', () => {
  const ada = newcomer();
  redeem(ada);
  expect(live(ada).map(({ id }) => renewalCosts(ada.books, ada.context).get(id)?.cents)).toEqual([32_462, 54_558]);
  ada.advanceTo(utc('2026-07-03'));
  expect(
    ada.books.mails.filter(({ template }) => template === 'renewal_notice').map(({ facts }) => facts.amountCents),
  ).toEqual([32_462, 54_558]);
});

test('[PR-04] redeemed without auto-renew: there is a card, the plans end, nothing is charged', () => {
  const ada = newcomer();
  const claim = { code: 'CODE', verdict: 'clear', transitionAtEnd: false } as const;
  const redeemed = redeemPromotion(ada.books, aPromotion(), null, claim, ada.context);
  if (!redeemed.ok) throw new Error(redeemed.type);
  ada.store(redeemed.value.writes);
  expect(live(ada).map(({ transitionAtEnd }) => transitionAtEnd)).toEqual([false, false]);
  ada.advanceTo(utc('2026-07-11'));
  expect(ada.books.subscriptions.map(({ endReason }) => endReason)).toEqual(['promotion_ended', 'promotion_ended']);
  expect(ada.books.allInvoices.filter(({ totalCents }) => totalCents > 0)).toEqual([]);
  expect(brokenOf(ada)).toEqual([]);
});

test('[PR-03] where cards are not accepted it needs no card and ends', () => {
  const ada = newcomer();
  ada.books = { ...ada.books, billTo: anAddress({ country: 'DE' }), card: null };
  expect(refusal(ada)).toBeNull();
  expect(live(ada).map(({ transitionAtEnd }) => transitionAtEnd)).toEqual([false, false]);
  ada.advanceTo(utc('2026-07-11'));
  expect(ada.books.subscriptions.map(({ endReason }) => endReason)).toEqual(['promotion_ended', 'promotion_ended']);
  expect(brokenOf(ada)).toEqual([]);
});

test('[PR-03] portal: open-ended, without address and card', () => {
  const ada = newcomer();
  ada.books = { ...ada.books, billTo: null, card: null };
  expect(refusal(ada, 'portal')).toBeNull();
  expect(live(ada)).toMatchObject([{ term: 'open_ended', currentPeriodEnd: null, transitionAtEnd: false }]);
  ada.advanceTo(utc('2031-01-10'));
  expect(live(ada)).toMatchObject([{ planId: 'pln_drive_portal', status: 'active' }]);
  expect(ada.books.account.nextActionAt).toBeNull();
  expect(brokenOf(ada)).toEqual([]);
});

describe('[PR-03] on drive it replaces free, tried and paid plans (S19)', () => {
  test.each([
    ['a free plan', () => holder('pln_drive_free_free')],
    ['a trial', () => holder('pln_drive_ultimate_yearly', true)],
    ['a paid plan', () => holder('pln_drive_starter_yearly')],
    ['a plan that is past due', () => late(1)],
    ['a suspended plan', () => late(20)],
  ])('%s', (_title, make) => {
    const ada = make();
    expect(refusal(ada)).toBeNull();
    expect(ada.books.subscriptions[0]).toMatchObject({ status: 'canceled', endReason: 'replaced' });
    expect(live(ada).map(({ source }) => source)).toEqual(['promotion', 'promotion']);
    expect(ada.books.invoices.filter(({ status }) => status === 'open')).toEqual([]);
    expect(brokenOf(ada)).toEqual([]);
  });

  test('unused paid days become credit, with tax: 265 of 365 days', () => {
    const ada = holder('pln_drive_starter_yearly');
    ada.now = utc('2026-04-20 18:00');
    redeem(ada);
    expect(ada.books.account.balanceCents).toBe(-23_568);
  });
});

const scopes = (count: number, planId: string) =>
  Array.from({ length: count }, (_, index) =>
    aSubscription({ id: `sub_s${index}`, product: 'scope', planId, source: 'promotion', term: 'fixed' }),
  );

describe('[PR-05] all or nothing: if one grant cannot be given, none is', () => {
  test.each([
    ['prepaid drive time', { subscriptions: [aSubscription({ source: 'prepaid', term: 'fixed' })] }],
    ['a live promotion on drive', { subscriptions: [aSubscription({ source: 'promotion', term: 'fixed' })] }],
    ['ten scope subscriptions of the plan', { subscriptions: scopes(10, 'pln_scope_ultimatepromotional') }],
  ])('%s', (_title, state) => {
    const ada = newcomer();
    ada.books = { ...ada.books, ...state };
    const before = structuredClone(ada.books.subscriptions);
    expect(refusal(ada)).toBe('PROMO_NOT_AVAILABLE');
    expect(ada.books.subscriptions).toEqual(before);
  });

  test('nine scope subscriptions of it, or ten of another plan, are within the limit', () => {
    for (const held of [scopes(9, 'pln_scope_ultimatepromotional'), scopes(10, 'pln_scope_starter')]) {
      const ada = newcomer();
      ada.books = { ...ada.books, subscriptions: held };
      expect(refusal(ada)).toBeNull();
    }
  });

  test('a closed account', () => {
    const ada = newcomer();
    ada.books = { ...ada.books, account: { ...ada.books.account, status: 'closed' } };
    expect(refusal(ada)).toBe('PROMO_NOT_AVAILABLE');
  });
});

describe('[PR-05] requirements of the customer, in the order of the page', () => {
  const nowhere = { billTo: null, card: null };
  test.each([
    ['no address', nowhere, 'deny', 'MISSING_ADDRESS'],
    ['a screening that requires a review', { card: null }, 'review', 'NEEDS_REVIEW'],
    ['a screening that denies', { card: null }, 'deny', 'EXPORT_DENIED'],
    ['no card where cards are accepted', { card: null }, 'clear', 'PAYMENT_METHOD_REQUIRED'],
    ['a card that may have expired: its bank decides', { card: aCard({ expYear: 2020 }) }, 'clear', null],
  ] as const)('%s', (_title, state, verdict, type) => {
    const ada = newcomer();
    ada.books = { ...ada.books, ...state };
    expect(refusal(ada, '2-series', verdict)).toBe(type);
  });

  test('the drive portal promotion is not export-controlled', () => {
    const ada = newcomer();
    ada.books = { ...ada.books, account: { ...ada.books.account, exportStatus: 'denied' } };
    expect(refusal(ada, 'portal', 'deny')).toBeNull();
  });
});

test('[INV-12] refused while a payment of a replaced plan is undecided', () => {
  const ada = newcomer();
  ada.place('pln_drive_starter_yearly');
  expect(refusal(ada)).toBe('OPERATION_IN_PROGRESS');
});

describe('[EX-01] a promotion is held while the account is under review', () => {
  const makeHeld = () => {
    const ada = newcomer();
    ada.store(holdPromotion(ada.books, aPromotion(), { code: 'CODE', reviewId: 'exr_1' }, ada.context));
    return ada;
  };

  test('nothing is given, and the release is due ten U.S. business days later: Saturday the 10th, across MLK day', () => {
    const ada = makeHeld();
    expect(ada.books.subscriptions).toEqual([]);
    // 10 January 2026 in UTC is Friday the 9th in New York.
    expect(text(ada.books.account.nextActionAt)).toBe('2026-01-27 05:00');
    ada.advanceTo(utc('2026-01-27 05:00') - 1);
    expect(ada.books.held).toHaveLength(1);
    ada.advanceTo(utc('2026-01-27 05:00'));
    expect(ada.books.held).toEqual([]);
    expect(ada.books.mails.map(({ template, facts }) => [template, facts.name])).toEqual([
      ['held_released', 'prm_2-series'],
    ]);
    expect(ada.books.account.nextActionAt).toBeNull();
  });

  test('cleared: it is applied as if redeemed then, and no release is due', () => {
    const ada = makeHeld();
    ada.now = utc('2026-01-12');
    const cleared = { ...ada.books, account: { ...ada.books.account, exportStatus: 'cleared' as const } };
    const row = {
      id: ada.books.held[0]?.id ?? '',
      promotionId: 'prm_2-series',
      accountId: 'acc_1',
      code: 'CODE',
      status: 'held' as const,
      exportReviewId: 'exr_1',
      subscriptionIds: [],
      transitionAtEnd: true,
      at: utc('2026-01-10'),
    };
    const redeemed = redeemPromotion(cleared, aPromotion(), row, { code: 'CODE', verdict: 'clear' }, ada.context);
    if (!redeemed.ok) throw new Error(redeemed.type);
    ada.store(redeemed.value.writes);
    expect(ada.books.held).toEqual([]);
    expect(live(ada).map((sub) => text(sub.currentPeriodEnd))).toEqual(['2026-07-12', '2026-07-12']);
    expect(redeemed.value.writes.promotionRedemptions).toMatchObject([{ id: row.id, status: 'applied' }]);
    expect(ada.books.mails.map(({ template }) => template)).toEqual(['held_applied']);
  });

  test('[PR-04] redeemed without auto-renew before the review: that choice is applied', () => {
    const ada = newcomer();
    const claim = { code: 'CODE', reviewId: 'exr_1', transitionAtEnd: false };
    const [row] = holdPromotion(ada.books, aPromotion(), claim, ada.context).promotionRedemptions;
    if (!row) throw new Error('nothing is held');
    const cleared = { ...ada.books, account: { ...ada.books.account, exportStatus: 'cleared' as const } };
    const redeemed = redeemPromotion(cleared, aPromotion(), row, { code: 'CODE', verdict: 'clear' }, ada.context);
    if (!redeemed.ok) throw new Error(redeemed.type);
    expect(redeemed.value.subscriptions.map(({ transitionAtEnd }) => transitionAtEnd)).toEqual([false, false]);
    expect(redeemed.value.writes.promotionRedemptions).toMatchObject([{ id: row.id, transitionAtEnd: false }]);
  });

  test('denied: every held redemption is released', () => {
    const ada = makeHeld();
    const writes = releaseAll(ada.books, ada.books.held, ada.context);
    expect(writes.released.map(({ kind }) => kind)).toEqual(['promotion']);
    expect(writes.account.nextActionAt).toBeNull();
  });
});
