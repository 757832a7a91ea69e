import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { runProgram } from './run-program.mjs';

/** Runs vitest or Playwright for people to read, and reads the counts from the report written beside. */

const withReport = (run, count) => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'foyer-report-'));
  try {
    const file = path.join(folder, 'report.json');
    const succeeded = run(file);
    const counts = existsSync(file)
      ? count(JSON.parse(readFileSync(file, 'utf8')))
      : { passed: 0, failed: 0, skipped: 0 };
    // A setup that throws, a file that does not load, no test found: the run failed though no test did.
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

export const runVitest = (project, args) =>
  withReport(
    (file) =>
      runProgram('vitest/vitest.mjs', [
        ...['run', '--project', project, '--reporter=default', '--reporter=json', `--outputFile.json=${file}`],
        ...args,
      ]),
    countVitest,
  );

const countPlaywright = ({ stats, errors }) => ({
  passed: stats.expected + stats.flaky,
  failed: stats.unexpected + (errors.length > 0 && stats.unexpected === 0 ? 1 : 0),
  skipped: stats.skipped,
});

export const runPlaywright = (args) =>
  withReport(
    (file) =>
      runProgram('@playwright/test/cli.js', ['test', '--reporter=list,json', ...args], {
        PLAYWRIGHT_JSON_OUTPUT_FILE: file,
        TZ: 'UTC',
      }),
    countPlaywright,
  );
