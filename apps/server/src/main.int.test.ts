import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { hostname } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import packageJson from '../../../package.json' with { type: 'json' };
import { addressOf } from '../test/address-of.ts';
import { createTestDatabase, type TestDatabase } from '../test/database.ts';
import { MAIN_TIMEOUT_MS, startMain as spawnMain } from '../test/start-main.ts';
import { makeTempFolder } from '../test/temp-folder.ts';
import { withClient } from '../test/with-client.ts';

let database: TestDatabase;
const running: (() => void)[] = [];

beforeEach(async () => {
  database = await createTestDatabase();
});
afterEach(async () => {
  for (const kill of running.splice(0)) kill();
  await database.drop();
});

/** A server that is killed after the test. */
const startMain = (settings?: NodeJS.ProcessEnv) => {
  const started = spawnMain(addressOf(database.config), settings);
  running.push(() => started.child.kill('SIGKILL'));
  return started;
};

const count = (table: string) =>
  withClient(database.config, async (client) =>
    Number((await client.query(`SELECT count(*) AS n FROM ${table}`)).rows[0].n),
  );

test('stopped while the demo customers are being made: ends with 0 and without a word, and the next start makes the rest', {
  timeout: 4 * MAIN_TIMEOUT_MS,
}, async () => {
  const first = await withClient(database.config, async (client) => {
    // The first customer waits for this, so that there is something left to make however quick the machine is.
    await client.query('BEGIN; LOCK TABLE users IN SHARE MODE');
    const started = startMain();
    await expect
      .poll(async () => started.output.err || (await count('accounts')), { interval: 5, timeout: MAIN_TIMEOUT_MS })
      .not.toBe(0);
    started.child.kill('SIGTERM');
    return started;
  });
  expect(await first.ended).toEqual({ code: 0, signal: null });
  expect(first.output).toEqual({ out: '', err: '' });
  const made = await count('users');
  expect(made).toBeLessThan(6);

  const second = startMain();
  await expect.poll(() => second.output.out + second.output.err, { timeout: MAIN_TIMEOUT_MS }).toContain('is ready.');
  expect(await count('users')).toBeGreaterThanOrEqual(6);
  // As when `npm start` was killed: nobody is left to tell it.
  second.child.disconnect();
  expect(await second.ended).toEqual({ code: 0, signal: null });
  expect(second.output.err).toBe('');
});

test('[O14] SIGTERM ends a start that waits for the migration lock of another server', {
  timeout: MAIN_TIMEOUT_MS,
}, async () => {
  await withClient({ ...database.config, application_name: 'another server' }, async (holder) => {
    await holder.query('SELECT pg_advisory_lock(4611230652)');
    const { child, output, ended } = startMain();
    await expect.poll(() => output.out + output.err, { timeout: MAIN_TIMEOUT_MS }).toContain('(another server');
    child.kill('SIGTERM');
    expect(await ended).toEqual({ code: 0, signal: null });
    expect(output.err).toBe('');
  });
});

test('[M3] a sandbox that others reach says in its log and its greeting that it takes test cards; demo customers of before are closed', {
  timeout: MAIN_TIMEOUT_MS,
}, async () => {
  await withClient(database.config, (client) =>
    client.query(`INSERT INTO accounts (id, brand, gateway) VALUES ('acc_1', 'scope', 'sandbox');
      INSERT INTO users (id, account_id, email, password_hash) VALUES ('usr_1', 'acc_1', 'ada@demo.arcwave.test', 'x')`),
  );
  const { output } = startMain({
    PUBLIC_URL: 'https://account.vendor.example',
    SANDBOX: '1',
    DEMO: '0',
  });
  await expect.poll(() => output.out + output.err, { timeout: MAIN_TIMEOUT_MS }).toContain('is ready.');
  expect(output.out).toContain('Payments         none: test cards only, as SANDBOX=1 says');
  expect(output.out).not.toContain('Sandbox mailbox');
  const logEntry = (words: string) => JSON.parse(output.out.split('\n').find((text) => text.includes(words)) ?? '');
  expect(logEntry('no payment provider')).toMatchObject({
    level: 'warn',
    release: packageJson.version,
    server: `${hostname()}:0`,
    publicUrl: 'https://account.vendor.example',
  });
  expect(logEntry('demo customers whose password is published')).toMatchObject({ level: 'warn', demoCustomers: 1 });
});

