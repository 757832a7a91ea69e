import { describe, expect, test } from 'vitest';
import { CallError } from '../../../lib/call-error.ts';
import { extendedDestination } from '../tiers/tiers-done.ts';
import { codeRefusal } from './code-refusal.ts';
import { coverageAt, maintenanceEndOf } from './coverage.ts';
import { monthlyCents, savePercent, selfServiceOptions, toYearsAndMonths } from './extension-choice.ts';
import { pollPurchase } from './poll-purchase.ts';
import { placeBeside, timelineScale } from './timeline-scale.ts';

const option = (durationInMonths: number, totalPrice: number, over: object = {}) => ({
  id: `mex_${durationInMonths}m`,
  name: `${durationInMonths / 12} Year Maintenance`,
  category: 'Ultimate',
  newExpiration: new Date(Date.UTC(2026, durationInMonths, 1)).toISOString(),
  durationInMonths,
  amount: totalPrice,
  quantity: 1,
  totalPrice,
  extensionLength: durationInMonths / 12,
  isSelfService: true,
  quote: {
    subtotal: totalPrice,
    tax: 0,
    taxRatePercentage: 0,
    taxPlace: '',
    total: totalPrice,
    credit: 0,
    carried: 0,
    amountDueCents: totalPrice,
    paymentRequired: true,
  },
  ...over,
});

describe('what a licence covers', () => {
  test.each([
    ['2026-06-30T00:00:00Z', '2026-03-12T00:00:00Z', { kind: 'maintained', daysLeft: 110 }],
    ['2026-06-30T00:00:00Z', '2026-06-29T23:59:59Z', { kind: 'maintained', daysLeft: 1 }],
    ['2026-06-30T00:00:00Z', '2026-06-30T00:00:00Z', { kind: 'lapsed' }],
    [null, '2026-06-30T00:00:00Z', { kind: 'none' }],
  ] as const)('[MA-01] until %s, looked at on %s', (until, now, coverage) => {
    expect(coverageAt(until, now)).toMatchObject(coverage);
  });

  test('[MA-01] the period’s expiration counts before the bare date', () => {
    const period = { expiration: '2027-01-01T00:00:00Z' };
    expect(maintenanceEndOf({ maintenancePeriod: period, maintenanceEnds: '2026-01-01T00:00:00Z' })).toBe(
      period.expiration,
    );
    expect(maintenanceEndOf({ maintenancePeriod: null, maintenanceEnds: '2026-01-01T00:00:00Z' })).toContain('2026');
  });

  const dates = {
    licensedAt: '2024-01-01T00:00:00Z',
    coveredUntil: '2026-01-01T00:00:00Z',
    chosenUntil: '2027-01-01T00:00:00Z',
    longestUntil: '2029-01-01T00:00:00Z',
    today: '2025-01-01T00:00:00Z',
  };

  test('the bar has room for the longest extension, so that choosing moves one part only', () => {
    const one = timelineScale(dates);
    const three = timelineScale({ ...dates, chosenUntil: dates.longestUntil });
    expect(three).toMatchObject({ today: one.today, covered: one.covered, years: one.years });
    expect(one.gap).toBeNull();
    expect([one.chosen?.from, three.chosen?.from]).toEqual([one.covered, one.covered]);
    expect((three.chosen?.width ?? 0) / (one.chosen?.width ?? 1)).toBeCloseTo(3, 1);
    expect(one.years.map(({ year }) => year)).toEqual([2025, 2026, 2027, 2028, 2029]);
  });

  test('a lapsed one shows the gap up to today', () => {
    const { gap, covered, today } = timelineScale({ ...dates, chosenUntil: null, today: '2026-07-01T00:00:00Z' });
    expect(gap?.from).toBe(covered);
    expect((gap?.from ?? 0) + (gap?.width ?? 0)).toBeCloseTo(today, 1);
  });

  test('a licence of twenty years marks some of its years', () => {
    const { years } = timelineScale({ ...dates, licensedAt: '2004-01-01T00:00:00Z' });
    expect(years.length).toBeLessThanOrEqual(9);
    expect(years[0]?.year).toBe(2005);
  });
});

describe('what is on offer', () => {
  test.each([
    [12, { years: 1, months: 0 }],
    [6, { years: 0, months: 6 }],
    [30, { years: 2, months: 6 }],
  ])('[MA-02] %s months', (months, length) => {
    expect(toYearsAndMonths(months)).toEqual(length);
  });

  test('[MA-02] by new expiration, and only what a customer buys here', () => {
    const [one, three] = [option(12, 40000), option(36, 108000)];
    const own = option(24, 1, { isSelfService: false });
    expect(selfServiceOptions([three, own, one]).map(({ id }) => id)).toEqual(['mex_12m', 'mex_36m']);
  });

  test('what a month costs, and what the longer one saves, rounded down', () => {
    const [one, three] = [option(12, 40000), option(36, 108000)];
    expect([one, three].map(monthlyCents)).toEqual([3333, 3000]);
    expect([one, three].map((each) => savePercent(each, [one, three]))).toEqual([null, 10]);
    expect(monthlyCents(option(12, 80000, { quantity: 2 }))).toBe(3333);
  });
});

