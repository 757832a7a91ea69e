import { randomBytes } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';
import { addressOf } from '../../test/address-of.ts';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { makeTempFolder } from '../../test/temp-folder.ts';
import { startCommand, typeCommand } from '../../test/type-command.ts';
import { withClient } from '../../test/with-client.ts';
import { migrateUpTo } from '../adapters/postgres/migrate.ts';
import { fingerprintsOf } from '../derive-keys.ts';
import { MIGRATIONS } from '../prepare-database.ts';
import { runCommand } from './run-command.ts';

const SECRET = 'a secret of the tests that is long enough';
const OTHER_SECRET = 'another secret of the tests just as long';
const PASSPHRASE = 'correct horse battery';
/** Owner of the new database, who is no superuser. */
const OWNER = `test_owner_${randomBytes(4).toString('hex')}`;
const PASSWORD = randomBytes(16).toString('hex');

const folder = makeTempFolder('backups');
const passphraseFile = join(folder.path, 'passphrase');
const source = join(folder.path, 'source.backup');
let own: TestDatabase;
let target: TestDatabase;

const envOf = (database: TestDatabase, more: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv => ({
  DATABASE_URL: addressOf(database.config),
  DATABASE_TLS: 'off',
  FOYER_SECRET: SECRET,
  ...more,
});
const asOwner = (database: TestDatabase): TestDatabase => {
  const { host, port, database: name } = new pg.Client(database.config);
  return { ...database, config: { host, port, database: name, user: OWNER, password: PASSWORD } };
};
const admin = (sql: string) => withClient(inject('databaseServer').admin, (client) => client.query(sql));
const filesOf = (name: string) => readdirSync(folder.path).filter((each) => each.startsWith(name));
const tablesIn = async ({ config }: TestDatabase): Promise<number> =>
  (
    await withClient(config, (client) =>
      client.query(`SELECT FROM pg_tables WHERE schemaname IN ('public', 'sandbox', 'pgboss')`),
    )
  ).rowCount ?? 0;

beforeAll(async () => {
  writeFileSync(passphraseFile, `${PASSPHRASE}\n`);
  await admin(`CREATE ROLE ${OWNER} LOGIN PASSWORD '${PASSWORD}'`);
  own = await createTestDatabase();
  await withClient(own.config, (client) =>
    client.query(`INSERT INTO accounts (id, brand, gateway) VALUES ('acc_1', 'scope', 'sandbox');
      INSERT INTO installation_secret (fingerprint) VALUES ('${fingerprintsOf(SECRET)[0]}')`),
  );
  const { code, err, out } = await typeCommand(envOf(own), 'backup', source);
  expect([code, err]).toEqual([0, '']);
  expect(out).toMatch(
    /^\/.*source\.backup: \d+ tables, \d+ rows, \d+ bytes, not encrypted\.\nState of 20\S+Z, 00\S+, release /,
  );
});
afterAll(async () => {
  await own.drop();
  await admin(`DROP ROLE ${OWNER}`);
  folder.remove();
});
beforeEach(async () => {
  target = await createTestDatabase('empty');
  await admin(`ALTER DATABASE ${target.name} OWNER TO ${OWNER}`);
});
afterEach(() => target.drop());

test('[O19] a backup is restored by an owner who is no superuser, and the books are right', async () => {
  expect(statSync(source).mode & 0o777).toBe(0o600);
  const owner = asOwner(target);
  const { code, out, err } = await typeCommand(envOf(owner), 'restore', source);
  expect([code, err]).toEqual([0, '']);
  expect(out).toMatch(/: restored \d+ tables, \d+ rows\. Every count and digest is right\.\n/);
  expect(out).toContain('docs/operations/backup.md#after-a-restore');
  expect(await typeCommand(envOf(owner), 'check-books')).toMatchObject({ code: 0 });
  const reconciled = await typeCommand(envOf(owner), 'reconcile', '--apply', 'yes', '--moved', 'yes');
  expect([reconciled.code, reconciled.err]).toEqual([0, '']);
  expect(reconciled.out).toMatch(/^Compared since .*\nBooks and payment provider agree\.\n$/);
  const again = await typeCommand(envOf(owner), 'restore', source);
  expect([again.code, again.err]).toEqual([
    1,
    expect.stringMatching(/^restore \/.*is not empty.*Nothing was restored\.\n$/),
  ]);
});

test('[O19] a backup between two migrations keeps rows that a trigger would fill, and is restored', async () => {
  const half = await createTestDatabase('empty');
  const file = join(folder.path, 'half.backup');
  await withClient(half.config, async (client) => {
    // Migration 0079 fills the accounts in batches, and was stopped before its end.
    await migrateUpTo(client, MIGRATIONS, '0078-account-of-user-rows.sql');
    await client.query(`INSERT INTO accounts (id, brand, gateway) VALUES ('acc_1', 'scope', 'sandbox');
      INSERT INTO users (id, account_id, email, password_hash) VALUES ('usr_1', 'acc_1', 'ada@example.test', 'x');
      ALTER TABLE sessions DISABLE TRIGGER sessions_account;
      INSERT INTO sessions (id, user_id, stepped_at, refresh_expires_at, expires_at) VALUES ('ses_1', 'usr_1', now(), now(), now());
      ALTER TABLE sessions ENABLE TRIGGER sessions_account;`);
  });
  const written = await typeCommand(envOf(half), 'backup', file);
  expect([written.code, written.err]).toEqual([0, '']);
  await half.drop();
  expect(gunzipSync(readFileSync(file)).toString()).toMatch(/\nses_1\tusr_1\t.*\t\\N\n/);

  const { code, err, out } = await typeCommand(envOf(asOwner(target)), 'restore', file);
  expect([code, err]).toEqual([0, '']);
  expect(out).toContain('Every count and digest is right.');
  await withClient(target.config, async (client) => {
    const sessions = await client.query('SELECT id, account_id FROM sessions');
    expect(sessions.rows).toEqual([{ id: 'ses_1', account_id: 'acc_1' }]);
    const disabled = await client.query(`SELECT tgname FROM pg_trigger WHERE tgenabled <> 'O'`);
    expect(disabled.rows).toEqual([]);
  });
});

test('[O19] a backup and its embedded database: restored there, and backed up from there', async () => {
  const home = join(folder.path, 'home');
  mkdirSync(home);
  const missing = await typeCommand({ FOYER_HOME: home }, 'restore', source);
  expect([missing.code, missing.err]).toEqual([1, expect.stringContaining('set FOYER_SECRET to the secret')]);
  expect(readdirSync(home)).toEqual([]);
  writeFileSync(join(home, 'secret'), SECRET);
  const restored = await typeCommand({ FOYER_HOME: home }, 'restore', source);
  expect([restored.code, restored.err]).toEqual([0, '']);
  const file = join(folder.path, 'embedded.backup');
  const written = await typeCommand({ FOYER_HOME: home }, 'backup', file);
  expect([written.code, written.err]).toEqual([0, '']);
  const lastLine = (name: string) => gunzipSync(readFileSync(name)).toString().trimEnd().split('\n').at(-1) ?? '';
  // Only messages to products continue at another number, which is above those that were sent since the backup.
  const raised = '{"name":"public.product_hook_deliveries_seq_seq","value":"1000000001","isCalled":true}';
  expect(lastLine(file)).toContain(raised);
  const sequence = /{"name":"public.product_hook_deliveries_seq_seq"[^}]*}/;
  expect(lastLine(file)).toBe(lastLine(source).replace(sequence, raised));
});

