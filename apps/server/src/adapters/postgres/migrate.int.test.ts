import { rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { PooledClient } from '../../../test/pooled-client.ts';
import { makeTempFolder } from '../../../test/temp-folder.ts';
import { withClient } from '../../../test/with-client.ts';
import { openDatabase } from './database.ts';
import { migrate, migrateUpTo, readOpenMigrations } from './migrate.ts';

let database: TestDatabase;
let folder: ReturnType<typeof makeTempFolder>;

beforeEach(async () => {
  database = await createTestDatabase('empty');
  folder = makeTempFolder('migrations');
});
afterEach(async () => {
  await database.drop();
  folder.remove();
});

const write = (name: string, sql: string) => writeFileSync(path.join(folder.path, name), sql);
const run = () => migrate(database.config, folder.path);
const tables = async (): Promise<string[]> => {
  const { rows } = await withClient(database.config, (client) =>
    client.query<{ name: string }>(`select relname as name from pg_class where relkind = 'r'
      and relnamespace = 'public'::regnamespace and relname <> 'schema_migrations' order by 1`),
  );
  return rows.map(({ name }) => name);
};

test('files are applied once, in the order of their numbers, and others are ignored', async () => {
  write('0002-b.sql', 'alter table a add b int;');
  write('0001-a.sql', 'create table a (id int); -- two statements\ninsert into a values (1);');
  write('notes.sql', 'this is no migration');
  expect(await run()).toEqual(['0001-a.sql', '0002-b.sql']);
  expect(await run()).toEqual([]);
  write('0003-c.sql', 'create table c ();');
  expect(await run()).toEqual(['0003-c.sql']);
});

test('servers that start together apply each file once', async () => {
  write('0001-a.sql', 'create table a (id int); select pg_sleep(0.1);');
  write('0002-b.sql', 'create table b (id int);');
  const runs = await Promise.all([run(), run(), run()]);
  expect(runs.flat().sort()).toEqual(['0001-a.sql', '0002-b.sql']);
});

test('a connected client may be used, and stays usable', async () => {
  write('0001-a.sql', 'create table a ();');
  await withClient(database.config, async (client) => {
    expect(await migrate(client, folder.path)).toEqual(['0001-a.sql']);
    expect((await client.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
  });
});

test('a file that fails leaves nothing of itself and keeps what came before', async () => {
  write('0001-a.sql', 'create table a ();');
  write('0002-b.sql', 'create table b ();\n\ncreate tabel c ();');
  await expect(run()).rejects.toThrow('Migration 0002-b.sql failed, line 3: syntax error');
  expect(await tables()).toEqual(['a']);
  write('0002-b.sql', 'create table b ();');
  expect(await run()).toEqual(['0002-b.sql']);
});

test('a changed file is refused; changed line ends are not a change', async () => {
  write('0001-a.sql', 'create table a (\n);');
  await run();
  write('0001-a.sql', 'create table a (\r\n);');
  expect(await run()).toEqual([]);
  write('0001-a.sql', 'create table a (id int);');
  write('0002-b.sql', 'create table b ();');
  await expect(run()).rejects.toThrow('Migration 0001-a.sql was changed');
  expect(await tables()).toEqual(['a']);
});

test('an older program refuses the database of a newer one', async () => {
  write('0001-a.sql', 'create table a ();');
  write('0002-b.sql', 'create table b ();');
  await run();
  rmSync(path.join(folder.path, '0002-b.sql'));
  await expect(run()).rejects.toThrow('holds migration 0002-b.sql');
});

test.each([
  ['a number that is used twice', '0001-b.sql', 'have the same number. Give the newer one the next number'],
  ['a name of another form', '2-b.sql', 'Migration 2-b.sql is named wrongly'],
])('%s is refused', async (_case, name, message) => {
  write('0001-a.sql', 'create table a ();');
  write(name, 'create table b ();');
  await expect(run()).rejects.toThrow(message);
});

test('a file that was slipped in before an applied one is refused', async () => {
  write('0002-b.sql', 'create table b ();');
  await run();
  write('0001-a.sql', 'create table a ();');
  await expect(run()).rejects.toThrow('Give it the next number');
});

/** The key that earlier versions locked for their session, so that both versions exclude each other. */
const LOCK_KEY = 4_611_230_652;

const advisoryLocks = async (): Promise<number> => {
  const { rowCount } = await withClient(database.config, (client) =>
    client.query(`select from pg_locks where locktype = 'advisory' and granted
      and database = (select oid from pg_database where datname = current_database())`),
  );
  return rowCount ?? 0;
};

/** Runs `meanwhile` while a connection of another program holds the migration lock. */
const whileHeld = <T>(meanwhile: (holder: pg.Client, pid: number) => Promise<T>): Promise<T> =>
  withClient({ ...database.config, application_name: 'another server' }, async (holder) => {
    const { rows } = await holder.query<{ pid: number }>('select pg_backend_pid() as pid, pg_advisory_lock($1)', [
      LOCK_KEY,
    ]);
    return meanwhile(holder, rows[0]?.pid ?? 0);
  });

test('[O14] a start that waits for the lock names its holder and goes on when the lock is free', async () => {
  write('0001-a.sql', 'create table a ();');
  const lines: string[] = [];
  const applied = await whileHeld(async (holder, pid) => {
    const started = migrate(database.config, folder.path, { onWait: (line) => lines.push(line) });
    await expect.poll(() => lines, { interval: 10 }).toHaveLength(1);
    expect(lines[0]).toContain(`database process ${pid} (another server`);
    expect(await tables()).toEqual([]);
    await holder.query('select pg_advisory_unlock($1)', [LOCK_KEY]);
    return started;
  });
  expect(applied).toEqual(['0001-a.sql']);
  expect(lines).toHaveLength(1);
});

test('[O14] a wait for the lock ends when it is aborted, and leaves nothing', async () => {
  write('0001-a.sql', 'create table a ();');
  const interruption = new AbortController();
  await whileHeld(async () => {
    const started = migrate(database.config, folder.path, {
      signal: interruption.signal,
      onWait: () => interruption.abort(new Error('told to stop')),
    });
    await expect(started).rejects.toThrow('told to stop');
    expect(await advisoryLocks()).toBe(1); // the holder's
  });
  expect(await tables()).toEqual([]);
});

test('[O14] a pool that changes the connection with each transaction keeps no lock behind', async () => {
  write('0001-a.sql', 'create table a ();');
  write('0002-b.sql', 'create table b ();');
  const client = new PooledClient(database.config);
  await client.open();
  try {
    expect(await migrate(client, folder.path)).toEqual(['0001-a.sql', '0002-b.sql']);
    expect(await advisoryLocks()).toBe(0);
  } finally {
    await client.close();
  }
});

const EXPAND = '-- Kind: expand\n';
const CONCURRENT = `${EXPAND}-- Transaction: none\n`;

const BATCHES = `${EXPAND}-- Transaction: batches\n`;

/** Runs one statement on a separate connection. */
const ask = async <Row extends pg.QueryResultRow>(text: string): Promise<Row[]> =>
  (await withClient(database.config, (client) => client.query<Row>(text))).rows;

/** Waits until a statement of the migration is under way that matches the pattern. */
const untilRunning = (pattern: string) =>
  expect
    .poll(
      () =>
        ask(`select from pg_stat_activity where application_name = 'foyer migrate' and state = 'active'
             and datname = current_database() and query ~ '${pattern}'`),
      { interval: 10 },
    )
    .toHaveLength(1);

/** Runs `meanwhile` while a transaction of another program has read the table `a` and holds its snapshot. */
const whileRead = <T>(meanwhile: (reader: pg.Client) => Promise<T>): Promise<T> =>
  withClient({ ...database.config, application_name: 'long report' }, async (reader) => {
    await reader.query('begin isolation level repeatable read');
    await reader.query('select from a');
    return meanwhile(reader);
  });

test('[decision 66] an older server starts beside newer migrations that only expand', async () => {
  write('0001-a.sql', `${EXPAND}create table a ();`);
  write('0002-b.sql', `${EXPAND}create table b ();`);
  await run();
  rmSync(path.join(folder.path, '0002-b.sql'));
  expect(await run()).toEqual([]);
});

test('[decision 66] an older server refuses the database of a newer contract migration', async () => {
  write('0001-a.sql', `${EXPAND}create table a ();`);
  write('0002-b.sql', '-- Kind: contract\nalter table a rename to b;');
  await run();
  rmSync(path.join(folder.path, '0002-b.sql'));
  await expect(run()).rejects.toThrow('0002-b.sql of a newer release, which changes what this release uses');
});

test('[decision 66] a database of a release without kinds gets them with the next migration', async () => {
  write('0001-a.sql', 'create table a ();');
  await run();
  await ask('alter table schema_migrations drop column kind');
  write('0002-b.sql', `${EXPAND}create table b ();`);
  expect(await readOpenMigrations(database.config, folder.path)).toMatchObject({
    open: [{ name: '0002-b.sql', declaration: { kind: 'expand' } }],
    knowsKinds: false,
  });
  expect(await run()).toEqual(['0002-b.sql']);
  expect(await ask('select name, kind from schema_migrations order by name')).toEqual([
    { name: '0001-a.sql', kind: null },
    { name: '0002-b.sql', kind: 'expand' },
  ]);
});

test('[decision 66] a migration that gets no lock in time is rolled back, reported, and tried again', async () => {
  write('0001-a.sql', 'create table a ();');
  await run();
  write('0002-b.sql', `${EXPAND}create table b ();\nalter table a add c int;`);
  const lines: string[] = [];
  const applied = await whileRead(async (reader) => {
    const started = migrate(database.config, folder.path, {
      lockTimeoutMs: 20,
      lockPauseMs: 10,
      onWait: (line) => lines.push(line),
    });
    await expect.poll(() => lines.length, { interval: 10 }).toBeGreaterThan(0);
    expect(lines[0]).toContain('Migration 0002-b.sql got no lock within 20 ms, and nothing of it was applied.');
    expect(lines[0]).toContain('(long report)');
    expect(await tables()).toEqual(['a']);
    await reader.query('commit');
    return started;
  });
  expect(applied).toEqual(['0002-b.sql']);
});

test.each([
  ['this release', 'foyer server'],
  ['release 2.1.0, whose server names only the connections of its queue', 'pgboss'],
])('[decision 66] a contract migration waits until no server of %s uses the database', async (_of, application) => {
  write('0001-a.sql', 'create table a ();');
  await run();
  write('0002-b.sql', '-- Kind: contract\nalter table a rename to b;');
  const lines: string[] = [];
  const server = new pg.Client({ ...database.config, application_name: application });
  await server.connect();
  const started = migrate(database.config, folder.path, { lockPauseMs: 10, onWait: (line) => lines.push(line) });
  await expect.poll(() => lines.length, { interval: 10 }).toBeGreaterThan(1);
  expect(lines[0]).toMatch(/^Migration 0002-b\.sql .*waits until they have stopped\. Their database processes: \d+\.$/);
  expect(await tables()).toEqual(['a']);
  await server.end();
  expect(await started).toEqual(['0002-b.sql']);
});

test('[decision 66] a stop in the middle of a migration ends its statement and leaves nothing of it', async () => {
  write('0001-a.sql', 'create table a ();');
  await run();
  write('0002-b.sql', `${EXPAND}create table b ();\nselect pg_sleep(600);`);
  const interruption = new AbortController();
  const started = migrate(database.config, folder.path, { signal: interruption.signal });
  await untilRunning('pg_sleep');
  interruption.abort(new Error('told to stop'));
  await expect(started).rejects.toThrow('told to stop');
  expect(await tables()).toEqual(['a']);
  expect(await advisoryLocks()).toBe(0);
});

const indexes = () =>
  ask(`select c.relname as name, i.indisvalid as "isValid" from pg_index i join pg_class c on c.oid = i.indexrelid
        where i.indrelid = 'a'::regclass order by 1`);

test('[decision 66] customers write while an index is built, and a server that starts meanwhile waits for it', async () => {
  write('0001-a.sql', 'create table a (id int);');
  await run();
  write(
    '0002-b.sql',
    `${CONCURRENT}CREATE INDEX CONCURRENTLY a_id ON a (id);\nCREATE INDEX CONCURRENTLY a_two ON a (id);`,
  );
  const lines: string[] = [];
  const runs = await whileRead(async (reader) => {
    const first = run();
    await untilRunning('CONCURRENTLY a_id');
    await ask('insert into a values (1)');
    const second = migrate(database.config, folder.path, { onWait: (line) => lines.push(line) });
    await expect.poll(() => lines, { interval: 10 }).toHaveLength(1);
    await reader.query('commit');
    return Promise.all([first, second]);
  });
  expect(runs).toEqual([['0002-b.sql'], []]);
  expect(await indexes()).toEqual([
    { name: 'a_id', isValid: true },
    { name: 'a_two', isValid: true },
  ]);
});

test('[decision 66] an index whose build was stopped is built anew by the next start', async () => {
  write('0001-a.sql', 'create table a (id int);');
  await run();
  write('0002-b.sql', `${CONCURRENT}CREATE INDEX CONCURRENTLY a_id ON a (id);`);
  const interruption = new AbortController();
  await whileRead(async () => {
    const started = migrate(database.config, folder.path, { signal: interruption.signal });
    await untilRunning('CONCURRENTLY a_id');
    interruption.abort(new Error('told to stop'));
    await expect(started).rejects.toThrow('told to stop');
  });
  expect(await indexes()).toEqual([{ name: 'a_id', isValid: false }]);
  expect(await run()).toEqual(['0002-b.sql']);
  expect(await indexes()).toEqual([{ name: 'a_id', isValid: true }]);
});

test('[decision 66] a restore builds the indexes of such a migration in its transaction', async () => {
  write('0001-a.sql', 'create table a (id int);');
  write('0002-b.sql', `${CONCURRENT}CREATE INDEX CONCURRENTLY a_id ON a (id);`);
  await withClient(database.config, async (client) => {
    await client.query('begin');
    await migrateUpTo(client, folder.path);
    await client.query('commit');
  });
  expect(await indexes()).toEqual([{ name: 'a_id', isValid: true }]);
});

test.each([
  ['another statement outside a transaction', `${CONCURRENT}CREATE INDEX a_id ON a (id);`, 'may hold only statements'],
  ['an unknown kind', '-- Kind: grow\n', 'say expand or contract'],
  ['two kinds', `${EXPAND}-- Kind: contract\n`, 'must be one line'],
  ['another word about the transaction', `${EXPAND}-- Transaction: long\n`, 'can only be none or batches'],
  ['a fill without its open rows', `${BATCHES}UPDATE a r SET b = 1 WHERE r.id > 0;`, 'writes rows in batches, so'],
  [
    'a fill with the open rows of another column',
    `${BATCHES}UPDATE a r SET b = 1 WHERE r.c IS NULL;`,
    'in batches, so',
  ],
  ['a fill without a condition', `${BATCHES}UPDATE a r SET b = 1;`, 'in batches, so'],
  ['a fill with OR', `${BATCHES}UPDATE a r SET b = 1 WHERE r.id = 1 OR r.b IS NULL;`, 'in batches, so'],
  ['a fill with RETURNING', `${BATCHES}UPDATE a r SET b = 1 WHERE r.b IS NULL RETURNING id;`, 'in batches, so'],
  [
    'a fill with a query in its condition',
    `${BATCHES}UPDATE a r SET b = 1 WHERE r.b IS NULL AND r.id IN (SELECT id FROM a WHERE id > 0);`,
    'in batches, so',
  ],
  ['another statement beside a fill', `${BATCHES}UPDATE a r SET b = 1 WHERE r.b IS NULL; DELETE FROM a;`, 'in batches'],
])('[decision 66] %s is refused before anything is applied', async (_case, sql, message) => {
  write('0001-a.sql', 'create table a ();');
  write('0002-b.sql', sql);
  await expect(run()).rejects.toThrow(message);
  expect(await tables()).toEqual([]);
});

test('[decision 66] a contract migration waits until no server uses the database', async () => {
  write('0001-a.sql', 'create table a (id int);');
  await run();
  write('0002-b.sql', '-- Kind: contract\nalter table a drop id;');
  const lines: string[] = [];
  const server = openDatabase(database.config, () => {});
  await server.query('select from a');
  const started = migrate(database.config, folder.path, { lockPauseMs: 10, onWait: (line) => lines.push(line) });
  await expect.poll(() => lines.length, { interval: 10 }).toBeGreaterThan(0);
  expect(lines[0]).toContain('Migration 0002-b.sql changes what servers of earlier releases use');
  expect(await server.query('select id from a')).toEqual([]);
  await server.close();
  expect(await started).toEqual(['0002-b.sql']);
});

const FILL = `${BATCHES}UPDATE a r SET b = c.name FROM c WHERE c.id = r.c_id AND r.b IS NULL;`;
/** Rows of `a`, more than one transaction fills. The table has no other writer than those of a test. */
const FILLED_ROWS = 20_000;

/** A table whose rows get a column from another table. The row 0 has no row there. `statement` runs for each changed row. */
const makeRowsToFill = async (statement = ''): Promise<void> => {
  write(
    '0001-a.sql',
    `CREATE TABLE c (id int PRIMARY KEY, name text NOT NULL);
     CREATE TABLE a (id int PRIMARY KEY, c_id int, b text, written_by xid8, note int);
     INSERT INTO c SELECT g, 'name ' || g FROM generate_series(1, 10) g;
     INSERT INTO a (id, c_id) SELECT g, CASE WHEN g > 0 THEN g % 10 + 1 END FROM generate_series(0, ${FILLED_ROWS}) g;
     CREATE FUNCTION written() RETURNS trigger LANGUAGE plpgsql AS $$
     BEGIN ${statement} NEW.written_by := pg_current_xact_id(); RETURN NEW; END $$;
     CREATE TRIGGER written BEFORE UPDATE OF b ON a FOR EACH ROW EXECUTE FUNCTION written();`,
  );
  await run();
  write('0002-b.sql', FILL);
};

const fillState = async () => {
  const [state] = await ask<{ open: number; wrong: number; transactions: number; largest: number }>(`
    SELECT count(*) FILTER (WHERE b IS NULL)::int AS open, count(*) FILTER (WHERE b <> 'name ' || c_id)::int AS wrong,
      count(DISTINCT written_by)::int AS transactions,
      (SELECT coalesce(max(n), 0)::int FROM (SELECT count(*) AS n FROM a WHERE b IS NOT NULL GROUP BY written_by) s) AS largest
    FROM a`);
  return state;
};
const doneState = { open: 1, wrong: 0 };

test('[decision 100] rows are filled in small transactions, and a row that no statement can fill stays', async () => {
  await makeRowsToFill();
  expect(await run()).toEqual(['0002-b.sql']);
  const state = await fillState();
  expect(state).toMatchObject(doneState);
  expect(state?.transactions).toBeGreaterThan(3);
  expect(state?.largest).toBeLessThan(4_000);
  expect(await run()).toEqual([]);
});

test('[decision 100] a fill waits for a locked row and reports it, and other rows are free meanwhile', async () => {
  await makeRowsToFill();
  const lines: string[] = [];
  const applied = await withClient({ ...database.config, application_name: 'long order' }, async (customer) => {
    await customer.query('begin');
    await customer.query(`UPDATE a SET note = 1 WHERE id = ${FILLED_ROWS}`);
    const started = migrate(database.config, folder.path, { lockPauseMs: 50, onWait: (line) => lines.push(line) });
    await expect.poll(() => lines.length, { interval: 10 }).toBeGreaterThan(1);
    expect(lines[0]).toMatch(/^Migration 0002-b\.sql: a row of a was locked for more than 200 ms\. .*\(long order\)/);
    expect((await fillState())?.open).toBeGreaterThan(1);
    expect(await ask('SELECT name FROM schema_migrations')).toHaveLength(1);
    await ask(`UPDATE a SET note = 2 WHERE id = 1`);
    await customer.query('commit');
    return started;
  });
  expect(applied).toEqual(['0002-b.sql']);
  expect(await fillState()).toMatchObject(doneState);
  expect(await ask(`SELECT note FROM a WHERE id IN (1, ${FILLED_ROWS}) ORDER BY id`)).toEqual([
    { note: 2 },
    { note: 1 },
  ]);
});

test('[decision 100] rows that calls move to pages that were read before are filled too', async () => {
  await makeRowsToFill(`IF NEW.id = ${FILLED_ROWS} THEN PERFORM pg_advisory_xact_lock(1); END IF;`);
  const lines: string[] = [];
  const applied = await withClient(database.config, async (holder) => {
    await holder.query('SELECT pg_advisory_lock(1)');
    const started = migrate(database.config, folder.path, { lockPauseMs: 50, onWait: (line) => lines.push(line) });
    await expect.poll(() => lines.length, { interval: 10 }).toBeGreaterThan(0);
    // The fill has come to the last pages, and the first ones have room again.
    await ask('VACUUM a');
    await ask(`UPDATE a SET note = 2 WHERE id > ${FILLED_ROWS - 10}`);
    const moved = `SELECT FROM a WHERE b IS NULL AND id > 0 AND ctid < '(16,0)'`;
    expect((await ask(moved)).length).toBeGreaterThan(0);
    await holder.query('SELECT pg_advisory_unlock(1)');
    return started;
  });
  expect(applied).toEqual(['0002-b.sql']);
  expect(await fillState()).toMatchObject(doneState);
});

test('[decision 100] a fill that was stopped keeps what it wrote, and the next start goes on there', async () => {
  await makeRowsToFill(`IF NEW.id = ${FILLED_ROWS - 100} THEN PERFORM pg_sleep(600); END IF;`);
  const interruption = new AbortController();
  const started = migrate(database.config, folder.path, { signal: interruption.signal });
  await untilRunning('UPDATE a r');
  await expect.poll(async () => (await fillState())?.open, { interval: 10 }).toBeLessThan(FILLED_ROWS / 2);
  interruption.abort(new Error('told to stop'));
  await expect(started).rejects.toThrow('told to stop');
  expect(await advisoryLocks()).toBe(0);
  const { open = 0 } = (await fillState()) ?? {};
  expect(open).toBeGreaterThan(1);
  const before = await ask('SELECT id, written_by FROM a WHERE b IS NOT NULL ORDER BY id');
  await ask('ALTER TABLE a DISABLE TRIGGER written');
  expect(await run()).toEqual(['0002-b.sql']);
  expect(await fillState()).toMatchObject(doneState);
  expect(await ask('SELECT id, written_by FROM a WHERE written_by IS NOT NULL ORDER BY id')).toEqual(before);
});

test('[decision 100] a fill whose connections were killed goes on with the next start', async () => {
  await makeRowsToFill(`IF NEW.id = ${FILLED_ROWS - 100} THEN PERFORM pg_sleep(600); END IF;`);
  const started = run().catch(() => 'ended');
  await expect.poll(async () => (await fillState())?.open, { interval: 10 }).toBeLessThan(FILLED_ROWS / 2);
  await ask(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE application_name = 'foyer migrate' AND datname = current_database()`);
  expect(await started).toBe('ended');
  expect((await fillState())?.open).toBeGreaterThan(1);
  await ask('ALTER TABLE a DISABLE TRIGGER written');
  expect(await run()).toEqual(['0002-b.sql']);
  expect(await fillState()).toMatchObject(doneState);
});

test('[decision 100] a fill that writes NULL ends', async () => {
  await makeRowsToFill();
  write('0002-b.sql', FILL.replace('b = c.name', 'b = NULL'));
  expect(await run()).toEqual(['0002-b.sql']);
  expect((await fillState())?.open).toBe(FILLED_ROWS + 1);
});

test('[decision 100] with one connection, and in a restore, rows are filled in its transaction', async () => {
  await makeRowsToFill();
  await withClient(database.config, async (client) => {
    await client.query('begin');
    await migrateUpTo(client, folder.path);
    await client.query('commit');
  });
  expect(await fillState()).toMatchObject({ ...doneState, transactions: 1, largest: FILLED_ROWS });
});

test('[decision 100] a migration gives way before PostgreSQL ends a call because of a deadlock', async () => {
  write('0001-a.sql', 'create table a (id int); create table b (id int);');
  await run();
  write('0002-b.sql', `${EXPAND}alter table a add c int;\nselect pg_sleep(0.3);\nalter table b add c int;`);
  const lines: string[] = [];
  const applied = await withClient(database.config, async (customer) => {
    await customer.query('begin');
    await customer.query('insert into b values (1)');
    const started = migrate(database.config, folder.path, { lockPauseMs: 100, onWait: (line) => lines.push(line) });
    await untilRunning('pg_sleep');
    await customer.query('insert into a values (1)'); // waits for the migration, which will wait for this transaction
    await customer.query('commit');
    return started;
  });
  expect(applied).toEqual(['0002-b.sql']);
  expect(lines[0]).toContain('Migration 0002-b.sql got no lock within 500 ms');
  expect(await ask('select id, c from a')).toEqual([{ id: 1, c: null }]);
});
