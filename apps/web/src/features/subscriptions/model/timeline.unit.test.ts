import { describe, expect, test } from 'vitest';
import { aQuote, aSubscription } from '../../../testing/builders.ts';
import { aForecastInvoice, anUpcomingEvent } from '../../../testing/upcoming-events.ts';
import { firstCharge, firstRenewalOrEnd, isFree, timeline, trialReplacesPlanAt } from './timeline.ts';

const starts = { kind: 'starts', storage: '50 GB' };
const mail = ({ at: before }: { at: string }) => ({ kind: 'mail', before });
const noPlan = null;
const renews = anUpcomingEvent();
const monthly = anUpcomingEvent({ interval: 'monthly' });
const ends = anUpcomingEvent({ kind: 'ends', bill: null });
const waits = anUpcomingEvent({ kind: 'starts', at: '2026-06-01T00:00:00Z', bill: null });
const trialEnds = anUpcomingEvent({ kind: 'trial_ends', planName: 'Pro', at: '2026-01-24T00:00:00Z', bill: null });
const now = '2026-01-10T00:00:00Z';
const beside = anUpcomingEvent({ ordered: false });
const meanwhile = anUpcomingEvent({ ordered: false, at: '2026-01-20T00:00:00Z' });
const continues = anUpcomingEvent({
  kind: 'continues',
  planName: 'Pro',
  interval: 'monthly',
  at: '2026-01-24T00:00:00Z',
});
const free = anUpcomingEvent({ interval: 'monthly', at: '2026-02-10T00:00:00Z', bill: aForecastInvoice({ total: 0 }) });
const line = (event: typeof renews, continuingPlan: string | null = null) => ({
  kind: 'coming',
  event,
  continuingPlan,
  freeUntil: null,
});

