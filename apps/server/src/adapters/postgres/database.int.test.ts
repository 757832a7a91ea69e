import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { type Database, DatabaseUnavailable, defaultLimits, openDatabase } from './database.ts';

let own: TestDatabase;
let database: Database;
let logged: string[] = [];

beforeAll(async () => {
  own = await createTestDatabase('empty');
  database = openDatabase(
    own.config,
    () => {},
    { ...defaultLimits, connections: 1 },
    (message) => logged.push(message),
  );
});
afterAll(async () => {
  await database.close();
  await own.drop();
});

const backend = async () => (await database.query<{ pid: number }>('SELECT pg_backend_pid() AS pid'))[0]?.pid;
const raise = (code: string) => `DO $$ BEGIN RAISE EXCEPTION 'told by a test' USING ERRCODE = '${code}'; END $$`;

test.each(['25006', '57P01', '57P03', '57P05', '08000', '08001', '08004', '08P01'])(
  '[O15] %s is answered as unavailable, and its connection is not used again',
  async (code) => {
    for (const fail of [
      () => database.query(raise(code)),
      () => database.transaction((sql) => sql.query(raise(code))),
    ]) {
      const before = await backend();
      await expect(fail()).rejects.toBeInstanceOf(DatabaseUnavailable);
      expect(await backend()).not.toBe(before);
    }
  },
);

test('a database without room is reported, in a call and in a transaction', async () => {
  for (const isInTransaction of [false, true]) {
    const full = openDatabase(own.config, () => {});
    await expect(full.query('SELECT 1 / 0')).rejects.toThrow();
    expect(full.isOutOfSpace()).toBe(false);
    const refused = isInTransaction ? full.transaction((sql) => sql.query(raise('53100'))) : full.query(raise('53100'));
    await expect(refused).rejects.toBeInstanceOf(DatabaseUnavailable);
    expect(full.isOutOfSpace()).toBe(true);
    await full.close();
  }
});

test('a refused statement keeps its connection and its own error', async () => {
  const before = await backend();
  await expect(database.query('SELECT 1 / 0')).rejects.toThrow('division by zero');
  expect(await backend()).toBe(before);
});

test('[ASVS 16.4.3] a line waits for the commit, is written once after a retry, and never after a rollback', async () => {
  logged = [];
  database.logAfterCommit('outside', {});
  expect(logged).toEqual(['outside']);
  let tries = 0;
  await database.transaction(async (sql) => {
    tries += 1;
    sql.logAfterCommit(`try ${tries}`, {});
    expect(logged).toEqual(['outside']);
    if (tries === 1) await sql.query(raise('40001'));
  });
  expect(logged).toEqual(['outside', 'try 2']);
  const undone = database.transaction(async (sql) => {
    sql.logAfterCommit('undone', {});
    await sql.query('SELECT 1 / 0');
  });
  await expect(undone).rejects.toThrow('division by zero');
  expect(logged).toEqual(['outside', 'try 2']);
});

test('a statement that PostgreSQL ends in a deadlock runs again, and writes once', async () => {
  await database.query('CREATE TABLE pairs (id int PRIMARY KEY, n int NOT NULL)');
  await database.query('INSERT INTO pairs VALUES (1, 0), (2, 0)');
  const other = new pg.Client(own.config);
  await other.connect();
  // the process that waits a second is the one that PostgreSQL ends
  await other.query("SET deadlock_timeout = '1min'");
  await other.query('BEGIN');
  await other.query('UPDATE pairs SET n = n + 10 WHERE id = 2');
  const both = database.query('UPDATE pairs SET n = n + 1 RETURNING n');
  const waiting = `SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()`;
  await expect.poll(async () => (await other.query(waiting)).rowCount).toBe(1);
  await other.query('UPDATE pairs SET n = n + 10 WHERE id = 1'); // waits for the statement, which waits for this transaction
  await other.query('COMMIT');
  await other.end();
  expect(await both).toEqual([{ n: 11 }, { n: 11 }]);
});

test('a statement runs three times at most, and only after a conflict', async () => {
  await database.query('CREATE SEQUENCE tries');
  await database.query(`CREATE FUNCTION fail(code text) RETURNS int LANGUAGE plpgsql AS
    $$ BEGIN PERFORM nextval('tries'); RAISE EXCEPTION 'told by a test' USING ERRCODE = code; END $$`);
  const triesAfter = async (code: string) => {
    await database.query("SELECT setval('tries', 1, false)");
    await expect(database.query('SELECT fail($1)', [code])).rejects.toThrow('told by a test');
    return (await database.query<{ next: number }>("SELECT nextval('tries') AS next"))[0]?.next;
  };
  // the next value is one more than the number of tries
  expect([await triesAfter('40001'), await triesAfter('40P01'), await triesAfter('23505')]).toEqual([4, 4, 2]);
});

test('a connection that ends is reported as lost, but not while the pool closes', async () => {
  const lost: Error[] = [];
  const closing = openDatabase(own.config, (error) => lost.push(error));
  const end = (pid: number) => database.query('SELECT pg_terminate_backend($1)', [pid]);
  const endDuring = (meanwhile: () => void): Promise<unknown> =>
    closing.transaction(async (sql) => {
      const [self] = await sql.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
      meanwhile();
      await end(self?.pid ?? 0);
      // This statement fails after the connection reported its end.
      await expect(sql.query('SELECT 1')).rejects.toThrow();
    });
  await expect(endDuring(() => undefined)).rejects.toThrow();
  expect(lost.length).toBeGreaterThan(0);
  lost.length = 0;
  await expect(endDuring(() => void closing.close())).rejects.toThrow();
  expect(lost).toEqual([]);
});
