import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest';
import { makeTempFolder } from '../../../test/temp-folder.ts';
import { withClient } from '../../../test/with-client.ts';
import { acquireFolderLock } from './acquire-folder-lock.ts';
import { prepareNative } from './native-files.ts';
import { choosePlace, makeSocketDir, SOCKET_PORT } from './places.ts';
import { launchPostmaster, runningPostmaster, stopPostmaster } from './postmaster.ts';
import { loadOrCreatePasswords, passwordFileOf, scramVerifier } from './role-passwords.ts';
import { giveTo, serverEnvironment } from './server-user.ts';
import { shellWord } from './shell-word.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './start-embedded-postgres.ts';

const REFUSED = /password must be a/;
const settings = { fsync: 'off' };

let folder: ReturnType<typeof makeTempFolder>;
let dataDir: string;
let logged: string[];
const prepared = makeTempFolder('prepared');
afterAll(() => prepared.remove());
beforeEach(() => {
  folder = makeTempFolder('passwords');
  dataDir = path.join(folder.path, 'db');
  logged = [];
});
afterEach(async () => {
  await stopPostmaster(dataDir);
  folder.remove();
});

const start = (more: Readonly<Record<string, string>> = {}) =>
  startEmbeddedPostgres({
    dataDir,
    log: (line) => void logged.push(line),
    settings: { ...settings, ...more },
    watch: false,
  });
const without = ({ password: _, ...config }: EmbeddedPostgres['config']) => ({ ...config, password: () => '' });
const hbaFile = () => path.join(dataDir, 'pg_hba.conf');
const rulesOf = (hba: string) => hba.split('\n').filter((line) => /^\w/.test(line));

const expectSecured = async (server: EmbeddedPostgres) => {
  for (const config of [server.config, server.serverConfig])
    for (const database of ['foyer', 'postgres']) {
      const attempt = withClient(without({ ...config, database }), async () => 'let in');
      await expect(attempt).rejects.toThrow(REFUSED);
    }
  const whoAmI = (config: EmbeddedPostgres['config']) =>
    withClient(config, async (client) => (await client.query('select current_user as name')).rows);
  expect(await whoAmI(server.config)).toEqual([{ name: 'foyer' }]);
  expect(await whoAmI(server.serverConfig)).toEqual([{ name: 'foyer_server' }]);
  expect(rulesOf(readFileSync(hbaFile(), 'utf8')).filter((line) => !line.endsWith('scram-sha-256'))).toEqual([]);
  expect(statSync(hbaFile()).uid).toBe(statSync(dataDir).uid);
  const file = statSync(passwordFileOf(dataDir));
  expect([file.mode & 0o777, file.uid]).toEqual([0o600, process.getuid?.()]);
};

test('[L7] a new database lets no role in without its password, which stands in one file of the user who starts it', async () => {
  const server = await start();
  await expectSecured(server);
  expect(logged.join('\n')).not.toContain('from now on'); // it never admitted anybody without
  expect(server.config.password).not.toBe(server.serverConfig.password);
  expect(Buffer.from(server.config.password, 'base64url')).toHaveLength(32);
  const wrong = withClient({ ...server.config, password: server.serverConfig.password }, async () => 'let in');
  await expect(wrong).rejects.toThrow('password authentication failed');

  const again = await start();
  expect([again.config, again.serverConfig]).toEqual([server.config, server.serverConfig]);
});

test('[L7] the file of the passwords is one that psql understands', async () => {
  const { config } = await startPrepared();
  expect(readFileSync(passwordFileOf(dataDir), 'utf8').split('\n')).toContain(`*:*:*:foyer:${config.password}`);
});

test('[L7] no log, process argument or environment of the database server holds a password', async () => {
  await makeTrusting(1);
  await stopPostmaster(dataDir);
  const server = await start({ log_statement: 'all' });
  const own = withClient({ ...server.config, user: 'foyer_server' }, async () => 'let in');
  await expect(own).rejects.toThrow('password authentication failed'); // which the server logs
  const pid = runningPostmaster(dataDir);
  const texts = [
    logged.join('\n'),
    readFileSync(`${dataDir}.log`, 'utf8'),
    ...(process.platform === 'linux'
      ? ['cmdline', 'environ'].map((name) => readFileSync(`/proc/${pid}/${name}`, 'latin1'))
      : []),
  ];
  for (const text of texts)
    for (const { password } of [server.config, server.serverConfig]) expect(text).not.toContain(password);
  expect(texts[1]).toContain('password authentication failed');
  expect(texts[1]).toContain('alter role foyer_server');
});