describe('what happens when', () => {
  test.each([
    ['a yearly plan', {}, [renews], [starts, line(renews), mail(renews)]],
    ['a monthly plan', {}, [monthly], [starts, line(monthly)]],
    [
      'a yearly one that credit pays',
      {},
      [anUpcomingEvent({ bill: aForecastInvoice({ credit: 32462, amountDueCents: 0 }) })],
      [starts, line(anUpcomingEvent({ bill: aForecastInvoice({ credit: 32462, amountDueCents: 0 }) }))],
    ],
    [
      'free months, told as one up to the first charge',
      {},
      [free, monthly],
      [starts, { ...line(free), freeUntil: monthly.at }, line(monthly)],
    ],
    ['free months that never end', {}, [free], [starts, line(free)]],
    ['without auto-renew', {}, [ends], [starts, line(ends)]],
    ['a change for later', { scheduledFor: waits.at }, [waits, ends], [line(waits), line(ends)]],
    ['money back', { creditAdded: 4156 }, [monthly], [starts, { kind: 'credit', cents: 4156 }, line(monthly)]],
  ])('[DR-04] %s', (_, facts, coming, moments) => {
    expect(
      timeline({ quote: aQuote({ ...facts, coming }), held: noPlan, trial: false, storage: '50 GB', now }),
    ).toEqual(moments);
  });

  test.each([
    ['alone', [trialEnds], [line(trialEnds)]],
    ['that continues', [continues], [line(continues), mail(continues)]],
    ['over a plan that renews meanwhile', [meanwhile, trialEnds], [line(meanwhile), line(trialEnds, 'Starter')]],
    ['over a plan that renews after it', [trialEnds, beside], [line(trialEnds, 'Starter'), line(beside)]],
    [
      'over what is free, which is no news',
      [trialEnds, anUpcomingEvent({ ordered: false, planName: 'Basic', bill: null })],
      [line(trialEnds, 'Basic')],
    ],
    [
      'over a plan that ends before it',
      [{ ...meanwhile, kind: 'ends' as const, bill: null }, trialEnds],
      [line({ ...meanwhile, kind: 'ends', bill: null }), line(trialEnds)],
    ],
    [
      'over a plan that is another one by then',
      [
        { ...meanwhile, kind: 'starts' as const, planName: 'Basic' },
        trialEnds,
        { ...beside, planName: 'Basic', bill: null },
      ],
      [line({ ...meanwhile, kind: 'starts', planName: 'Basic' }), line(trialEnds, 'Basic')],
    ],
    [
      'over a plan that is another one later',
      [trialEnds, { ...beside, kind: 'starts' as const, planName: 'Basic' }],
      [line(trialEnds, null), line({ ...beside, kind: 'starts', planName: 'Basic' })],
    ],
  ])('[DR-04] [D9] a trial %s', (_, coming, moments) => {
    expect(timeline({ quote: aQuote({ coming }), held: noPlan, trial: true, storage: null, now })).toEqual([
      { kind: 'trial-starts' },
      ...moments,
    ]);
  });

  test.each([
    ['a week and a minute before', '2027-01-02T23:59:00Z', [line(renews), mail(renews)]],
    ['a week before, when it goes out', '2027-01-03T00:00:00Z', [line(renews)]],
    ['the day before', '2027-01-09T00:00:00Z', [line(renews)]],
  ])('[BY-06] mail a week before is promised only while there is a week: %s', (_, today, moments) => {
    const quote = aQuote({ scheduledFor: renews.at, coming: [renews] });
    expect(timeline({ quote, held: noPlan, trial: false, storage: null, now: today })).toEqual(moments);
  });

  const { plan } = aSubscription();
  const planOf = (facts: Partial<typeof plan>) => aSubscription({ plan: { ...plan, ...facts } });
  const toMonthly = anUpcomingEvent({ ...waits, interval: 'monthly', bill: aForecastInvoice() });
  const toYearly = anUpcomingEvent({ ...waits, bill: aForecastInvoice() });
  test.each([
    ['a yearly one, after monthly', planOf({ interval: 'monthly' }), toYearly, true],
    ['a monthly one, after monthly', planOf({ interval: 'monthly' }), toMonthly, false],
    ['a monthly one, after yearly', planOf({ interval: 'yearly' }), toMonthly, true],
    ['a monthly one, after what was free', planOf({ interval: 'free', amount: 0 }), toMonthly, true],
    [
      'a monthly one, after a promotion',
      aSubscription({ ...planOf({ interval: 'monthly' }), isPromo: true }),
      toMonthly,
      true,
    ],
    ['what is free', planOf({ interval: 'yearly' }), waits, false],
  ])('[BY-06] [S11] mail a week before a waiting plan starts: %s', (_, from, event, told) => {
    const quote = aQuote({ scheduledFor: event.at, coming: [event] });
    expect(timeline({ quote, held: from, trial: false, storage: null, now })).toEqual(
      told ? [line(event), mail(event)] : [line(event)],
    );
  });

  test('[SU-05] the switch is about what is ordered, and not about the day it starts', () => {
    expect(firstRenewalOrEnd({ coming: [meanwhile, waits, ends] })).toBe(ends);
    expect(firstRenewalOrEnd({ coming: [beside] })).toBeNull();
  });
});

test.each([
  ['it goes on over a plan that renews', [beside, continues], continues.at],
  ['it ends by itself', [trialEnds, beside], null],
  ['the plan below has ended by then', [{ ...meanwhile, kind: 'ends' as const, bill: null }, continues], null],
])('[S6] when a trial takes the place of the plan below it: %s', (_, coming, at) => {
  expect(trialReplacesPlanAt({ coming })).toBe(at);
});

test.each([
  ['nothing, now or later', { amountDueCents: 0, total: 0, coming: [{ ...ends }] }, true],
  ['only the plan beside it renews', { amountDueCents: 0, total: 0, coming: [beside] }, true],
  ['it renews for money', { amountDueCents: 0, total: 0, coming: [renews] }, false],
  ['credit pays it', { amountDueCents: 0, total: 32462, coming: [] }, false],
])('[PM-07] what is free: %s', (_, facts, free) => {
  expect(isFree(facts)).toBe(free);
});

test.each([
  ['behind free months', [free, monthly], monthly],
  ['of a plan beside it, none', [free, beside], null],
])('[DR-04] the first charge %s', (_, coming, charge) => {
  expect(firstCharge({ coming })).toEqual(charge);
});
