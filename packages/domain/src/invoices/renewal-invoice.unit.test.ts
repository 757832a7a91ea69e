import { expect, test } from 'vitest';
import { aContext, aSubscription } from '../testing/builders.ts';
import { text, utc } from '../testing/moments.ts';
import { nextPeriod, planAndPrice } from './renewal-invoice.ts';

test.each([
  // Anchor, months, cycle index, now → cycle index, period, skipped periods.
  ['2026-01-31', 1, 0, '2026-02-28', 1, '2026-02-28', '2026-03-31', 0],
  ['2026-01-31', 1, 1, '2026-03-31', 2, '2026-03-31', '2026-04-30', 0],
  ['2026-01-31', 1, 0, '2026-03-30 23:59', 1, '2026-02-28', '2026-03-31', 0],
  ['2026-01-31', 1, 0, '2026-03-31', 2, '2026-03-31', '2026-04-30', 1],
  ['2026-01-31', 1, 0, '2026-08-15', 6, '2026-07-31', '2026-08-31', 5],
  ['2024-02-29', 12, 0, '2025-02-28', 1, '2025-02-28', '2026-02-28', 0],
  ['2024-02-29', 12, 0, '2028-03-01', 4, '2028-02-29', '2029-02-28', 3],
  ['2026-01-31', 1, -1, '2026-01-31', 0, '2026-01-31', '2026-02-28', 0], // First period after a trial.
  ['2026-01-31', 1, 0, '2026-01-31', 1, '2026-02-28', '2026-03-31', 0], // Never the period that is billed already.
])(
  'D8: anchor %s every %i months, period %i, at %s: period %i',
  (anchor, months, index, now, cycleIndex, start, end, skipped) => {
    const next = nextPeriod(aSubscription({ billingAnchor: utc(anchor), cycleIndex: index }), months, utc(now));
    expect({ ...next, start: text(next.start), end: text(next.end) }).toEqual({ cycleIndex, start, end, skipped });
  },
);

test('a price that is missing in the catalogue throws', () => {
  expect(() => planAndPrice(aContext(), aSubscription({ priceId: 'prc_gone' }))).toThrow();
});
