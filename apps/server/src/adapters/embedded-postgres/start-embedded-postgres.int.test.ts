import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, test } from 'vitest';
import { makeTempFolder } from '../../../test/temp-folder.ts';
import { withClient } from '../../../test/with-client.ts';
import { acquireFolderLock, acquireUnlessTaken, type FolderLock } from './acquire-folder-lock.ts';
import { choosePlace } from './places.ts';
import { runningPostmaster, stopPostmaster } from './postmaster.ts';
import { isAlive } from './process-facts.ts';
import { findSystemUser } from './server-user.ts';
import { startEmbeddedPostgres } from './start-embedded-postgres.ts';

/** Data folder of all tests of this file, as an installation keeps one. Each test begins and ends without a server on it. */
const folder = makeTempFolder('launcher');
const dataDir = path.join(folder.path, 'db');
const start = (watch = false) => startEmbeddedPostgres({ dataDir, log: () => {}, watch });
const noLoss = (error: Error): never => {
  throw error;
};

const pidOf = (): number => {
  const pid = runningPostmaster(dataDir);
  if (pid === null) throw new Error('no server runs');
  return pid;
};
const killServer = async (): Promise<void> => {
  const pid = pidOf();
  process.kill(pid, 'SIGKILL');
  await expect.poll(() => isAlive(pid)).toBe(false);
};

afterAll(async () => {
  await stopPostmaster(dataDir);
  folder.remove();
});

test('the first start makes the folder, the second finds the server running, stop ends it', async () => {
  const first = await start();
  expect(first.how).toBe('created');
  const second = await start();
  expect(second.how).toBe('adopted');
  expect(second.config).toEqual(first.config);
  expect(statSync(first.config.host).mode & 0o777).toBe(0o700);

  const pid = pidOf();
  await second.stop();
  expect(isAlive(pid)).toBe(false);
  expect(runningPostmaster(dataDir)).toBeNull();
  const third = await start();
  expect(third.how).toBe('started');
  await third.stop();
});

test('the server keeps data safe, in UTC and in C.UTF-8, and listens on no network', async () => {
  const server = await start();
  const { rows } = await withClient(server.config, (client) =>
    client.query(`select current_setting('fsync') fsync, current_setting('timezone') zone, datlocale locale,
      current_setting('listen_addresses') network from pg_database where datname = current_database()`),
  );
  expect(rows).toEqual([{ fsync: 'on', zone: 'UTC', locale: 'C.UTF-8', network: '' }]);
  await server.stop();
});

test('committed rows are there after the server was killed', async () => {
  const before = await start();
  await withClient(before.config, async (client) => {
    await client.query('create table kept (n int)');
    await client.query('insert into kept select generate_series(1, 100)');
  });
  await killServer();
  const after = await start();
  expect(after.how).toBe('started');
  const { rows } = await withClient(after.config, (client) => client.query('select count(*)::int as n from kept'));
  expect(rows).toEqual([{ n: 100 }]);
  await after.stop();
});

test('a pid file that names a stranger does not prevent a start', async () => {
  await (await start()).stop();
  const pidFile = path.join(dataDir, 'postmaster.pid');
  writeFileSync(pidFile, `${process.pid}\n${dataDir}\n`);
  const server = await start();
  expect(server.how).toBe('started');
  expect(Number.parseInt(readFileSync(pidFile, 'utf8'), 10)).toBe(pidOf());
  await server.stop();
});

test('the lock of a starter that was killed is taken over', async () => {
  writeFileSync(`${dataDir}.lock`, '999999999 1');
  const server = await start();
  expect(server.how).toBe('started');
  expect(existsSync(`${dataDir}.lock`)).toBe(false);
  await server.stop();
});

test('three first starts at the same time make one database', async () => {
  const together = makeTempFolder('together');
  const options = { dataDir: path.join(together.path, 'db'), log: () => {}, watch: false };
  const servers = await Promise.all([1, 2, 3].map(() => startEmbeddedPostgres(options)));
  expect(servers.map(({ how }) => how).sort()).toEqual(['adopted', 'adopted', 'created']);
  await servers[0]?.stop();
  together.remove();
});

test('a watched server that is killed comes back, and is gone after stop', async () => {
  const server = await start(true);
  await killServer();
  await expect.poll(() => runningPostmaster(dataDir)).not.toBeNull();
  await server.stop();
  await sleep(1200); // two looks of the watch
  expect(runningPostmaster(dataDir)).toBeNull();
});

test('a folder with something else in it is left alone', async () => {
  const other = makeTempFolder('other');
  writeFileSync(path.join(other.path, 'letter.txt'), 'dear');
  const starting = startEmbeddedPostgres({ dataDir: other.path, log: () => {}, watch: false });
  await expect(starting).rejects.toThrow('holds no database');
  expect(readFileSync(path.join(other.path, 'letter.txt'), 'utf8')).toBe('dear');
  other.remove();
});

test('a path too long for a socket works', async () => {
  const deep = makeTempFolder('deep');
  const options = { dataDir: path.join(deep.path, 'x'.repeat(90), 'db'), log: () => {}, watch: false };
  const server = await startEmbeddedPostgres(options);
  expect(server.config.host.length).toBeLessThan(90);
  await server.stop();
  expect(existsSync(server.config.host)).toBe(false);
  deep.remove();
});

test('a second Foyer on the folder is refused until the first has ended', async () => {
  const embedded = await start();
  const options = { embedded, folder: dataDir, onLost: noLoss };
  const first = await acquireFolderLock(options);
  await expect(acquireFolderLock(options)).rejects.toThrow(`Foyer is already running on ${dataDir}.`);
  expect(await acquireUnlessTaken(options)).toBeNull();
  await first.release();
  const second = await acquireFolderLock(options);
  await second.release(embedded.stop);
});