describe('following a purchase', () => {
  const pending = { status: 'pending' } as const;
  const callError = (status: number, type: string, body?: unknown) =>
    new CallError({ status, type, message: type, body });

  /** Answers one after the other, and how long was waited in all. */
  const follow = async (...answers: (Error | { status: 'pending' | 'success' | 'failed' })[]) => {
    const waited: number[] = [];
    let looks = 0;
    const outcome = await pollPurchase({
      fetchStatus: async () => {
        const answer = answers[Math.min(looks, answers.length - 1)];
        looks += 1;
        if (answer instanceof Error) throw answer;
        return answer ?? pending;
      },
      wait: async (ms) => {
        waited.push(ms);
      },
    }).then(
      () => 'success',
      (error: CallError) => error.type,
    );
    return { outcome, looks, waited: new Set(waited) };
  };

  test('[MA-03] every 500 ms, 20 times, then POLLING_ERROR', async () => {
    expect(await follow(pending)).toEqual({ outcome: 'POLLING_ERROR', looks: 20, waited: new Set([500]) });
  });

  test('[MA-03] success ends it', async () => {
    expect(await follow(pending, pending, { status: 'success' })).toMatchObject({ outcome: 'success', looks: 3 });
  });

  test.each([
    ['a declined card', callError(402, 'StripeCardError'), 1, 'StripeCardError'],
    [
      'the gateway’s last word',
      callError(502, 'PAYMENT_GATEWAY_ERROR', { purchase: { status: 'failed' } }),
      1,
      'PAYMENT_GATEWAY_ERROR',
    ],
    ['a server that is down says nothing', callError(503, 'UNAVAILABLE'), 20, 'POLLING_ERROR'],
    ['nor does no connection', callError(0, 'OFFLINE'), 20, 'POLLING_ERROR'],
    ['a page that was left', callError(0, 'REQUEST_CANCELED'), 1, 'REQUEST_CANCELED'],
  ])('[MA-03] %s', async (_, error, looks, outcome) => {
    expect(await follow(error)).toMatchObject({ outcome, looks });
  });
});

describe('a checked code', () => {
  const good = {
    isMaintenance: true,
    tierName: 'Ultimate',
    planTier: 'scope_ultimate',
    refusal: null,
    effect: {
      action: 'extends_maintenance' as const,
      subscriptionId: 'sub_1',
      from: '2026-06-30T00:00:00Z',
      until: '2027-06-30T00:00:00Z',
      replaces: null,
      endsTrial: null,
      freeTime: null,
      exchange: null,
      creditCents: 0,
    },
  };
  test.each([
    ['one that fits', {}, null],
    ['a code for a plan', { isMaintenance: false }, 'INVALID_COUPON_TYPE'],
    ['the tier in other letters', { tierName: 'ULTIMATE' }, null],
    ['the tier by its id', { tierName: null, planTier: 'ultimate' }, null],
    ['another tier', { tierName: 'Starter' }, 'INVALID_COUPON_TIER'],
    ['[EX-01] under review: it is kept until then', { refusal: 'NEEDS_REVIEW', effect: null }, null],
    ['what the server would refuse', { refusal: 'MAINTENANCE_LIMIT', effect: null }, 'MAINTENANCE_LIMIT'],
  ])('[MA-04] %s', (_, over, reason) => {
    expect(codeRefusal({ ...good, ...over }, 'Ultimate')).toBe(reason);
  });
});

describe('where an extension leads', () => {
  const facts = {
    subId: 'sub_1',
    areDownloadsBlocked: false,
    family: { menu: [{ key: 'install' as const, href: '/install' }] },
    here: 'https://id.example/#/',
  };
  test.each([
    ['[MA-03] to install, with r=maintenance and the id', {}, 'https://id.example/install?r=maintenance&subId=sub_1'],
    ['[MA-03] nowhere configured: a page of our own', { family: { menu: [] } }, null],
    ['[EX-01] a review is pending: no download', { areDownloadsBlocked: true }, null],
  ])('%s', (_, over, address) => {
    expect(extendedDestination({ ...facts, ...over })).toBe(address);
  });
});

test.each([
  [40, 100, 'before'],
  [15, 100, 'after'],
  [15, 20, null],
  [15, 33, 'after'],
  [50, 30, 'before'],
  [50, 10, null],
] as const)('a date stands beside the line of today, %i%% in, in a bar of %i%%: %s', (today, width, place) => {
  expect(placeBeside(today, width, 18)).toBe(place);
});
