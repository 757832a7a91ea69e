import { expect, test } from 'vitest';
import { describeSlowest, playwrightTimes, vitestTimes } from './slowest.mjs';

test('vitest: the duration of a file is its end minus its start, and its path is relative to the root', () => {
  const report = { testResults: [{ name: '/root/apps/a.unit.test.ts', startTime: 100, endTime: 350 }] };
  expect(vitestTimes(report, '/root')).toEqual([{ file: 'apps/a.unit.test.ts', ms: 250 }]);
});

test('Playwright: the duration of a file is the sum of its tests, including tests in groups', () => {
  const spec = (duration) => ({ tests: [{ results: [{ duration }] }] });
  const report = { suites: [{ file: 'a.e2e.ts', specs: [spec(10), spec(20)], suites: [{ specs: [spec(5)] }] }] };
  expect(playwrightTimes(report)).toEqual([{ file: 'a.e2e.ts', ms: 35 }]);
});

test('the slowest 20 files are listed, slowest first; a run of 20 files or fewer has no list', () => {
  const times = Array.from({ length: 21 }, (_, index) => ({ file: `${index}.ts`, ms: index * 1000 }));
  const lines = describeSlowest(times);
  expect(lines).toHaveLength(21);
  expect(lines[1]).toBe('   20.0 s  20.ts');
  expect(lines.at(-1)).toBe('    1.0 s  1.ts');
  expect(describeSlowest(times.slice(0, 20))).toEqual([]);
});
