import { describe, expect, test } from 'vitest';
import { promotionNamed } from '../catalogue/promotion.ts';
import { redeemPromotion } from '../promotions/redeem.ts';
import type { BillingState } from '../state/entities.ts';
import { anAccount } from '../testing/builders.ts';
import { aCatalogue, aPromotion } from '../testing/catalogue.ts';
import { aMaintenanceClaim, aPerpetualClaim, aPrepaidClaim } from '../testing/coupons.ts';
import { Customer, declinedOutcome } from '../testing/customer.ts';
import { brokenInvariants } from '../testing/invariants.ts';
import { days, text, utc } from '../testing/moments.ts';
import type { CouponClaim, PrepaidCoupon } from './coupon.ts';
import { redeemPrepaid } from './redeem-prepaid.ts';

const catalogue = {
  ...aCatalogue(),
  plans: aCatalogue().plans.map((plan) =>
    plan.name === 'Ultimate' ? { ...plan, tierId: 'ultimate', tierName: 'Ultimate' } : plan,
  ),
};
const START = utc('2026-01-31');
const customer = (state: Partial<BillingState> = {}) => new Customer(START, state, catalogue);
const live = (ada: Customer) => ada.books.subscriptions.filter(({ endedAt }) => endedAt === null);
const sound = (ada: Customer) => expect(brokenInvariants(ada.books, ada.catalogue, ada.settings)).toEqual([]);

const scopeStarter: Partial<PrepaidCoupon> = {
  product: 'scope',
  planId: 'pln_scope_starter',
  priceId: 'prc_pln_scope_starter_yearly',
  durationMonths: 24,
};

describe('a term on drive', () => {
  const holder = (intervalId: string, trial = false) => {
    const ada = customer();
    ada.buy(intervalId, { trial });
    return ada;
  };
  const late = () => {
    const ada = holder('pln_drive_starter_monthly');
    ada.advanceTo(utc('2026-03-01'), () => declinedOutcome());
    return ada;
  };

  const overlaid = () => {
    const ada = holder('pln_drive_starter_yearly');
    ada.buy('pln_drive_ultimate_yearly', { trial: true });
    return ada;
  };

  test.each([
    ['nothing', () => customer(), 'new', null, null],
    ['a free plan', () => holder('pln_drive_free_free'), 'replaces', 'pln_drive_free', null],
    ['a trial', () => holder('pln_drive_ultimate_yearly', true), 'replaces', null, 'pln_drive_ultimate'],
    ['a trial above a paid plan', overlaid, 'replaces', 'pln_drive_starter', 'pln_drive_ultimate'],
    ['a paid plan', () => holder('pln_drive_starter_yearly'), 'replaces', 'pln_drive_starter', null],
    ['a plan that is past due', late, 'replaces', 'pln_drive_starter', null],
  ])('[CD-05] over %s: one prepaid subscription, and the effect says so', (_title, make, action, gone, trial) => {
    const ada = make();
    const redeemed = ada.redeemCode(aPrepaidClaim());
    expect(redeemed).toMatchObject({ ok: true, value: { effect: { action, from: ada.now } } });
    if (!redeemed.ok) return;
    expect(redeemed.value.effect.replaces?.planId ?? null).toBe(gone);
    expect(redeemed.value.effect.endsTrial?.planId ?? null).toBe(trial);
    expect(redeemed.value.effect.freeTime).toBeNull();
    expect(live(ada)).toMatchObject([
      { source: 'prepaid', term: 'fixed', status: 'active', prepaidDisplayCode: 'ABCD', planId: 'pln_drive_starter' },
    ]);
    expect(redeemed.value.effect.until).toBe(live(ada)[0]?.currentPeriodEnd);
    expect(ada.lastInvoice).toMatchObject({ reason: 'grant', status: 'paid', totalCents: 0 });
    expect(ada.books.couponRedemptions).toMatchObject([
      { couponId: 'cpn_1', status: 'applied', typedCode: 'ppd_ABCD' },
    ]);
    sound(ada);
  });

  test('[CD-01] over a promotion: the lost free time, to the day', () => {
    const ada = new Customer(utc('2026-01-10'), {}, catalogue);
    const promotion = promotionNamed(ada.catalogue.promotions, '2-series') ?? aPromotion();
    const taken = redeemPromotion(ada.books, promotion, null, { code: 'C', verdict: 'clear' }, ada.context);
    if (!taken.ok) throw new Error(taken.type);
    ada.store(taken.value.writes);
    ada.now = utc('2026-02-10');
    expect(ada.redeemCode(aPrepaidClaim())).toMatchObject({
      value: {
        effect: { action: 'replaces', creditCents: 0, freeTime: { until: utc('2026-07-10'), months: 5, days: 150 } },
      },
    });
    sound(ada);
  });

  test('[SU-03] its receipt names the time, and no interval', () => {
    const ada = customer();
    ada.redeemCode(aPrepaidClaim({ durationMonths: 6 }));
    expect(ada.lastInvoice?.description).toBe('Drive Starter, 6 months prepaid');
    ada.redeemCode(aPerpetualClaim({ id: 'cpn_2' }));
    expect(ada.lastInvoice?.description).toMatch(/^Scope .*, perpetual license$/);
  });

  test('[D18] the credit for unused days equals the preview: 265 of 365 days, with its tax', () => {
    const ada = new Customer(utc('2026-01-10'), {}, catalogue);
    ada.buy('pln_drive_starter_yearly');
    ada.now = utc('2026-04-20 18:00');
    const redeemed = ada.redeemCode(aPrepaidClaim());
    expect(redeemed).toMatchObject({ value: { effect: { action: 'replaces', creditCents: 23_568 } } });
    expect(ada.books.account.balanceCents).toBe(-23_568);
    sound(ada);
  });

  test('[S20] the same plan again extends it from its end; another plan is refused', () => {
    const ada = customer();
    ada.redeemCode(aPrepaidClaim({ durationMonths: 1 }));
    expect(text(ada.subscription.currentPeriodEnd)).toBe('2026-02-28');
    const again = ada.redeemCode(aPrepaidClaim({ id: 'cpn_2' }));
    expect(again).toMatchObject({
      value: {
        effect: {
          action: 'extends',
          subscriptionId: ada.subscription.id,
          from: utc('2026-02-28'),
          until: utc('2027-02-28'),
        },
      },
    });
    const other = aPrepaidClaim({
      id: 'cpn_3',
      planId: 'pln_drive_ultimate',
      priceId: 'prc_pln_drive_ultimate_yearly',
    });
    expect(ada.redeemCode(other)).toMatchObject({ type: 'PREPAID_PLAN_MISMATCH' });
    sound(ada);
  });
});

