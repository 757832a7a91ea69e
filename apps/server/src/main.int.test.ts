import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { afterEach, expect, test } from 'vitest';
import { addressOf } from '../test/address-of.ts';
import { createTestDatabase, type TestDatabase } from '../test/database.ts';
import { withClient } from '../test/with-client.ts';

const MAIN = fileURLToPath(new URL('main.ts', import.meta.url));
const PATIENCE_MS = 60_000;

let database: TestDatabase;
const running: (() => void)[] = [];

afterEach(async () => {
  for (const kill of running.splice(0)) kill();
  await database.drop();
});

/** The server as an operator starts it, on a database of their own. */
const startMain = () => {
  const child = spawn(process.execPath, [MAIN], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env.PATH,
      DATABASE_URL: addressOf(database.config),
      FOYER_SECRET: 'a secret of the tests, long enough for it',
      PORT: '0',
      LOG_LEVEL: 'warn',
    },
  });
  running.push(() => child.kill('SIGKILL'));
  const said = { out: '', err: '' };
  child.stdout.on('data', (part: Buffer) => (said.out += part));
  child.stderr.on('data', (part: Buffer) => (said.err += part));
  return { child, said, ended: once(child, 'close').then(([code, signal]) => ({ code, signal })) };
};

const count = (table: string) =>
  withClient(database.config, async (client) =>
    Number((await client.query(`SELECT count(*) AS n FROM ${table}`)).rows[0].n),
  );

test('stopped while the demo customers are being made: ends with 0 and without a word, and the next start makes the rest', {
  timeout: PATIENCE_MS,
}, async () => {
  database = await createTestDatabase();
  const first = startMain();
  await expect
    .poll(async () => first.said.err || (await count('accounts')), { interval: 5, timeout: PATIENCE_MS })
    .not.toBe(0);
  first.child.kill('SIGTERM');
  expect(await first.ended).toEqual({ code: 0, signal: null });
  expect(first.said).toEqual({ out: '', err: '' });
  const made = await count('users');
  expect(made).toBeLessThan(6);

  const second = startMain();
  await expect.poll(() => second.said.out + second.said.err, { timeout: PATIENCE_MS }).toContain('is ready.');
  expect(await count('users')).toBeGreaterThanOrEqual(6);
  second.child.kill('SIGTERM');
  expect(await second.ended).toEqual({ code: 0, signal: null });
  expect(second.said.err).toBe('');
});
