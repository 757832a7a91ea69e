import { expect, test } from 'vitest';
import type { OpenMigrations } from '../adapters/postgres/migrate.ts';
import type { Declaration } from '../adapters/postgres/migration-declarations.ts';
import type { Migration } from '../adapters/postgres/migration-files.ts';
import type { DatabaseTools } from './command.ts';
import { migrateCommand } from './migrate-command.ts';

const migration = (name: string, declaration: Partial<Declaration> | null): Migration => ({
  name,
  sql: '',
  checksum: '',
  declaration: declaration && { kind: 'expand', locks: [], longLocks: [], outside: null, ...declaration },
});

const check = async (open: OpenMigrations['open'], knowsKinds = true) => {
  const tools = { openMigrations: async () => ({ open, knowsKinds }) } as Partial<DatabaseTools> as DatabaseTools;
  return migrateCommand.runOn(tools, { check: 'yes' });
};

const column = migration('0060-column.sql', { locks: ['users'] });
const index = migration('0061-index.sql', { outside: 'indexes' });
const fill = {
  ...migration('0063-fill.sql', { outside: 'batches' }),
  sql: 'UPDATE users u SET name = id WHERE u.name IS NULL;',
};
const removal = migration('0062-removal.sql', {
  kind: 'contract',
  locks: ['invoices', 'users'],
  longLocks: ['invoices: each row is checked'],
});

test('[decision 66] a check of expand migrations says that servers of the earlier release may run', async () => {
  expect(await check([column, index])).toEqual({
    code: 0,
    out: [
      '0060-column.sql: expand. Until it ends, calls wait that use these tables: users.',
      '0061-index.sql: expand. It builds indexes outside a transaction, while customers write.',
      'Migrations to apply: 2.',
      'Servers of the earlier release may run and start meanwhile.',
    ],
  });
});

test('[decision 66] a check of a contract migration says that they must stop, and ends with 1', async () => {
  expect(await check([column, removal])).toEqual({
    code: 1,
    out: [
      '0060-column.sql: expand. Until it ends, calls wait that use these tables: users.',
      '0062-removal.sql: contract. Until it ends, calls wait that use these tables: invoices, users. It takes longer the more rows a table has: invoices: each row is checked.',
      'Migrations to apply: 2.',
      'Stop all servers of earlier releases first: 0062-removal.sql changes what they use.',
    ],
  });
});

test('[decision 100] a check of a fill names its tables, and says how long a call waits', async () => {
  expect((await check([fill])).out[0]).toBe(
    '0063-fill.sql: expand. It fills rows of these tables in small transactions, while customers write: users. A call waits only while the transaction that has its row runs. It takes longer the more rows a table has.',
  );
});

test('[decision 66] servers of a release without kinds must stop, and so must they for a migration without a header', async () => {
  expect((await check([column], false)).out.at(-1)).toContain('does not know kinds of migrations');
  expect(await check([migration('0049-old.sql', null)])).toMatchObject({
    code: 1,
    out: expect.arrayContaining(['0049-old.sql: contract. The tables that it locks are not declared.']),
  });
});

test('[decision 66] nothing to apply: says so', async () => {
  expect(await check([])).toEqual({ code: 0, out: ['The database has all migrations of this release.'] });
});