test('[O19] a backup is encrypted with a passphrase of a file, and opened by the setting', async () => {
  const file = join(folder.path, 'encrypted.age');
  const written = await typeCommand(envOf(own), 'backup', file, '--passphrase-file', passphraseFile);
  expect([written.code, written.err, written.out]).toEqual([0, '', expect.stringContaining(' bytes, encrypted.')]);
  expect(readFileSync(file).subarray(0, 3).toString()).toBe('age');
  const restored = await typeCommand(envOf(target, { BACKUP_PASSPHRASE: PASSPHRASE }), 'restore', file);
  expect([restored.code, restored.err]).toEqual([0, '']);
});

test('[O19] a folder that cannot be used is named in one line', async () => {
  const file = join(passphraseFile, 'x');
  const { code, out, err } = await typeCommand(envOf(own), 'backup', file);
  expect([code, out]).toEqual([1, '']);
  expect(err).toMatch(/^backup \/.*: the folder \/.*passphrase does not exist, or user \d+ may not write there\.\n$/);
});

describe('[O19] refused before the database is reached', () => {
  const withMigration = (name: string) => {
    const file = join(folder.path, `${name}.backup`);
    const text = gunzipSync(readFileSync(source)).toString();
    writeFileSync(file, gzipSync(text.replace(/\}\],"secret"/, `},{"name":"${name}","checksum":"x"}],"secret"`)));
    return file;
  };
  const nowhere = { DATABASE_URL: 'postgresql://foyer@127.0.0.1:1/foyer', DATABASE_TLS: 'off' };

  test('a backup of a newer schema', async () => {
    const { code, err } = await typeCommand(
      { ...nowhere, FOYER_SECRET: SECRET },
      'restore',
      withMigration('9999-new.sql'),
    );
    expect([code, err]).toEqual([1, expect.stringMatching(/holds migration 9999-new\.sql.*Nothing was restored\.\n$/)]);
  });

  test('a backup of another secret, unless that is lost', async () => {
    const env = { ...nowhere, FOYER_SECRET: OTHER_SECRET };
    const { code, err } = await typeCommand(env, 'restore', source);
    expect([code, err]).toEqual([
      1,
      expect.stringMatching(/belongs to another FOYER_SECRET.*Nothing was restored\.\n$/),
    ]);
    const replacing = await typeCommand({ ...env, FOYER_SECRET: `${OTHER_SECRET},${SECRET}` }, 'restore', source);
    expect(replacing.err).toContain('The database cannot be used. Nothing answers');
    const lost = await typeCommand({ ...env, FOYER_SECRET_IS_LOST: '1' }, 'restore', source);
    expect(lost.err).toContain('The database cannot be used. Nothing answers');
  });

  test.each([
    ['no file', [], '<file> is missing'],
    ['two files', ['one', 'two'], '"two" belongs to no option'],
  ])('%s', async (_title, args, words) => {
    for (const command of ['backup', 'restore']) {
      const { code, out } = await runCommand([command, ...args], () => Promise.reject(new Error('not needed')));
      expect([code, out[0]]).toEqual([2, expect.stringContaining(words)]);
    }
  });

  test('a weak passphrase', async () => {
    const { code, err } = await typeCommand(
      envOf(own, { BACKUP_PASSPHRASE: 'too short' }),
      'backup',
      join(folder.path, 'weak'),
    );
    expect([code, err]).toEqual([1, expect.stringContaining('BACKUP_PASSPHRASE must have at least 12 characters')]);
  });

  test.each([
    ['a weak', 'too short', 'The passphrase of --passphrase-file must have at least 12 characters'],
    ['an empty', '', '--passphrase-file names an empty file'],
  ])('%s passphrase in a file: the option is named', async (_title, passphrase, words) => {
    const named = join(folder.path, 'named-passphrase');
    writeFileSync(named, passphrase);
    const { code, err } = await typeCommand(
      envOf(own),
      'backup',
      join(folder.path, 'named'),
      '--passphrase-file',
      named,
    );
    expect([code, err]).toEqual([1, expect.stringContaining(words)]);
    expect(err).not.toContain('BACKUP_PASSPHRASE');
  });
});

