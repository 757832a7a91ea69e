import { expect, test } from 'vitest';
import { describeFailures, playwrightFailures, vitestFailures } from './failures.mjs';

test('vitest: failed tests, and files that cannot be loaded', () => {
  const failed = { status: 'failed', fullName: 'a group adds', failureMessages: ['expected 2'] };
  const testResults = [
    { name: '/root/a.ts', status: 'failed', assertionResults: [failed, { status: 'passed' }] },
    { name: '/root/b.ts', status: 'failed', message: 'no such module', assertionResults: [] },
    { name: '/root/c.ts', status: 'passed', assertionResults: [{ status: 'passed' }] },
  ];
  expect(vitestFailures({ testResults }, '/root')).toEqual([
    { title: 'a.ts › a group adds', message: 'expected 2' },
    { title: 'b.ts', message: 'no such module' },
  ]);
});

test('Playwright: failed tests, also in groups, and errors outside a test', () => {
  const spec = (title, status) => ({ title, tests: [{ status, results: [{ errors: [{ message: 'no button' }] }] }] });
  const suites = [
    {
      file: 'a.e2e.ts',
      specs: [spec('buys', 'expected')],
      suites: [{ title: 'en', specs: [spec('pays', 'unexpected')] }],
    },
  ];
  expect(playwrightFailures({ suites, errors: [{ message: 'no server' }] })).toEqual([
    { title: 'outside a test', message: 'no server' },
    { title: 'a.e2e.ts › en › pays', message: 'no button' },
  ]);
});

test('the list shows 30 failed tests, and 12 lines of each error without colours', () => {
  const message = Array.from({ length: 13 }, (_, index) => `\u001b[31mline ${index}\u001b[39m`).join('\n');
  const lines = describeFailures(Array.from({ length: 31 }, () => ({ title: 'pays', message })));
  expect(lines.slice(0, 2)).toEqual(['✗ pays', '    line 0']);
  expect(lines).toHaveLength(30 * 13 + 1);
  expect(lines.at(-1)).toBe('… and 1 more');
});