test('with ROLE=web a mail waits in the queue until a server with work takes it', {
  timeout: 2 * MAIN_TIMEOUT_MS,
}, async () => {
  const portalOf = async ({ output }: ReturnType<typeof startMain>): Promise<string> => {
    await expect.poll(() => output.out + output.err, { timeout: MAIN_TIMEOUT_MS }).toContain('is ready.');
    return /Portal +(\S+)/.exec(output.out)?.[1] ?? '';
  };
  const states = () =>
    withClient(database.config, async (client) => {
      const jobs = await client.query(`SELECT state, started_on FROM pgboss.job_common WHERE name = 'mail'`);
      return jobs.rows as readonly { state: string; started_on: Date | null }[];
    });
  // A busy machine delays the event loop, and the server would answer 503.
  const resting = startMain({ ROLE: 'web', DEMO: '0', LIMIT_EVENT_LOOP_DELAY_MS: '60000' });
  const person = { email: 'eve@example.com', password: 'correct horse battery', firstName: 'Eve', lastName: 'Moss' };
  const answer = await fetch(`${await portalOf(resting)}api/auth/users`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(person),
  });
  expect([answer.status, resting.output.out.includes('ROLE=web: this server renews')]).toEqual([201, true]);
  resting.child.kill('SIGTERM');
  expect(await resting.ended).toEqual({ code: 0, signal: null });
  expect(await states()).toEqual([{ state: 'created', started_on: null }]);

  await portalOf(startMain({ DEMO: '0' }));
  await expect.poll(async () => (await states()).every(({ state }) => state === 'created')).toBe(false);
});

const takenPort = async (): Promise<{ port: number; free: () => void }> => {
  const holder = createServer().listen(0, '127.0.0.1');
  await once(holder, 'listening');
  return { port: (holder.address() as AddressInfo).port, free: () => holder.close() };
};

describe('what whoever starts it can put right is told in a line, without a stack', () => {
  /** `code` is 78 for a start that only an administrator can mend, and 1 for one that may succeed later. */
  const refusalOf = async (settings: NodeJS.ProcessEnv, code = 78): Promise<string> => {
    const { output, ended } = startMain(settings);
    expect(await ended).toEqual({ code, signal: null });
    expect(output.out).toBe('');
    expect(output.err.trim().split('\n')).toHaveLength(1);
    return output.err.trim();
  };

  test('a port that is taken', { timeout: MAIN_TIMEOUT_MS }, async () => {
    const { port, free } = await takenPort();
    const message = await refusalOf({ PORT: String(port), DEMO: '0' }, 1);
    expect(message).toBe(`Port ${port} is taken. Choose another one, such as PORT=${port + 1}`);
    free();
  });

  test('[decision 69] more connections than the database allows', { timeout: MAIN_TIMEOUT_MS }, async () => {
    expect(await refusalOf({ DATABASE_CONNECTIONS: '500', DEMO: '0' })).toMatch(
      /^DATABASE_CONNECTIONS=500: this server would open up to 508 connections, and the database allows \d+\. Lower /,
    );
  });

  test('[decision 69] an unknown role', { timeout: MAIN_TIMEOUT_MS }, async () => {
    const { output, ended } = startMain({ ROLE: 'off', DEMO: '0' });
    expect(await ended).toEqual({ code: 78, signal: null });
    expect(output.err.trim()).toBe('The configuration is not usable:\n  - ROLE must be all, web or worker, not "off"');
  });

  test('a database server that is not there, and its password stays unsaid', {
    timeout: MAIN_TIMEOUT_MS,
  }, async () => {
    const { port, free } = await takenPort();
    free();
    const message = await refusalOf({ DATABASE_URL: `postgresql://jo:hunter2@127.0.0.1:${port}/portal` }, 1);
    expect(message).toContain(`Nothing answers at 127.0.0.1:${port}.`);
    expect(message).not.toContain('hunter2');
  });

  test('[O15] another secret than the one the database was made with', { timeout: MAIN_TIMEOUT_MS }, async () => {
    await withClient(database.config, (client) =>
      client.query(`INSERT INTO installation_secret (fingerprint) VALUES ('that of another secret')`),
    );
    const message = await refusalOf({});
    expect(message).toContain('FOYER_SECRET is not the secret that this database was made with');
  });

  test('[decision 66] a database of a newer release', { timeout: MAIN_TIMEOUT_MS }, async () => {
    const first = startMain({ DEMO: '0' });
    await expect.poll(() => first.output.out + first.output.err, { timeout: MAIN_TIMEOUT_MS }).toContain('is ready.');
    first.child.kill('SIGTERM');
    await first.ended;
    await withClient(database.config, (client) =>
      client.query(
        `INSERT INTO schema_migrations (name, checksum, kind) VALUES ('9999-newer.sql', 'of a newer release', 'contract')`,
      ),
    );
    expect(await refusalOf({ DEMO: '0' })).toMatch(/migration 9999-newer\.sql of a newer release/);
  });

  test('a catalogue folder that is not there', { timeout: MAIN_TIMEOUT_MS }, async () => {
    const { output, ended } = startMain({ DEMO: '0', CATALOGUE: '/not-there' });
    expect(await ended).toEqual({ code: 78, signal: null });
    expect(output.err).toContain('CATALOGUE: there is no plans.yaml in /not-there');
  });

  test('a folder that is none', { timeout: MAIN_TIMEOUT_MS }, async () => {
    const folder = makeTempFolder('home');
    const file = path.join(folder.path, 'letter.txt');
    writeFileSync(file, 'dear');
    const message = await refusalOf({ DATABASE_URL: '', FOYER_SECRET: undefined, FOYER_HOME: file }, 1);
    expect(message).toContain('choose another one with FOYER_HOME');
    folder.remove();
  });
});
