import path from 'node:path';

/** Duration of each test file (`{ file, ms }`), from the JSON reports of vitest and Playwright. */

const SHOWN = 20;

export const vitestTimes = ({ testResults }, root) =>
  testResults.map(({ name, startTime, endTime }) => ({ file: path.relative(root, name), ms: endTime - startTime }));

const testsIn = ({ specs = [], suites = [] }) => [
  ...specs.flatMap(({ tests }) => tests.flatMap(({ results }) => results.map(({ duration }) => duration))),
  ...suites.flatMap(testsIn),
];

export const playwrightTimes = ({ suites }) =>
  suites.map((suite) => ({ file: suite.file, ms: testsIn(suite).reduce((sum, ms) => sum + ms, 0) }));

/** Lines about the slowest 20 files, slowest first. Empty if the run had 20 files or fewer. */
export const describeSlowest = (times) => {
  if (times.length <= SHOWN) return [];
  const slowest = times.toSorted((a, b) => b.ms - a.ms).slice(0, SHOWN);
  return [
    `Slowest ${SHOWN} of ${times.length} files:`,
    ...slowest.map(({ file, ms }) => `${(ms / 1000).toFixed(1).padStart(7)} s  ${file}`),
  ];
};