describe('on scope', () => {
  test('a term is an additional subscription, and extends the one that is named', () => {
    const ada = customer();
    ada.redeemCode(aPrepaidClaim(scopeStarter));
    ada.redeemCode(aPrepaidClaim({ ...scopeStarter, id: 'cpn_2' }));
    expect(live(ada)).toHaveLength(2);
    const [first] = live(ada);
    ada.redeemCode(aPrepaidClaim({ ...scopeStarter, id: 'cpn_3' }), first);
    expect(live(ada).map(({ currentPeriodEnd }) => text(currentPeriodEnd))).toEqual(['2030-01-31', '2028-01-31']);
    sound(ada);
  });

  test('the limit of live subscriptions of the plan holds', () => {
    const plans = catalogue.plans.map((plan) => (plan.id === 'pln_scope_starter' ? { ...plan, maxLive: 1 } : plan));
    const ada = new Customer(START, {}, { ...catalogue, plans });
    ada.redeemCode(aPrepaidClaim(scopeStarter));
    expect(ada.redeemCode(aPrepaidClaim({ ...scopeStarter, id: 'cpn_2' }))).toMatchObject({
      type: 'SUBSCRIPTION_LIMIT',
    });
  });

  test.each(['2000-02-29', '2026-01-31'])(
    '[SU-03] [I21] a licence of %s is perpetual: 1200 months and a first maintenance',
    (start) => {
      const ada = new Customer(utc(start), {}, catalogue);
      const redeemed = ada.redeemCode(aPerpetualClaim({ validFrom: utc('1999-01-01') }));
      expect(redeemed).toMatchObject({ ok: true, value: { effect: { action: 'new' } } });
      const end = start === '2000-02-29' ? '2100-02-28' : '2126-01-31';
      expect(ada.subscription).toMatchObject({ term: 'perpetual', source: 'prepaid', currentPeriodEnd: utc(end) });
      const firstEnd = start === '2000-02-29' ? '2001-02-28' : '2027-01-31';
      expect(ada.books.maintenance).toMatchObject([
        { source: 'initial', startsAt: utc(start), expiresAt: utc(firstEnd) },
      ]);
      sound(ada);
    },
  );

  test.each<[string, CouponClaim<PrepaidCoupon>]>([
    ['a perpetual licence', aPerpetualClaim({ id: 'cpn_2' })],
    ['a term of another plan', aPrepaidClaim({ ...scopeStarter, id: 'cpn_2' })],
    ['a term of its own plan', aPerpetualClaim({ id: 'cpn_2', durationMonths: 12, maintenanceMonths: null })],
  ])('a perpetual licence is not extended by %s', (_title, claim) => {
    const ada = customer();
    ada.redeemCode(aPerpetualClaim());
    expect(ada.redeemCode(claim, ada.subscription)).toMatchObject({ type: 'PREPAID_PLAN_MISMATCH' });
  });
});

