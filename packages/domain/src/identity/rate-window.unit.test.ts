import { HOUR_MS, MINUTE_MS } from '@foyer/contract/vocabulary/instants';
import { expect, test } from 'vitest';
import { utc } from '../testing/moments.ts';
import { countRequest, type RateWindow } from './rate-window.ts';

const now = utc('2026-01-10');
const limits = [
  { limit: 30, windowMs: MINUTE_MS },
  { limit: 300, windowMs: HOUR_MS },
];
const minute = (count: number, left = 20_000): RateWindow => ({ count, endsAt: now + left });

test('the first request begins every window', () => {
  expect(countRequest([null, null], limits, now)).toEqual({
    allowed: true,
    windows: [
      { count: 1, endsAt: now + MINUTE_MS },
      { count: 1, endsAt: now + HOUR_MS },
    ],
  });
});

test.each([
  ['one below its limit', [minute(29), minute(29)], true],
  ['a full minute', [minute(30), minute(30)], false],
  ['a full hour', [minute(0), minute(300)], false],
  ['a full minute that has ended', [minute(30, 0), minute(30)], true],
  ['a minute that is full for one more millisecond', [minute(30, 1), minute(30)], false],
] as const)('%s', (_, windows, allowed) => {
  expect(countRequest(windows, limits, now).allowed).toBe(allowed);
});

test('a refusal carries the end of the last full window', () => {
  expect(countRequest([minute(30, 1_000), minute(300, 9_000)], limits, now)).toEqual({
    allowed: false,
    retryAt: now + 9_000,
  });
});

test('with a request at every possible instant no window exceeds its limit', () => {
  let windows: readonly (RateWindow | null)[] = [null, null];
  const taken: number[] = [];
  for (let moment = now; moment < now + 2 * HOUR_MS; moment += 1_000) {
    const result = countRequest(windows, limits, moment);
    if (!result.allowed) continue;
    windows = result.windows;
    taken.push(moment);
  }
  expect(taken.length).toBe(600);
  expect(taken.filter((moment) => moment < now + MINUTE_MS).length).toBe(30);
});
