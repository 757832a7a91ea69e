import { expect, test } from 'vitest';
import { aSubscription } from '../testing/builders.ts';
import { utc } from '../testing/moments.ts';
import { freeTimeLeft } from './free-time.ts';

const now = utc('2026-01-31 12:00');
const promotion = (currentPeriodEnd: number | null) => aSubscription({ source: 'promotion', currentPeriodEnd });

test.each([
  [utc('2026-07-31 12:00'), { months: 6, days: 181 }],
  [utc('2026-02-28 12:00'), { months: 1, days: 28 }],
  [utc('2026-02-28 11:59'), { months: 0, days: 28 }],
  [utc('2026-01-31 12:01'), { months: 0, days: 1 }],
])('[PR-03] free until %i: lost free time', (until, left) => {
  expect(freeTimeLeft(promotion(until), now)).toEqual({ until, ...left });
});

test('[PR-03] open-ended free time has no length; ended time and other plans lose nothing', () => {
  expect(freeTimeLeft(promotion(null), now)).toEqual({ until: null, months: 0, days: 0 });
  expect(freeTimeLeft(promotion(now), now)).toBeNull();
  expect(freeTimeLeft(aSubscription({ source: 'card', currentPeriodEnd: utc('2026-07-31') }), now)).toBeNull();
});
