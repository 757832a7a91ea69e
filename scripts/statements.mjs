import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { loadModule, parseSync } from 'libpg-query';
import { readMigrations } from '../apps/server/src/adapters/postgres/migration-files.ts';
import { tablePlaces } from '../apps/server/src/adapters/postgres/table-places.ts';
import { ROOT } from './bootstrap.mjs';
import { readSourceFiles } from './source-files.mjs';
import { compareWithExceptions, dropUnused } from './statements/exceptions.mjs';
import { findCrossings } from './statements/find-crossings.mjs';
import { readStatements, UNKNOWN } from './statements/read-statements.mjs';
import { readTables } from './statements/read-tables.mjs';

/**
 * `npm run statements [-- --update]`: checks that the database could be divided by account (decision 90). Every table has a
 * place in table-places.ts, unique keys of account tables contain the account, and statements of account tables name it.
 * statements/exceptions.json lists what does not, with a reason. `--update` removes exceptions that are no longer needed.
 */

const SERVER = 'apps/server/src/';
const EXCEPTIONS = path.join(ROOT, 'scripts/statements/exceptions.json');
/** Tables of PostgreSQL, and of the queue, which its library makes. */
const OF_OTHERS = /^(?:pg_\w+|information_schema\..+|pg_catalog\..+|pgboss\..+)$/;
/** Table of the runner of migrations, which it creates itself. */
const OF_RUNNER = 'schema_migrations';

const accountColumn = (table) => {
  const declared = tablePlaces[table];
  return declared?.place === 'account' ? declared.column : undefined;
};

/** Tables without a place, places without a table, and columns of the account that do not exist. */
const problemsOfPlaces = (tables) => [
  ...[...tables.keys()].filter((name) => !tablePlaces[name]).map((name) => `table ${name} has no place`),
  ...Object.entries(tablePlaces).flatMap(([name, declared]) => {
    const table = tables.get(name);
    if (!table) return name === OF_RUNNER ? [] : [`${name} has a place, but no migration creates it`];
    const { column = null } = declared;
    return column === null || table.columns.has(column) ? [] : [`${name} has no column ${column}`];
  }),
];

/** Unique keys of account tables that do not contain the account. */
const globalKeys = (tables) =>
  [...tables].flatMap(([name, { keys }]) => {
    const column = accountColumn(name);
    if (column === undefined) return [];
    return [...keys].filter(([, columns]) => !columns.includes(column)).map(([key]) => `${name}.${key}`);
  });

/** Reasons why a divided database could not answer a statement in one shard. */
const crossingsOf = (statement, { tables, sequences }) => {
  const found = new Set();
  for (const text of statement.texts.length > 0 ? statement.texts : [UNKNOWN]) {
    if (text.includes(UNKNOWN)) {
      found.add('text is made at run time');
      continue;
    }
    try {
      const { crossings, tables: named } = findCrossings(text, {
        accountColumn,
        columnsOf: (table) => tables.get(table)?.columns,
      });
      for (const crossing of crossings) found.add(crossing);
      for (const table of named)
        if (!tablePlaces[table] && !sequences.has(table) && !OF_OTHERS.test(table))
          found.add(`table ${table} has no place`);
    } catch (error) {
      found.add(`cannot be parsed: ${error.message}`);
    }
  }
  return [...found].sort();
};

const readServerFiles = () =>
  readSourceFiles({ folders: ['apps'], isRead: /(?<!\.test)\.ts$/ })
    .filter((file) => file.path.startsWith(SERVER))
    .map((file) => file.path);

/** Tables, and everything that needs an exception. */
const readFindings = async () => {
  await loadModule();
  const { tables, sequences } = readTables(
    readMigrations(path.join(ROOT, 'apps/server/migrations')).map(({ sql }) => sql),
    parseSync,
  );
  const statements = readStatements(readServerFiles());
  const crossing = statements.flatMap((statement) => {
    const crossings = crossingsOf(statement, { tables, sequences });
    const file = statement.file.slice(SERVER.length);
    return crossings.length > 0 ? [{ ...statement, file, entry: `${statement.name}: ${crossings.join(', ')}` }] : [];
  });
  return { tables, keys: globalKeys(tables), count: statements.length, crossing };
};

const readExceptions = () => JSON.parse(readFileSync(EXCEPTIONS, 'utf8'));

const ADVICE = {
  place: 'Give each table a place in apps/server/src/adapters/postgres/table-places.ts.',
  key: 'Put the account into the key. If the value is unique for all accounts by its meaning, list the key with its reason in scripts/statements/exceptions.json.',
  statement:
    'Name the account in a condition, and join tables also by the account. If the statement needs several accounts, list it with its reason in scripts/statements/exceptions.json.',
};

/** Prints tables without a place, and keys and statements without an account that are not listed. */
export const checkStatements = async () => {
  const { tables, keys, count, crossing } = await readFindings();
  const places = problemsOfPlaces(tables);
  const { newKeys, newStatements, unused } = compareWithExceptions({ keys, crossing }, readExceptions());
  for (const problem of places) console.log(problem);
  if (places.length > 0) console.log(`  instead: ${ADVICE.place}`);
  for (const key of newKeys) console.log(`unique key ${key} does not contain the account`);
  if (newKeys.length > 0) console.log(`  instead: ${ADVICE.key}`);
  for (const { file, line, entry } of newStatements) console.log(`${SERVER}${file}:${line}  "${entry}"`);
  if (newStatements.length > 0) console.log(`  instead: ${ADVICE.statement}`);
  for (const entry of unused)
    console.log(`exception "${entry}" is not needed. Remove it: npm run statements -- --update`);
  console.log(
    `${count} statements and ${tables.size} tables. Exceptions: ${crossing.length} statements, ${keys.length} unique keys.`,
  );
  return places.length + newKeys.length + newStatements.length + unused.length === 0;
};

if (import.meta.main) {
  if (process.argv.includes('--update')) {
    const { keys, crossing } = await readFindings();
    writeFileSync(EXCEPTIONS, `${JSON.stringify(dropUnused({ keys, crossing }, readExceptions()), null, 2)}\n`);
  }
  process.exitCode = (await checkStatements()) ? 0 : 1;
}
