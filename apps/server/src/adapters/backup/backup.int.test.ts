import { createReadStream, createWriteStream, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { gunzipSync, gzipSync } from 'node:zlib';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { makeFullCustomer } from '../../../test/full-customer.ts';
import { type Customer, type Harness, startHarness } from '../../../test/harness.ts';
import { buy, makeHolder, starterYearly } from '../../../test/shop.ts';
import { snapshot } from '../../../test/snapshot.ts';
import { makeTempFolder } from '../../../test/temp-folder.ts';
import { withClient } from '../../../test/with-client.ts';
import { MIGRATIONS, prepareDatabase } from '../../prepare-database.ts';
import { openDatabase } from '../postgres/database.ts';
import { readSnapshot, withOwnConnection } from '../postgres/read-snapshot.ts';
import { encryptWith } from './age.ts';
import { openBackup } from './read-backup.ts';
import { restoreBackup } from './restore-backup.ts';
import { writeBackup } from './write-backup.ts';

const folder = makeTempFolder('backup');
const source = join(folder.path, 'source.backup');

let own: TestDatabase;
let h: Harness;
let ada: Customer;

const writeTo = (file: string, meanwhile = async () => {}) =>
  readSnapshot(own.config, 'test', async (client) => {
    await client.query('SELECT 1'); // the snapshot begins with the first statement
    await meanwhile();
    return writeBackup(client, { file, release: '9.9.9', passphrase: null });
  });

const restoreInto = async (database: TestDatabase, file: string) => {
  const backup = await openBackup(file, null);
  return withOwnConnection(database.config, 'test', (client) =>
    restoreBackup(client, backup, { migrations: MIGRATIONS, beforeCommit: () => {} }),
  ).finally(backup.close);
};

/** Runs `work` on a new empty database. */
const inEmpty = async <T>(work: (database: TestDatabase) => Promise<T>): Promise<T> => {
  const database = await createTestDatabase('empty');
  return work(database).finally(database.drop);
};

/** Count and checksum of each table, and the jobs of the queue. The times of migrations differ. */
const contentOf = async ({ config }: TestDatabase): Promise<object> => {
  const sql = openDatabase(config, () => {});
  const { 'public.schema_migrations': _times, 'public.restored_backups': _mark, ...tables } = await snapshot(sql);
  const jobs = await sql.query(
    'SELECT id, name, state, data, retry_count, retry_limit, start_after, keep_until, policy FROM pgboss.job ORDER BY id',
  );
  await sql.close();
  return { ...tables, jobs };
};

beforeAll(async () => {
  own = await createTestDatabase();
  h = await startHarness({ config: own.config, queue: 'unworked' });
  ada = await makeFullCustomer(h);
  await writeTo(source);
});
afterAll(async () => {
  h.log.expectQuiet();
  await h.stop();
  await own.drop();
  folder.remove();
});

test('[O19] every table, job and sequence is restored, and a server goes on with it', async () => {
  await inEmpty(async (target) => {
    const { tables, rows, skipped } = await restoreInto(target, source);
    expect([tables, skipped]).toEqual([expect.any(Number), []]);
    expect(rows).toBeGreaterThan(100);
    expect(await contentOf(target)).toEqual(await contentOf(own));

    await prepareDatabase({ owner: target.config, server: target.config }, { mayCreate: false });
    const restored = await startHarness({ config: target.config, queue: 'unworked' });
    const client = await restored.signIn(
      (await h.database.query<{ email: string }>('SELECT email FROM users WHERE id = $1', [ada.userId]))[0]?.email ??
        '',
    );
    expect((await client.get('/api/auth/me')).status).toBe(200);
    const { customer } = await makeHolder(restored, starterYearly);
    expect(await restored.receipts(customer)).toHaveLength(1);
    const [next] = await restored.database.query<{ seq: number; most: number }>(
      `SELECT nextval(pg_get_serial_sequence('product_hook_deliveries', 'seq')) AS seq, (SELECT max(seq) FROM product_hook_deliveries) AS most`,
    );
    expect(next?.seq).toBeGreaterThan(next?.most ?? 0);
    await restored.stop();
  });
});

test('[O19] the backup is the state at its begin, while customers go on buying', async () => {
  const file = join(folder.path, 'while-buying.backup');
  const { customer } = await makeHolder(h, starterYearly);
  await writeTo(file, async () => {
    expect((await buy(customer, { planId: 'pln_scope_starter', interval: 'monthly' })).status).toBe(201);
  });
  await inEmpty(async (target) => {
    await restoreInto(target, file);
    const held = await withClient(target.config, (client) =>
      client.query('SELECT product FROM subscriptions WHERE account_id = $1', [customer.accountId]),
    );
    expect(held.rows).toEqual([{ product: 'drive' }]);
  });
});

test('[O19] a table of the vendor is in the backup, and the restore names it and leaves it out', async () => {
  const file = join(folder.path, 'foreign-table.backup');
  await h.database.query('CREATE TABLE public.notes (text text)');
  await h.database.query(`INSERT INTO public.notes VALUES ('mine')`);
  await writeTo(file);
  await h.database.query('DROP TABLE public.notes');
  expect(gunzipSync(readFileSync(file)).toString()).toContain('COPY public.notes (text) FROM stdin;\nmine\n\\.\n');
  await inEmpty(async (target) => {
    expect((await restoreInto(target, file)).skipped).toEqual(['public.notes']);
  });
});

test('[O20] a restore marks the database, and a backup of a marked one leads to the same time', async () => {
  const timeOf = ({ config }: TestDatabase) =>
    withClient(
      config,
      async (client) => (await client.query('SELECT taken_at FROM restored_backups')).rows[0]?.taken_at,
    );
  await inEmpty(async (first) => {
    await restoreInto(first, source);
    const taken = await timeOf(first);
    expect(taken.toISOString()).toBe(
      JSON.parse(gunzipSync(readFileSync(source)).toString().split('\n')[0]?.slice('-- Foyer backup '.length) ?? '{}')
        .takenAt,
    );
    const file = join(folder.path, 'marked.backup');
    await readSnapshot(first.config, 'test backup', (client) =>
      writeBackup(client, { file, release: '0.0.0', passphrase: null }),
    );
    await inEmpty(async (second) => {
      await restoreInto(second, file);
      expect(await timeOf(second)).toEqual(taken);
    });
  });
});

/** Writes a backup whose text is changed. */
const edited = (name: string, edit: (text: string) => string): string => {
  const file = join(folder.path, name);
  const text = gunzipSync(readFileSync(source)).toString();
  const changed = edit(text);
  expect(changed).not.toBe(text);
  writeFileSync(file, gzipSync(changed));
  return file;
};

const copied = (name: string, change: (bytes: Buffer) => Buffer): string => {
  const file = join(folder.path, name);
  writeFileSync(file, change(readFileSync(source)));
  return file;
};

type Case = readonly [title: string, words: string, make: () => string];

const refusalOf = async (work: Promise<unknown>, file: string): Promise<string> => {
  const message = await work.then(
    () => 'not refused',
    (error: Error) => error.message,
  );
  expect(message).toContain(`restore ${file}: `);
  expect(message).toMatch(/Nothing was restored\.$/);
  return message;
};

describe('[O19] a file that cannot be read is refused in words', () => {
  const readAll = async (file: string): Promise<void> => {
    const backup = await openBackup(file, null);
    for await (const { rows } of backup.blocks)
      for await (const _batch of rows) {
        // only read
      }
  };
  const flip = (all: Buffer): Buffer => {
    const at = Math.floor(all.length / 2);
    return all.fill((all[at] ?? 0) ^ 1, at, at + 1);
  };
  const cases: readonly Case[] = [
    ['no file', 'There is no such file', () => join(folder.path, 'none')],
    ['an empty file', 'no backup of Foyer. Use another copy', () => copied('empty', () => Buffer.alloc(0))],
    ['a text', 'no backup of Foyer', () => copied('text', () => Buffer.from('hello'))],
    ['another compressed file', 'no backup of Foyer', () => copied('other', () => gzipSync('x'.repeat(1_000_000)))],
    ['its first bytes', 'damaged: unexpected end', () => copied('first', (all) => all.subarray(0, 12))],
    ['a half', 'damaged: unexpected end', () => copied('half', (all) => all.subarray(0, all.length / 2))],
    ['bytes after its end', 'is damaged', () => copied('more', (all) => Buffer.concat([all, Buffer.from('hello')]))],
    [
      'zeros after its end',
      'more bytes follow its end',
      () => copied('zeros', (all) => Buffer.concat([all, Buffer.alloc(9)])),
    ],
    [
      'many zeros after its end',
      'more bytes follow its end',
      () => copied('many', (all) => Buffer.concat([all, Buffer.alloc(1_000_000)])),
    ],
    ['a changed byte', 'is damaged', () => copied('byte', flip)],
    [
      'a statement',
      'unexpected line "DROP TABLE accounts;"',
      () => edited('statement', (text) => text.replace('\n\n', '\n\nDROP TABLE accounts;\n')),
    ],
    ['no last line', 'its end is missing', () => edited('end', (text) => text.replace(/-- End of the[^\n]*\n$/, ''))],
    [
      'rows without an end',
      'it ends in the rows of pgboss.job',
      () => edited('rows', (text) => text.slice(0, text.lastIndexOf('\\.'))),
    ],
    ['a cut line', 'ends in the middle of a line', () => edited('line', (text) => text.slice(0, -3))],
    [
      'a newer format',
      'newer release of Foyer',
      () => edited('format', (text) => text.replace('{"format":1', '{"format":2')),
    ],
    [
      'a first line without facts',
      'first line cannot be read',
      () => edited('facts', (text) => text.replace('"release"', '"rel"')),
    ],
  ];
  test.each(cases)('%s', async (_title, words, make) => {
    const file = make();
    expect(await refusalOf(readAll(file), file)).toContain(words);
  });
});

test('[O19] an encrypted backup is opened by its passphrase alone', async () => {
  const file = join(folder.path, 'encrypted.age');
  const passphrase = 'correct horse battery';
  // A cheap guess, so that the test need not wait.
  await pipeline(createReadStream(source), encryptWith(passphrase, 4), createWriteStream(file));
  expect(await refusalOf(openBackup(file, null), file)).toContain('the backup is encrypted: name its passphrase');
  expect(await refusalOf(openBackup(file, 'another passphrase'), file)).toContain('the passphrase is wrong');
  expect(await refusalOf(openBackup(source, passphrase), source)).toContain('the backup is not encrypted');
  const backup = await openBackup(file, passphrase);
  expect(backup.header.release).toBe('9.9.9');
  backup.close();
});

describe('[O19] a backup with other rows is refused, and the database stays empty', () => {
  let target: TestDatabase;
  beforeAll(async () => {
    target = await createTestDatabase('empty');
  });
  afterAll(() => target.drop());

  const cases: readonly Case[] = [
    [
      'a changed value',
      'rows of public.accounts do not match',
      () =>
        edited('value', (text) => text.replace(/(COPY public\.accounts [^\n]*\n[^\t]*\t)(?:scope|drive)/, '$1other')),
    ],
    [
      'a row that refers to none',
      'the database refuses a row of users',
      () => edited('fk', (text) => text.replace(/(COPY public\.users [^\n]*\n[^\t]*\t)[^\t]*/, '$1acc_none')),
    ],
    [
      'a table that is missing',
      'rows of public.mails do not match',
      () => edited('table', (text) => text.replace(/COPY public\.mails [\s\S]*?\n\\\.\n/, '')),
    ],
    [
      'a table that its end does not name',
      'a table that its last line does not name',
      () => edited('more', (text) => text.replace(/(COPY )public\.clocks( [\s\S]*?\n\\\.\n)/, '$&\n$1public.more$2')),
    ],
    [
      'another column',
      'public.users has other columns',
      () => edited('column', (text) => text.replace('COPY public.users (id, ', 'COPY public.users (email, ')),
    ],
  ];
  test.each(cases)('%s', async (_title, words, make) => {
    const file = make();
    expect(await refusalOf(restoreInto(target, file), file)).toContain(words);
    const left = await withClient(target.config, (client) =>
      client.query(`SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r'
        UNION ALL SELECT nspname FROM pg_namespace WHERE nspname IN ('sandbox', 'pgboss')`),
    );
    expect(left.rows).toEqual([]);
  });

  test('a database that a server uses: its processes are named', async () => {
    const server = new pg.Client({ ...target.config, application_name: 'foyer server' });
    await server.connect();
    await expect(restoreInto(target, source)).rejects.toThrow(
      /a server uses the database \(its processes there: \d+\)\. Stop all servers first/,
    );
    await server.end();
  });

  test('a database that holds something: it is named, and nothing of it changes', async () => {
    const full = await createTestDatabase();
    const before = await contentOf(full);
    await expect(restoreInto(full, source)).rejects.toThrow(/is not empty: it holds \S+ and \d+ more\. Restore into/);
    expect(await contentOf(full)).toEqual(before);
    await full.drop();
  });
});
