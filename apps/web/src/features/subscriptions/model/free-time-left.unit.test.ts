import { expect, test } from 'vitest';
import { freeTimeLeft } from './free-time-left.ts';

const promotion = { isPromo: true, noExpiry: false, expiry: '2026-07-10T09:00:00Z' };

test.each([
  ['six months on the first day', promotion, '2026-01-10T09:00:00Z', { months: 6, days: 181 }],
  ['a month less on the day after', promotion, '2026-01-11T09:00:00Z', { months: 5, days: 180 }],
  ['over the end of a year', { ...promotion, expiry: '2027-02-10T09:00:00Z' }, '2026-12-10T09:00:00Z', { months: 2 }],
  ['days where no month is left', promotion, '2026-06-30T09:00:00Z', { months: 0, days: 10 }],
  ['the last hour is a day', promotion, '2026-07-10T08:00:00Z', { months: 0, days: 1 }],
  ['for good', { ...promotion, noExpiry: true, expiry: null }, '2026-01-10T09:00:00Z', { until: null }],
  ['over', promotion, '2026-07-10T09:00:00Z', null],
  ['no promotion', { ...promotion, isPromo: false }, '2026-01-10T09:00:00Z', null],
])('what is left of a promotion: %s', (_, subscription, now, left) => {
  if (left === null) expect(freeTimeLeft(subscription, now)).toBeNull();
  else expect(freeTimeLeft(subscription, now)).toMatchObject(left);
});
