import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, describe, expect, test } from 'vitest';
import { addressOf } from '../../test/address-of.ts';
import { createTestDatabase } from '../../test/database.ts';
import { makeTempFolder } from '../../test/temp-folder.ts';
import { startCommand, typeCommand as type } from '../../test/type-command.ts';
import { withClient } from '../../test/with-client.ts';
import { migrateUpTo } from '../adapters/postgres/migrate.ts';
import { MIGRATIONS } from '../prepare-database.ts';

const SECRET = 'a secret of the tests, long enough for it';
const folder = makeTempFolder('home');
afterAll(() => folder.remove());

describe('[OP-01] a command makes no new installation', () => {
  test('a home that is not there: the folder is named, with what to set, and nothing is made', async () => {
    const home = join(folder.path, 'mistyped');
    const { code, out, err } = await type({ FOYER_HOME: home }, 'operators', 'list');
    expect([code, out]).toEqual([1, '']);
    expect(err).toContain(`there is no database of Foyer in ${home}`);
    expect(err).toContain('Set FOYER_HOME');
    expect(err).toContain("a new one is made by the server's start");
    expect(existsSync(home)).toBe(false);
  });

  test('a secret of one’s own makes no home of a folder that is none', async () => {
    const home = join(folder.path, 'mistyped-too');
    const { code, err } = await type({ FOYER_HOME: home, FOYER_SECRET: SECRET }, 'operators', 'list');
    expect([code, err]).toEqual([1, expect.stringContaining(`there is no database of Foyer in ${home}`)]);
    expect(existsSync(home)).toBe(false);
  });

  test('a folder of something else is left as it was', async () => {
    const home = join(folder.path, 'photographs');
    mkdirSync(home);
    const { code, err } = await type({ FOYER_HOME: home }, 'operators', 'list');
    expect([code, err]).toEqual([1, expect.stringContaining(home)]);
    expect(readdirSync(home)).toEqual([]);
  });

  test('a home without its secret: none is made, for nothing that the server sealed would open with it', async () => {
    const home = join(folder.path, 'half');
    mkdirSync(join(home, 'postgres'), { recursive: true });
    writeFileSync(join(home, 'postgres/PG_VERSION'), '18\n');
    const { code, err } = await type({ FOYER_HOME: home }, 'operators', 'list');
    expect([code, err]).toEqual([1, expect.stringContaining('set FOYER_SECRET to the secret that the server')]);
    expect(readdirSync(home)).toEqual(['postgres']);
  });

  test('a database of one’s own that is empty stays empty', async () => {
    const { config, name, drop } = await createTestDatabase();
    try {
      await withClient(config, (client) => client.query('DROP SCHEMA public CASCADE; CREATE SCHEMA public'));
      const env = { DATABASE_URL: addressOf(config), DATABASE_TLS: 'off', FOYER_SECRET: SECRET };
      const { code, err } = await type(env, 'operators', 'list');
      const { host = '', port } = new pg.Client(config);
      const where = `The database "${name}" at ${host.startsWith('/') ? host : `${host}:${port}`} has no tables of Foyer`;
      expect([code, err]).toEqual([1, expect.stringContaining(where)]);
      const { rows } = await withClient(config, (client) =>
        client.query(`SELECT count(*)::int AS n FROM pg_tables WHERE schemaname = 'public'`),
      );
      expect(rows).toEqual([{ n: 0 }]);
    } finally {
      await drop();
    }
  });

  test('help needs no installation', async () => {
    const { code, out } = await type({ FOYER_HOME: join(folder.path, 'none') }, '--help');
    expect([code, out]).toEqual([0, expect.stringContaining('operators add')]);
  });
});

test('[OP-01] without the STRIPE_ settings of the server no command runs, because it would ask the sandbox', async () => {
  const { config, drop } = await createTestDatabase();
  try {
    await withClient(config, (client) =>
      client.query(`INSERT INTO accounts (id, brand, gateway) VALUES ('acc_1', 'scope', 'stripe')`),
    );
    const env = { DATABASE_URL: addressOf(config), DATABASE_TLS: 'off', FOYER_SECRET: SECRET };
    const { code, out, err } = await type(env, 'account', 'close', '--account', 'acc_1', '--reason', 'r', '--by', 'jo');
    expect([code, out]).toEqual([1, '']);
    expect(err).toContain('accounts of another payment gateway than sandbox');
    expect(err).toContain('STRIPE_ settings of the server');
  } finally {
    await drop();
  }
});

