import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { ROOT } from '../bootstrap.mjs';
import { playwrightFailures, vitestFailures } from './failures.mjs';
import { runProgram } from './run-program.mjs';
import { describeSlowest, playwrightTimes, vitestTimes } from './slowest.mjs';

/**
 * Runs vitest and Playwright with their output on the terminal. Counts and times come from a JSON report that each writes
 * as well.
 */

/**
 * Calls `run` with the path of a report file, prints the slowest files, and returns the counts and the failed tests that
 * `read` finds in it.
 */
const withReport = (run, read) => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'foyer-report-'));
  try {
    const file = path.join(folder, 'report.json');
    const succeeded = run(file);
    const { counts, times, failures } = existsSync(file)
      ? read(JSON.parse(readFileSync(file, 'utf8')))
      : { counts: { passed: 0, failed: 0, skipped: 0 }, times: [], failures: [] };
    for (const line of describeSlowest(times)) console.log(line);
    // The run can fail without a failed test: a setup throws, a file does not load, or no test is found.
    return { ...counts, failed: succeeded ? counts.failed : Math.max(counts.failed, 1), failures };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

/** Counts of a vitest report. A test file that cannot be loaded has no tests, so it counts as one failed test. */
const countVitest = (report) => {
  const unloadable = report.testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && assertionResults.every((test) => test.status !== 'failed'),
  ).length;
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + unloadable,
    skipped: report.numPendingTests + (report.numTodoTests ?? 0),
  };
};

/** Projects of vitest.config.ts in a tier, for tiers with more than one project. */
const PROJECTS = { int: ['int', 'int-isolated'], web: ['web', 'web-isolated', 'web-german'] };

export const runVitest = (project, args) =>
  withReport(
    (file) =>
      runProgram('vitest/vitest.mjs', [
        ...['run', ...(PROJECTS[project] ?? [project]).flatMap((name) => ['--project', name])],
        ...['--reporter=default', '--reporter=json', `--outputFile.json=${file}`],
        ...args,
      ]),
    (report) => ({
      counts: countVitest(report),
      times: vitestTimes(report, ROOT),
      failures: vitestFailures(report, ROOT),
    }),
  );

const countPlaywright = ({ stats, errors }) => ({
  passed: stats.expected + stats.flaky,
  failed: stats.unexpected + (errors.length > 0 && stats.unexpected === 0 ? 1 : 0),
  skipped: stats.skipped,
});

const runTests = (args, environment = {}) =>
  runProgram('@playwright/test/cli.js', ['test', ...args], { TZ: 'UTC', ...environment });

const MOST_PAGE_CHARACTERS = 6_000;

/** Prints the elements of each page on which a test failed. The second run, and a CI machine that ends, remove the files. */
const showFailedPages = () => {
  const folder = path.join(ROOT, 'test-results');
  for (const name of existsSync(folder) ? readdirSync(folder) : []) {
    const file = path.join(folder, name, 'error-context.md');
    if (!existsSync(file)) continue;
    const [, page] = /^```yaml\n(.*?)^```/ms.exec(readFileSync(file, 'utf8')) ?? [];
    if (page) console.log(`\nThe page of ${name}:\n${page.slice(0, MOST_PAGE_CHARACTERS)}`);
  }
};

/**
 * Runs the browser tests. The first run records no traces, because traces of all tests cost minutes.
 * Failed tests run once more with a trace. The second run does not change the counts.
 */
export const runPlaywright = (args) => {
  const counts = withReport(
    (file) => runTests(['--reporter=list,json', ...args], { PLAYWRIGHT_JSON_OUTPUT_FILE: file }),
    (report) => ({
      counts: countPlaywright(report),
      times: playwrightTimes(report),
      failures: playwrightFailures(report),
    }),
  );
  if (counts.failed > 0) {
    showFailedPages();
    console.log(
      '\nRunning the failed tests again with a trace in test-results/. They count as failed even if they pass now.',
    );
    runTests(['--last-failed', '--trace=on', '--reporter=list', ...args]);
  }
  return counts;
};
