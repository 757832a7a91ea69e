import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { ROOT } from '../bootstrap.mjs';
import { runProgram } from './run-program.mjs';
import { describeSlowest, playwrightTimes, vitestTimes } from './slowest.mjs';

/**
 * Runs vitest and Playwright with their output on the terminal, and reads the counts and times from the JSON report
 * that each writes beside it.
 */

/** Runs `run` with the path of a report file; returns what `read` makes of the report, or null without one. */
const withReport = (run, read) => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'foyer-report-'));
  try {
    const file = path.join(folder, 'report.json');
    const succeeded = run(file);
    const { counts, times } = existsSync(file)
      ? read(JSON.parse(readFileSync(file, 'utf8')))
      : { counts: { passed: 0, failed: 0, skipped: 0 }, times: [] };
    for (const line of describeSlowest(times)) console.log(line);
    // A setup that throws, a file that does not load, no test found: the run failed although no test did.
    return succeeded || counts.failed > 0 ? counts : { ...counts, failed: 1 };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

/** A test file that cannot be loaded has no tests to fail; it counts as one. */
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

/** Projects of vitest.config.ts that make up a tier, where there is more than the one of its name. */
const PROJECTS = { int: ['int', 'int-isolated'], web: ['web', 'web-isolated'] };

export const runVitest = (project, args) =>
  withReport(
    (file) =>
      runProgram('vitest/vitest.mjs', [
        ...['run', ...(PROJECTS[project] ?? [project]).flatMap((name) => ['--project', name])],
        ...['--reporter=default', '--reporter=json', `--outputFile.json=${file}`],
        ...args,
      ]),
    (report) => ({ counts: countVitest(report), times: vitestTimes(report, ROOT) }),
  );

const countPlaywright = ({ stats, errors }) => ({
  passed: stats.expected + stats.flaky,
  failed: stats.unexpected + (errors.length > 0 && stats.unexpected === 0 ? 1 : 0),
  skipped: stats.skipped,
});

const runTests = (args, environment = {}) =>
  runProgram('@playwright/test/cli.js', ['test', ...args], { TZ: 'UTC', ...environment });

/**
 * Runs the browser tests. A trace of every test costs minutes, so the first run records none; tests that failed run once
 * more with a trace that shows the cause. The second run does not change the counts.
 */
export const runPlaywright = (args) => {
  const counts = withReport(
    (file) => runTests(['--reporter=list,json', ...args], { PLAYWRIGHT_JSON_OUTPUT_FILE: file }),
    (report) => ({ counts: countPlaywright(report), times: playwrightTimes(report) }),
  );
  if (counts.failed > 0) {
    console.log(
      '\nThe failed tests once more, with a trace in test-results/ (they count as failed whatever they do now):',
    );
    runTests(['--last-failed', '--trace=on', '--reporter=list', ...args]);
  }
  return counts;
};
