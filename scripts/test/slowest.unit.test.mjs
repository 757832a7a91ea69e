import { expect, test } from 'vitest';
import { describeSlowest, playwrightTimes, vitestTimes } from './slowest.mjs';

test('vitest: the time of a file is from its start to its end, its name relative to the root', () => {
  const report = { testResults: [{ name: '/root/apps/a.unit.test.ts', startTime: 100, endTime: 350 }] };
  expect(vitestTimes(report, '/root')).toEqual([{ file: 'apps/a.unit.test.ts', ms: 250 }]);
});

test('Playwright: the times of all tests of a file are added up, also those in groups', () => {
  const spec = (duration) => ({ tests: [{ results: [{ duration }] }] });
  const report = { suites: [{ file: 'a.e2e.ts', specs: [spec(10), spec(20)], suites: [{ specs: [spec(5)] }] }] };
  expect(playwrightTimes(report)).toEqual([{ file: 'a.e2e.ts', ms: 35 }]);
});

test('the slowest 20 files are listed, the slowest first; a run of a few files has no list', () => {
  const times = Array.from({ length: 21 }, (_, index) => ({ file: `${index}.ts`, ms: index * 1000 }));
  const lines = describeSlowest(times);
  expect(lines).toHaveLength(21);
  expect(lines[1]).toBe('   20.0 s  20.ts');
  expect(lines.at(-1)).toBe('    1.0 s  1.ts');
  expect(describeSlowest(times.slice(0, 20))).toEqual([]);
});