describe('maintenance', () => {
  const licensee = () => {
    const ada = customer();
    ada.redeemCode(aPerpetualClaim());
    return ada;
  };

  test('[MA-03] starts at the end of the current maintenance', () => {
    const ada = licensee();
    const redeemed = ada.redeemCode(aMaintenanceClaim({ id: 'cpn_2' }), ada.subscription);
    expect(redeemed).toMatchObject({
      value: { effect: { action: 'extends_maintenance', from: utc('2027-01-31'), until: utc('2028-01-31') } },
    });
    expect(ada.books.maintenance).toHaveLength(2);
    sound(ada);
  });

  test.each([
    ['without a licence named', aMaintenanceClaim({ id: 'cpn_2' }), false, 'INVALID_COUPON_TYPE'],
    ['of another tier', aMaintenanceClaim({ id: 'cpn_2', tierId: 'starter' }), true, 'INVALID_COUPON_TIER'],
    ['too far ahead', aMaintenanceClaim({ id: 'cpn_2', maintenanceMonths: 60 }), true, 'MAINTENANCE_LIMIT'],
  ])('%s: refused', (_title, claim, named, type) => {
    const ada = licensee();
    expect(ada.redeemCode(claim, named ? ada.subscription : null)).toMatchObject({ type });
  });

  test('for a term: refused', () => {
    const ada = customer();
    ada.redeemCode(aPrepaidClaim(scopeStarter));
    expect(ada.redeemCode(aMaintenanceClaim({ id: 'cpn_2' }), ada.subscription)).toMatchObject({
      type: 'NOT_PERPETUAL',
    });
  });
});

describe('refused, and nothing is written', () => {
  const expired = aPrepaidClaim({ validTo: START });
  test.each([
    ['used up', {}, aPrepaidClaim({ redeemedCount: 1 }), 'NOT_FOUND'],
    ['revoked', {}, aPrepaidClaim({ status: 'revoked' }), 'NOT_FOUND'],
    ['not yet valid', {}, aPrepaidClaim({ validFrom: START + 1 }), 'NOT_FOUND'],
    ['no longer valid, from that instant on', {}, expired, 'NOT_FOUND'],
    [
      'used by this account before',
      {},
      { ...aPrepaidClaim({ redeemedCount: 1 }), earlier: { status: 'applied' as const } },
      'COUPON_REDEEMED',
    ],
    [
      'held for this account',
      {},
      { ...aPrepaidClaim({ redeemedCount: 1 }), earlier: { status: 'held' as const } },
      'NEEDS_REVIEW',
    ],
    ['no address', { billTo: null }, aPrepaidClaim(), 'MISSING_ADDRESS'],
    [
      'a review that is open',
      { account: anAccount({ exportStatus: 'pending' as const }) },
      aPerpetualClaim(),
      'NEEDS_REVIEW',
    ],
    [
      'a denied review',
      { account: anAccount({ exportStatus: 'denied' as const }) },
      aPerpetualClaim(),
      'EXPORT_DENIED',
    ],
    [
      'address before review',
      { billTo: null, account: anAccount({ exportStatus: 'pending' as const }) },
      aPerpetualClaim(),
      'MISSING_ADDRESS',
    ],
  ])('[CD-03] %s', (_title, state, claim, type) => {
    const ada = customer(state);
    const { books } = ada;
    expect(ada.redeemCode(claim)).toMatchObject({ ok: false, type });
    expect(ada.books).toBe(books);
  });

  test('[EX-01] drive needs no clearance', () => {
    const ada = customer({ account: anAccount({ exportStatus: 'pending' }) });
    expect(ada.redeemCode(aPrepaidClaim())).toMatchObject({ ok: true });
  });

  test('valid until one millisecond before its end', () => {
    const ada = customer();
    ada.now = START - 1;
    expect(ada.redeemCode(expired)).toMatchObject({ ok: true });
  });

  test('a subscription of another product is refused', () => {
    const ada = customer();
    ada.buy('pln_drive_starter_yearly');
    expect(ada.redeemCode(aPrepaidClaim(scopeStarter), ada.subscription)).toMatchObject({ type: 'INVALID_PLAN' });
  });
});

test('[CD-01] preview and redemption are equal, and the preview changes nothing', () => {
  const ada = customer();
  ada.buy('pln_drive_ultimate_yearly');
  ada.now += days(40);
  const { books } = ada;
  const looked = redeemPrepaid(books, aPrepaidClaim(), { named: null, verdict: 'clear' }, ada.context);
  expect(ada.books).toBe(books);
  const done = ada.redeemCode(aPrepaidClaim());
  expect(looked.ok && done.ok && { ...looked.value.effect }).toEqual(done.ok && done.value.effect);
});
