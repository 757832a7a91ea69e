import { afterEach, beforeEach, expect, test } from 'vitest';
import { addressOf } from '../test/address-of.ts';
import { createTestDatabase, type TestDatabase } from '../test/database.ts';
import { MAIN_TIMEOUT_MS, type StartedMain, startMain } from '../test/start-main.ts';
import { withClient } from '../test/with-client.ts';

/** Limits of requests over two server processes on one database (decision 72). */

const LIMIT = 300;
/** Calls that a server may answer before it learns the sum, here at both servers: calls of 200 ms, one every 50 ms. */
const LATE_CALLS = 10;
const AT_ONCE = 10;
let database: TestDatabase;
let servers: StartedMain[];

beforeEach(async () => {
  database = await createTestDatabase();
  const settings = { DEMO: '0', TRUST_PROXY: '1', LIMIT_EVENT_LOOP_DELAY_MS: '60000' };
  servers = [startMain(addressOf(database.config), settings), startMain(addressOf(database.config), settings)];
});
afterEach(async () => {
  for (const { child } of servers) child.kill('SIGKILL');
  await Promise.all(servers.map(({ ended }) => ended));
  await database.drop();
});

/** Sum of calls that the servers have exchanged. */
const exchanged = () =>
  withClient(database.config, async (client) => {
    const { rows } = await client.query<{ count: number }>(
      `SELECT COALESCE(sum(count), 0)::int AS count FROM rate_windows WHERE key LIKE 'calls%'`,
    );
    return rows[0]?.count ?? 0;
  });

test('[CA-02] 300 calls of an address stay 300 over two servers, and another address is not affected', {
  timeout: 4 * MAIN_TIMEOUT_MS,
}, async () => {
  const [first, second] = (await Promise.all(servers.map((server) => server.port()))) as [number, number];
  let answered = 0;
  const call = async (port: number, address = '198.51.100.9'): Promise<number> => {
    const headers = { 'x-forwarded-for': address };
    const { status } = await fetch(`http://127.0.0.1:${port}/api/auth/me`, { headers });
    if (status !== 429 && address === '198.51.100.9') answered += 1;
    return status;
  };
  const callTimes = async (port: number, times: number) => {
    for (let count = 0; count < times; count += AT_ONCE)
      expect(new Set(await Promise.all(Array.from({ length: AT_ONCE }, () => call(port))))).toEqual(new Set([401]));
  };
  const polling = { interval: 50, timeout: MAIN_TIMEOUT_MS };

  await callTimes(first, LIMIT / 2);
  // Fewer than a sixteenth of what is left are not exchanged.
  await expect.poll(exchanged, polling).toBeGreaterThan(LIMIT / 2 - LIMIT / 16);
  await callTimes(second, LIMIT / 2 - LATE_CALLS);
  await expect.poll(exchanged, polling).toBeGreaterThan(LIMIT - (2 * LIMIT) / 16);
  for (const port of [first, second, first]) await expect.poll(() => call(port), polling).toBe(429);
  expect(answered).toBeGreaterThanOrEqual(LIMIT - LATE_CALLS);
  expect(answered).toBeLessThanOrEqual(LIMIT + LATE_CALLS);
  for (const port of [first, second]) expect(await call(port, '198.51.100.10')).toBe(401);
});
