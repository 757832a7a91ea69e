import { loadModule, parseSync } from 'libpg-query';
import { beforeAll, expect, test } from 'vitest';
import { findCrossings } from './find-crossings.mjs';
import { readTables } from './read-tables.mjs';

const MIGRATION = `
  CREATE TABLE accounts (id text PRIMARY KEY, balance bigint);
  CREATE TABLE invoices (id text PRIMARY KEY, account_id text, number text UNIQUE);
  CREATE TABLE payments (id text PRIMARY KEY, account_id text, invoice_id text);
  CREATE TABLE lines (id text PRIMARY KEY, invoice_id text);
  CREATE TABLE plans (id text PRIMARY KEY);`;
const columns = { accounts: 'id', invoices: 'account_id', payments: 'account_id', lines: null };

let tables;
beforeAll(async () => {
  await loadModule();
  ({ tables } = readTables([MIGRATION], parseSync));
});

const crossingsOf = (text) =>
  findCrossings(text, { accountColumn: (table) => columns[table], columnsOf: (table) => tables.get(table)?.columns })
    .crossings;

test.each([
  ['a parameter', 'SELECT id FROM invoices WHERE account_id = $1'],
  ['a list', 'SELECT id FROM invoices WHERE account_id = ANY($1)'],
  ['a cast', 'SELECT id FROM invoices i WHERE i.account_id = $1::text AND i.number = $2'],
  [
    'a join by the account',
    'SELECT 1 FROM invoices i JOIN payments p ON p.account_id = i.account_id WHERE i.account_id = $1',
  ],
  ['a join with USING', 'SELECT 1 FROM invoices JOIN payments USING (account_id) WHERE invoices.account_id = $1'],
  [
    'the account itself',
    'SELECT 1 FROM accounts a LEFT JOIN invoices i ON i.account_id = a.id WHERE a.id = $1 FOR UPDATE OF a',
  ],
  [
    'rows of unnest',
    'SELECT 1 FROM unnest($1::text[], $2::text[]) AS o(account, x) JOIN invoices i ON i.account_id = o.account',
  ],
  [
    'rows of JSON',
    'UPDATE invoices i SET number = f.number FROM json_populate_recordset(NULL::invoices, $1) AS f WHERE i.account_id = f.account_id',
  ],
  [
    'a query before',
    'WITH one AS (SELECT id FROM accounts WHERE id = $1) SELECT 1 FROM invoices i JOIN one ON one.id = i.account_id',
  ],
  ['a subquery', 'SELECT 1 FROM invoices WHERE account_id IN (SELECT id FROM accounts WHERE id = $1)'],
  [
    'a correlated subquery',
    'SELECT (SELECT max(id) FROM payments p WHERE p.account_id = a.id) FROM accounts a WHERE a.id = $1',
  ],
  ['a derived table', 'SELECT 1 FROM (SELECT account_id AS account FROM invoices) x WHERE x.account = $1'],
  ['an insert', 'INSERT INTO invoices (id, account_id) VALUES ($1, $2) ON CONFLICT DO NOTHING'],
  ['a deletion', 'DELETE FROM invoices i USING payments p WHERE p.account_id = i.account_id AND i.account_id = $1'],
  ['no account table', 'SELECT id FROM plans WHERE id = $1'],
])('a statement limited by %s needs no exception', (_, text) => {
  expect(crossingsOf(text)).toEqual([]);
});

test.each([
  ['an id', 'SELECT 1 FROM invoices WHERE id = $1', ['invoices without account']],
  ['nothing', 'SELECT count(*) FROM invoices', ['invoices without account']],
  ['one side of OR', 'SELECT 1 FROM invoices WHERE account_id = $1 OR number = $2', ['invoices without account']],
  ['all but one account', 'SELECT 1 FROM invoices WHERE account_id <> $1', ['invoices without account']],
  [
    'a join by another column',
    'SELECT 1 FROM invoices i JOIN payments p ON p.invoice_id = i.id WHERE i.account_id = $1',
    ['payments without account'],
  ],
  [
    'two accounts',
    'SELECT 1 FROM invoices i JOIN payments p ON p.account_id = $2 WHERE i.account_id = $1',
    ['invoices joins payments'],
  ],
  [
    'lists that need not be equal',
    'SELECT 1 FROM invoices i, payments p WHERE i.account_id = ANY($1) AND p.account_id = ANY($1)',
    ['invoices joins payments'],
  ],
  [
    'an open query before',
    'WITH one AS (SELECT id FROM accounts) SELECT 1 FROM invoices i JOIN one ON one.id = i.account_id',
    ['accounts without account', 'invoices without account'],
  ],
  [
    'an open subquery',
    'SELECT 1 FROM accounts WHERE id = $1 AND EXISTS (SELECT FROM payments p WHERE p.id = $2)',
    ['payments without account'],
  ],
  [
    'an open column',
    'SELECT (SELECT max(p.id) FROM payments p) FROM accounts WHERE id = $1',
    ['payments without account'],
  ],
  [
    'one part of a UNION',
    'SELECT id FROM invoices WHERE account_id = $1 UNION SELECT id FROM payments',
    ['payments without account'],
  ],
  ['an update by id', 'UPDATE invoices SET number = $2 WHERE id = $1', ['invoices without account']],
  ['an insert', 'INSERT INTO invoices (id) VALUES ($1)', ['invoices without account']],
  ['a table without the column', 'SELECT 1 FROM lines WHERE invoice_id = $1', ['lines has no account']],
])('a statement with %s crosses accounts', (_, text, expected) => {
  expect(crossingsOf(text)).toEqual(expected);
});

test('all tables of a statement are named', () => {
  const { tables: named } = findCrossings(
    'WITH x AS (SELECT FROM plans) INSERT INTO lines (id) SELECT 1 FROM x, other',
    {
      accountColumn: () => undefined,
      columnsOf: () => undefined,
    },
  );
  expect([...named].sort()).toEqual(['lines', 'other', 'plans']);
});