test('a killed Foyer frees the folder', async () => {
  const embedded = await start();
  const module = fileURLToPath(new URL('acquire-folder-lock.ts', import.meta.url));
  const program = `
    const { acquireFolderLock } = await import(${JSON.stringify(module)});
    const config = JSON.parse((await import('node:fs')).readFileSync(0, 'utf8'));
    await acquireFolderLock({ embedded: { config }, folder: 'x', onLost: () => {} });
    console.log('held');`;
  const other = spawn(process.execPath, ['--input-type=module', '-e', program], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  other.stdin.end(JSON.stringify(embedded.config));
  await new Promise((resolve, reject) => other.stdout.once('data', resolve).once('end', reject));
  const options = { embedded, folder: dataDir, onLost: noLoss };
  await expect(acquireFolderLock(options)).rejects.toThrow('already running');
  other.kill('SIGKILL');
  await (await acquireFolderLock(options)).release(embedded.stop);
});

test('the folder lock is taken again after the database crashed', async () => {
  const embedded = await start(true);
  const options = { embedded, folder: dataDir, onLost: noLoss };
  const lock = await acquireFolderLock(options);
  await killServer();
  await expect.poll(() => runningPostmaster(dataDir)).not.toBeNull();
  const refusedAgain = () =>
    acquireFolderLock(options).then(
      (other) => other.release(),
      (error: Error) => error.message,
    );
  await expect.poll(refusedAgain).toContain('already running');
  await lock.release(embedded.stop);
});

test('a server that goes down in the middle of a start is waited for, and started again', async () => {
  const { config } = await start();
  const other = (database: string) => ({ ...config, database });
  await withClient(other('postgres'), (client) => client.query(`drop database ${config.database}`));
  // CREATE DATABASE waits for connections to template1. Until this one ends, the start waits for its answer.
  const starting = await withClient(other('template1'), async (inTemplate) => {
    const begun = start();
    const making = () =>
      inTemplate.query(`select from pg_stat_activity where state = 'active' and query like 'create database%'`);
    await expect.poll(async () => (await making()).rowCount, { interval: 5 }).toBe(1);
    await stopPostmaster(dataDir);
    return begun;
  });
  expect(starting.how).toBe('started');
  await withClient(starting.config, (client) => client.query('select 1'));
  await starting.stop();
});

test('a Foyer that starts while another ends never has a database that the other takes away', async () => {
  const ending = await start();
  const held = await acquireFolderLock({ embedded: ending, folder: dataDir, onLost: noLoss });
  const starting = await start();
  expect(starting.how).toBe('adopted');

  const options = { embedded: starting, folder: dataDir, onLost: noLoss };
  // One try waits 1.5 s for the folder; on a busy machine the other may take longer to stop.
  const whenFree = async (): Promise<FolderLock> => (await acquireUnlessTaken(options)) ?? whenFree();
  let next: Promise<FolderLock> | undefined;
  await held.release(async () => {
    await expect(acquireFolderLock(options)).rejects.toThrow('already running'); // the ending Foyer keeps the lock while it stops
    next = whenFree();
    await ending.stop();
  });
  const lock = await next;
  await withClient(starting.config, (client) => client.query('select 1'));
  await lock?.release(starting.stop);
});

describe.runIf(process.getuid?.() === 0)('[L7] the user of the server when root starts it', () => {
  const place = makeTempFolder('user');
  const asRoot = path.join(place.path, 'db');
  const warnings: string[] = [];
  const startAs = (systemUser: string | null) =>
    startEmbeddedPostgres({
      dataDir: asRoot,
      systemUser,
      log: () => {},
      warn: (line) => void warnings.push(line),
      settings: { fsync: 'off' },
      watch: false,
    });
  /** The server writes this file itself. */
  const userOfServer = () => statSync(path.join(asRoot, 'postmaster.pid')).uid;
  afterAll(async () => {
    await stopPostmaster(asRoot);
    place.remove();
  });

  test('is the configured one; existing data keeps its owner; after the chown of the warning the same data is served', async () => {
    const daemon = findSystemUser('daemon');
    const first = await startAs('nobody');
    expect([userOfServer(), warnings]).toEqual([65534, [expect.stringContaining('runs as nobody')]]);
    await withClient(first.config, (client) => client.query('create table kept as select 1 as one'));
    await first.stop();

    const second = await startAs('daemon');
    expect([userOfServer(), warnings[1]]).toEqual([
      65534,
      expect.stringContaining('than DATABASE_SYSTEM_USER (daemon)'),
    ]);
    await second.stop();

    const [, command = ''] = /\((chown [^)]+)\)/.exec(warnings[1] ?? '') ?? [];
    expect(spawnSync('sh', ['-c', command]).status).toBe(0);
    const third = await startAs('daemon');
    expect([userOfServer(), warnings.length]).toEqual([daemon?.uid, 2]);
    expect((await withClient(third.config, (client) => client.query('table kept'))).rows).toEqual([{ one: 1 }]);
    await third.stop();
  });

  test('is refused when the machine has none of that name', async () => {
    await expect(startAs('no-such-user')).rejects.toThrow('no user of this machine');
  });
});

test.runIf(process.getuid?.() !== 0)('[L7] an ordinary user runs the server itself, whatever is set', () => {
  expect(choosePlace(dataDir, 'no-such-user')).toEqual({ dataDir, user: null, warning: null });
});