describe('[O19] a signal', () => {
  /** Runs `work` while a lock keeps others from the rows, so that a backup waits in the middle. */
  const whileLocked = (database: TestDatabase, statement: string, work: () => Promise<void>) =>
    withClient(database.config, async (holder) => {
      await holder.query('BEGIN');
      await holder.query(statement);
      await work();
    });
  const isWaiting = (database: TestDatabase, application: string) =>
    withClient(database.config, async (client) => {
      const query = `SELECT FROM pg_stat_activity WHERE application_name = $1 AND wait_event_type = 'Lock' AND datname = current_database()`;
      await expect.poll(async () => (await client.query(query, [application])).rowCount, { interval: 20 }).toBe(1);
    });

  test('stops a backup: its file is gone', async () => {
    await whileLocked(own, 'LOCK TABLE users', async () => {
      const { child, ended } = startCommand(envOf(own), 'backup', join(folder.path, 'stopped.backup'));
      await isWaiting(own, 'foyer backup');
      await expect.poll(() => filesOf('stopped')).toHaveLength(1);
      child.kill('SIGTERM');
      const { code, out, err } = await ended;
      expect([code, out]).toEqual([1, '']);
      expect(err).toMatch(
        /^backup \/.*stopped\.backup: SIGTERM stopped it before its end\. The unfinished file was removed\.\n$/,
      );
      expect(filesOf('stopped')).toEqual([]);
    });
  });

  test('stops a restore: the database is empty', async () => {
    // A function of this name in another transaction makes the migration wait.
    const statement = 'CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NEW; END $$';
    await whileLocked(target, statement, async () => {
      const { child, ended } = startCommand(envOf(target), 'restore', source);
      await isWaiting(target, 'foyer restore');
      child.kill('SIGTERM');
      const { code, out, err } = await ended;
      expect([code, out]).toEqual([1, '']);
      expect(err).toMatch(/^restore \/.*: SIGTERM stopped it before its end\. Nothing was restored\.\n$/);
    });
    expect(await tablesIn(target)).toBe(0);
  });
});