describe('[O18] check-books', () => {
  const check = async (change: string) => {
    const { config, name, drop } = await createTestDatabase();
    try {
      // The command must work where nothing can be written.
      await withClient(config, (client) =>
        client.query(`${change}; ALTER DATABASE ${name} SET default_transaction_read_only = on`),
      );
      const env = { DATABASE_URL: addressOf(config), DATABASE_TLS: 'off', FOYER_SECRET: SECRET };
      return await type(env, 'check-books');
    } finally {
      await drop();
    }
  };
  const account = `INSERT INTO accounts (id, brand, gateway, balance_cents) VALUES ('acc_1', 'scope', 'sandbox', -5)`;

  test('right books: says so and ends with 0', async () => {
    expect(await check('SELECT 1')).toEqual({ code: 0, out: 'The books are right.\n', err: '' });
  });

  test('a wrong balance: names the account and ends with 1', async () => {
    const { code, out, err } = await check(account);
    expect([code, out]).toEqual([1, '']);
    expect(err).toContain('I2 balance is not the sum of its ledger: account acc_1, balance_cents -5, booked_cents 0.');
    expect(err).toContain('The books are wrong: 1 line.');
  });

  test.each([
    ['an older', `DELETE FROM schema_migrations WHERE name = (SELECT max(name) FROM schema_migrations)`, 'lacks migr'],
    ['a newer', `INSERT INTO schema_migrations VALUES ('9999-new.sql', 'x')`, 'holds migration 9999-new.sql'],
  ])('%s database: refused in words', async (_title, change, words) => {
    const { code, out, err } = await check(change);
    expect([code, out, err]).toEqual([1, '', expect.stringMatching(`^The database ${words}[^\n]*\n$`)]);
  });
});

describe('[decision 66] migrate', () => {
  /** Lets the next migration that creates a table take ten minutes. */
  const SLOW = `
    CREATE FUNCTION be_slow() RETURNS event_trigger LANGUAGE plpgsql AS $$ BEGIN PERFORM pg_sleep(600); END $$;
    CREATE EVENT TRIGGER be_slow ON ddl_command_end WHEN tag IN ('CREATE TABLE') EXECUTE FUNCTION be_slow()`;

  test('--check names the migration and changes nothing; SIGTERM ends it and leaves nothing of it', async () => {
    const { config, drop } = await createTestDatabase('empty');
    const ask = async (text: string) => (await withClient(config, (client) => client.query(text))).rows;
    const env = { DATABASE_URL: addressOf(config), DATABASE_TLS: 'off', FOYER_SECRET: SECRET };
    try {
      await withClient(config, (client) => migrateUpTo(client, MIGRATIONS, '0054-restored-backups.sql'));
      await ask(SLOW);
      const checked = await type(env, 'migrate', '--check');
      expect([checked.code, checked.out]).toEqual([1, '']);
      expect(checked.err).toContain('0055-unplaced-payments.sql: contract. No call waits for a table.');
      const { child, ended } = startCommand(env, 'migrate');
      const sleeping = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event = 'PgSleep'`;
      await expect.poll(() => ask(sleeping), { timeout: 60_000, interval: 50 }).toHaveLength(1);
      child.kill('SIGTERM');
      const { code, out, err } = await ended;
      expect([code, out]).toEqual([1, '']);
      expect(err).toBe(
        'migrate: SIGTERM stopped it before its end. Run it again: it goes on with the migrations that are open.\n',
      );
      expect(await ask(`SELECT to_regclass('unplaced_payments') AS made`)).toEqual([{ made: null }]);
      expect(await ask(sleeping)).toEqual([]);
      await ask('DROP EVENT TRIGGER be_slow');
      const { code: done, out: applied } = await type(env, 'migrate');
      expect([done, applied]).toEqual([0, expect.stringContaining('0055-unplaced-payments.sql: applied.')]);
      expect(await type(env, 'migrate', '--check')).toMatchObject({
        code: 0,
        out: 'The database has all migrations of this release.\n',
      });
    } finally {
      await drop();
    }
  });
});

test('[decision 69] audit follow: a record is one line of JSON, and SIGTERM ends the command with 0', async () => {
  const { config, drop } = await createTestDatabase();
  const ask = async (text: string) => (await withClient(config, (client) => client.query(text))).rows;
  try {
    await ask(`INSERT INTO audit_log (id, actor, action, subject_type, reason, wall_at)
      VALUES ('aud_1', 'jo', 'redrive', 'job', 'ticket 4711', '2026-11-26T10:00:00Z')`);
    const env = { DATABASE_URL: addressOf(config), DATABASE_TLS: 'off', FOYER_SECRET: SECRET };
    const { child, ended } = startCommand(env, 'audit', 'follow', '--since', '2026-11-26');
    const reads = `SELECT FROM pg_stat_activity WHERE application_name = 'foyer audit follow' AND state = 'idle'
      AND datname = current_database() AND query ~ 'FROM audit_log'`;
    await expect.poll(() => ask(reads), { timeout: 60_000, interval: 50 }).toHaveLength(1);
    child.kill('SIGTERM');
    const { code, out, err } = await ended;
    expect([code, err]).toEqual([0, '']);
    expect(out.endsWith('}\n')).toBe(true);
    expect(JSON.parse(out)).toMatchObject({
      id: 'aud_1',
      at: '2026-11-26T10:00:00.000Z',
      reason: 'ticket 4711',
      after: {},
    });
  } finally {
    await drop();
  }
});
