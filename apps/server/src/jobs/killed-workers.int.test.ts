import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addressOf } from '../../test/address-of.ts';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { type Harness, startHarness } from '../../test/harness.ts';
import { makeDue } from '../../test/multiply.ts';

/**
 * Two servers, each with its worker, share one database and are killed with SIGKILL in the middle of renewals, again
 * and again. More of them, or another course: KILL_RENEWALS=1000 KILL_SEED=… (`npm run soak`).
 */
const RENEWALS = Number(process.env.KILL_RENEWALS ?? 200);
const SEED = Number(process.env.KILL_SEED ?? 20_260_110);
const KILLS = Number(process.env.KILL_ROUNDS ?? 3);
const TIMEOUT_MS = 120_000 + RENEWALS * 200; // for a machine with six busy processes

const MAIN = fileURLToPath(new URL('../main.ts', import.meta.url));

let own: TestDatabase;
let h: Harness;
const running = new Set<ChildProcess>();

beforeAll(async () => {
  own = await createTestDatabase();
  h = await startHarness({ config: own.config });
});
afterAll(async () => {
  for (const child of running) child.kill('SIGKILL');
  await h.stop();
  await own.drop();
});

const startServer = (): ChildProcess => {
  const child = spawn(process.execPath, [MAIN], {
    stdio: 'ignore',
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      DATABASE_URL: addressOf(own.config),
      DATABASE_TLS: 'off',
      FOYER_SECRET: 'a secret of the tests, long enough for it',
      PORT: '0',
      DEMO: '0',
    },
  });
  running.add(child);
  return child;
};

const kill = async (child: ChildProcess): Promise<void> => {
  const gone = once(child, 'exit');
  child.kill('SIGKILL');
  await gone;
  running.delete(child);
};

const count = async (query: string): Promise<number> => {
  const [row] = await h.database.query<{ n: number }>(`SELECT count(*) AS n FROM ${query}`);
  return row?.n ?? 0;
};
const waiting = () => count(`accounts WHERE next_action_at <= now()`);
const undecided = () => count(`payment_attempts WHERE status = 'sending'`);
const countRenewals = () => count(`invoices WHERE reason = 'renewal' AND status = 'paid'`);

test(`[INV-11] [INV-2] kill -9 of two servers while ${RENEWALS} renewals are due: exactly one charge for each, and the books are the gateway’s truth`, {
  timeout: TIMEOUT_MS * 2,
}, async () => {
  await makeDue(h, RENEWALS);
  expect(await waiting()).toBe(RENEWALS);

  let drawn = SEED;
  const random = (): number => {
    drawn = (drawn * 1_103_515_245 + 12_345) % 2_147_483_648;
    return drawn / 2_147_483_648;
  };
  let leftBehind = 0;
  for (let round = 0; round < KILLS; round += 1) {
    const servers = [startServer(), startServer()];
    const goal = ((round + random()) / KILLS) * RENEWALS;
    await expect.poll(countRenewals, { timeout: TIMEOUT_MS, interval: 5 }).toBeGreaterThanOrEqual(Math.floor(goal));
    for (const server of servers) {
      await sleep(random() * 40);
      await kill(server);
    }
    leftBehind += await undecided();
    const broken = await h.ledgerCheck({ settled: false });
    // The copies come without their first invoice, so until it is renewed none of them was ever paid for.
    const told = broken.filter((problem) => !problem.startsWith('INV-3'));
    expect(told, `round ${round}, seed ${SEED}`).toEqual([]);
    // Nobody lives who could still send them: what a minute would do, at once.
    await h.expireLeases();
  }

  const servers = [startServer(), startServer()];
  await expect.poll(waiting, { timeout: TIMEOUT_MS, interval: 50 }).toBe(0);
  await expect.poll(undecided, { timeout: TIMEOUT_MS, interval: 50 }).toBe(0);
  for (const server of servers) await kill(server);

  expect(await h.ledgerCheck(), `seed ${SEED}`).toEqual([]);
  expect(await countRenewals()).toBe(RENEWALS);
  const charges = await h.database.query<{ times: number; customers: number }>(
    `SELECT times, count(*)::int AS customers FROM (
       SELECT customer_id, count(*)::int AS times FROM sandbox.charges WHERE status = 'succeeded' GROUP BY 1) c GROUP BY 1 ORDER BY 1`,
  );
  // The first of them was also charged when they bought.
  expect(charges).toEqual([
    { times: 1, customers: RENEWALS - 1 },
    { times: 2, customers: 1 },
  ]);
  // Without a charge that was under way when its process died the test would prove less than it says.
  expect(leftBehind).toBeGreaterThan(0);
});
