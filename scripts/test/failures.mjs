import { stripVTControlCharacters } from 'node:util';

/**
 * Failed tests (`{ title, message }`) from the JSON reports of vitest and Playwright. `npm test` lists them again at its
 * end, because the end is often all that is kept of a long log.
 */

const SHOWN = 30;
const MOST_LINES = 12;

export const vitestFailures = ({ testResults }, root) =>
  testResults.flatMap(({ name, status, message, assertionResults }) => {
    const file = name.replace(`${root}/`, '');
    const failed = assertionResults.filter((test) => test.status === 'failed');
    if (failed.length === 0) return status === 'failed' ? [{ title: file, message: message ?? '' }] : [];
    return failed.map(({ fullName, failureMessages }) => ({
      title: `${file} › ${fullName}`,
      message: failureMessages.join('\n'),
    }));
  });

const failedIn = ({ specs = [], suites = [] }, file, path) => [
  ...specs.flatMap((spec) =>
    spec.tests
      .filter(({ status }) => status === 'unexpected')
      .map(({ results }) => ({
        title: [file, ...path, spec.title].join(' › '),
        message: results.flatMap(({ errors = [] }) => errors.map(({ message }) => message)).join('\n'),
      })),
  ),
  ...suites.flatMap((suite) => failedIn(suite, file, [...path, suite.title])),
];

export const playwrightFailures = ({ suites, errors }) => [
  ...errors.map(({ message }) => ({ title: 'outside a test', message })),
  ...suites.flatMap((suite) => failedIn(suite, suite.file, [])),
];

/** Lines about the first 30 failed tests: the title, then at most 12 lines of the error. */
export const describeFailures = (failures) => [
  ...failures.slice(0, SHOWN).flatMap(({ title, message }) => [
    `✗ ${title}`,
    ...stripVTControlCharacters(message)
      .split('\n')
      .slice(0, MOST_LINES)
      .map((line) => `    ${line}`),
  ]),
  ...(failures.length > SHOWN ? [`… and ${failures.length - SHOWN} more`] : []),
];
