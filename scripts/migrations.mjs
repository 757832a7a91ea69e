import path from 'node:path';
import { readMigrations } from '../apps/server/src/adapters/postgres/migration-files.ts';
import { ROOT } from './bootstrap.mjs';

/** Last migration before the headers. Those of releases before 2.0.0 have no declaration. */
const LAST_WITHOUT = '0050-plain-comments.sql';

const problemsOf = ({ name, declaration }) => {
  if (declaration === null)
    return name <= LAST_WITHOUT
      ? []
      : [`${name} does not begin with "-- Kind: expand" or "-- Kind: contract" (docs/operations/upgrade.md)`];
  return declaration.longLocks
    .filter((line) => !/^[\w.]+: \S/.test(line))
    .map((line) => `${name}: "-- Long lock: ${line}" does not have the form "-- Long lock: table: reason"`);
};

/** Prints migrations without a valid header. Which tables a header has to name is tested on a database. */
export const checkMigrations = () => {
  let problems;
  try {
    problems = readMigrations(path.join(ROOT, 'apps/server/migrations')).flatMap(problemsOf);
  } catch (error) {
    problems = [error.message];
  }
  for (const problem of problems) console.log(problem);
  return problems.length === 0;
};