test('[L7] a first start that was killed while the folder was made is finished by the next', async () => {
  const { owner } = loadOrCreatePasswords(dataDir);
  mkdirSync(`${dataDir}.init`);
  writeFileSync(`${dataDir}.init/half`, '');
  writeFileSync(`${dataDir}.init.password`, owner);
  const server = await start();
  expect(server.config.password).toBe(owner);
  await expectSecured(server);
  expect([existsSync(`${dataDir}.init`), existsSync(`${dataDir}.init.password`)]).toEqual([false, false]);
});

const copy = (from: string, to: string): void => {
  const { status, stderr } = spawnSync('cp', ['-a', from, to], { encoding: 'utf8' });
  expect([status, stderr]).toEqual([0, '']);
};

/** Starts a folder that an earlier start made, with its passwords. It is made once, because `initdb` takes seconds. */
const startPrepared = async () => {
  const made = path.join(prepared.path, 'secured');
  if (!existsSync(made)) {
    await (await start()).stop();
    copy(dataDir, made);
    copy(passwordFileOf(dataDir), passwordFileOf(made));
  } else {
    copy(made, dataDir);
    copy(passwordFileOf(made), passwordFileOf(dataDir));
  }
  return start();
};

/** Makes a folder as `initdb` of earlier releases did, without passwords. */
const makeWithoutPasswords = (
  user: ReturnType<typeof choosePlace>['user'],
  native: ReturnType<typeof prepareNative>,
) => {
  const made = path.join(prepared.path, 'trusting');
  if (existsSync(made)) return copy(made, dataDir);
  mkdirSync(dataDir, { mode: 0o700 });
  giveTo(user, dataDir);
  const { stderr } = spawnSync(
    path.join(native.dir, 'bin/initdb'),
    ['-D', dataDir, '-U', 'foyer', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync'],
    { ...user, cwd: '/', env: serverEnvironment(), encoding: 'utf8' },
  );
  expect(stderr).not.toContain('error');
  copy(dataDir, made);
};

/** A folder as earlier releases made it: `trust` for all, a table with a row, one role or two. The server runs. */
const makeTrusting = async (roles: 1 | 2) => {
  const { user } = choosePlace(dataDir, null);
  const native = prepareNative(dataDir, user, () => {});
  makeWithoutPasswords(user, native);
  const socketDir = makeSocketDir(dataDir, user);
  await launchPostmaster({ dataDir, socketDir, native, user, settings });
  const config = { host: socketDir, port: SOCKET_PORT, user: 'foyer', database: 'foyer' };
  const asAdmin = { ...config, database: 'postgres' };
  await expect
    .poll(() =>
      withClient(asAdmin, (client) => client.query('create database foyer')).then(
        () => 1,
        () => 0,
      ),
    )
    .toBe(1);
  await withClient(config, (client) => client.query('create table kept as select 1 as one'));
  if (roles === 2) await withClient(config, (client) => client.query('create role foyer_server login'));
  return config;
};

const rewriteHba = (from: string, to: string) =>
  writeFileSync(hbaFile(), readFileSync(hbaFile(), 'utf8').replaceAll(from, to));

describe('[L7] a folder that earlier releases made with trust', () => {
  test.each<[string, 1 | 2, (config: Awaited<ReturnType<typeof makeTrusting>>) => unknown]>([
    ['stopped', 2, () => stopPostmaster(dataDir)],
    ['stopped, of a release with one role', 1, () => stopPostmaster(dataDir)],
    ['with its server left running', 2, () => {}],
    ['after a start that was killed when it had made the passwords', 2, () => loadOrCreatePasswords(dataDir)],
    [
      'after a start that was killed when one role had its password',
      2,
      (config) => {
        const verifier = scramVerifier(loadOrCreatePasswords(dataDir).owner);
        return withClient(config, (client) => client.query(`alter role foyer password '${verifier}'`));
      },
    ],
    [
      'after a start that was killed in the middle of writing pg_hba.conf',
      2,
      () => {
        loadOrCreatePasswords(dataDir);
        writeFileSync(`${hbaFile()}.foyer`, 'local all');
      },
    ],
    [
      'after a start that was killed before the server read the new pg_hba.conf',
      2,
      async (config) => {
        const { owner, server } = loadOrCreatePasswords(dataDir);
        await withClient(config, (client) =>
          client.query(
            `alter role foyer password '${scramVerifier(owner)}'; alter role foyer_server password '${scramVerifier(server)}'`,
          ),
        );
        rewriteHba('trust', 'scram-sha-256');
      },
    ],
  ])('requires passwords at the next start, and keeps what it holds: %s', async (_title, roles, meanwhile) => {
    const config = await makeTrusting(roles);
    await meanwhile(config);
    const server = await start();
    await expectSecured(server);
    const kept = await withClient(server.config, (client) => client.query('table kept'));
    expect(kept.rows).toEqual([{ one: 1 }]);
    expect(existsSync(`${hbaFile()}.foyer`)).toBe(false);
    expect(logged.filter((line) => line.includes('needs a password from now on'))).toHaveLength(1);

    await server.stop();
    const next = await start();
    expect(next.how).toBe('started');
    await expectSecured(next);
  });

  test('is left as it is while a Foyer of an earlier release runs on it', async () => {
    const config = await makeTrusting(2);
    const lock = await acquireFolderLock({
      embedded: { config: { ...config, password: '' }, bringUp: async () => {} },
      folder: dataDir,
      onLost: () => {},
    });
    const beside = await start();
    await withClient(beside.serverConfig, (client) => client.query('select 1'));
    await withClient(config, (client) => client.query('select 1'));
    expect(logged.at(-1)).toContain('from the next start');
    await lock.release();
    await expectSecured(await start());
  });
});

describe('[L7] passwords that are lost', () => {
  const lose: readonly [string, (file: string) => void, string][] = [
    ['no file', (file) => rmSync(file), 'are missing'],
    [
      'a file of another database',
      (file) => {
        rmSync(file);
        loadOrCreatePasswords(dataDir);
      },
      'refuses the password',
    ],
    ['half a file', (file) => writeFileSync(file, readFileSync(file, 'utf8').split('\n')[0] ?? ''), 'does not hold'],
  ];
  test.each(lose)('%s: the start says what to do, and doing it helps', async (_title, damage, words) => {
    const first = await startPrepared();
    await withClient(first.config, (client) => client.query('create table kept as select 1 as one'));
    damage(passwordFileOf(dataDir));
    const beside = start();
    await expect(beside).rejects.toThrow(words);
    await expect(beside).rejects.toThrow(`kill -INT ${runningPostmaster(dataDir)}`);
    await first.stop();
    const alone = start();
    await expect(alone).rejects.toThrow(`write trust in the place of scram-sha-256 in ${hbaFile()}`);
    expect(runningPostmaster(dataDir)).toBeNull();

    rmSync(passwordFileOf(dataDir), { force: true });
    rewriteHba('scram-sha-256', 'trust');
    const server = await start();
    await expectSecured(server);
    expect((await withClient(server.config, (client) => client.query('table kept'))).rows).toEqual([{ one: 1 }]);
  });

  test('the file put back is taken again', async () => {
    const first = await startPrepared();
    const file = passwordFileOf(dataDir);
    renameSync(file, `${file}.backup`);
    await expect(start()).rejects.toThrow('Put ');
    renameSync(`${file}.backup`, file);
    expect((await start()).config).toEqual(first.config);
  });

  test('a file that others can read is refused', async () => {
    await startPrepared();
    chmodSync(passwordFileOf(dataDir), 0o644);
    await expect(start()).rejects.toThrow(`chmod 600 ${shellWord(passwordFileOf(dataDir))}`);
  });
});
