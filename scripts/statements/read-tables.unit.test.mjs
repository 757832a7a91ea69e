import { loadModule, parseSync } from 'libpg-query';
import { beforeAll, expect, test } from 'vitest';
import { readTables } from './read-tables.mjs';

beforeAll(() => loadModule());

const keysOf = (...migrations) =>
  Object.fromEntries(
    [...readTables(migrations, parseSync).tables].map(([name, { keys }]) => [name, Object.fromEntries(keys)]),
  );

test('unique keys are read from columns, constraints and indexes', () => {
  expect(
    keysOf(`CREATE TABLE t (id text PRIMARY KEY, a text UNIQUE, b text, UNIQUE (a, b), CONSTRAINT named UNIQUE (b));
      CREATE UNIQUE INDEX t_lower ON t (lower(a), b);
      CREATE INDEX t_b ON t (b);`),
  ).toEqual({
    t: { t_pkey: ['id'], t_a_key: ['a'], t_a_b_key: ['a', 'b'], named: ['b'], t_lower: ['(expression)', 'b'] },
  });
});

test('later migrations add, rename and drop keys, columns and tables', () => {
  expect(
    keysOf(
      `CREATE TABLE t (id text PRIMARY KEY, a text UNIQUE, b text UNIQUE, c text);
       CREATE UNIQUE INDEX t_c ON t (c);
       CREATE TABLE gone (id text PRIMARY KEY);
       CREATE TABLE sandbox.cards (id text PRIMARY KEY);`,
      `ALTER TABLE t ADD COLUMN d text UNIQUE, ADD UNIQUE (c, d), DROP COLUMN a, DROP CONSTRAINT t_b_key;
       ALTER TABLE t RENAME COLUMN d TO e;
       DROP INDEX t_c;
       DROP TABLE gone;`,
    ),
  ).toEqual({
    t: { t_pkey: ['id'], t_d_key: ['e'], t_c_d_key: ['c', 'e'] },
    'sandbox.cards': { 'sandbox.cards_pkey': ['id'] },
  });
});

test('a sequence is no table', () => {
  const { tables, sequences } = readTables(['CREATE SEQUENCE positions; CREATE TABLE t (id text)'], parseSync);
  expect([...tables.keys()]).toEqual(['t']);
  expect([...sequences]).toEqual(['positions']);
});
