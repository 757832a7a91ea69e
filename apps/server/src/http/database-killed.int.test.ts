import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { TokenPair } from '@foyer/contract/api/auth';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { inject } from '../../test/client.ts';
import { driveYear, makeCode, redeem } from '../../test/codes.ts';
import { type Customer, type Harness, startHarness } from '../../test/harness.ts';
import { prepareDatabase } from '../../test/prepare-database.ts';
import { makeTempFolder } from '../../test/temp-folder.ts';
import { runningPostmaster, stopPostmaster } from '../adapters/embedded-postgres/postmaster.ts';
import { isAlive } from '../adapters/embedded-postgres/process-facts.ts';
import { startEmbeddedPostgres } from '../adapters/embedded-postgres/start-embedded-postgres.ts';
import { defaultLimits } from '../adapters/postgres/database.ts';

/** A server of this file's own, because it is killed here. */
const folder = makeTempFolder('killed');
let dataDir = path.join(folder.path, 'db');
const startServer = () => startEmbeddedPostgres({ dataDir: path.join(folder.path, 'db'), log: () => {}, watch: false });

let h: Harness;
let customer: Customer;
const unhandled: unknown[] = [];
const recordUnhandled = (error: unknown) => void unhandled.push(error);

beforeAll(async () => {
  process.on('unhandledRejection', recordUnhandled);
  process.on('uncaughtException', recordUnhandled);
  const server = await startServer();
  dataDir = server.dataDir;
  await prepareDatabase(server.config);
  h = await startHarness({ config: server.config, queue: 'real', databaseLimits: defaultLimits });
  customer = await h.makeCustomer({ card: 'tok_visa' });
});
afterEach(() => {
  h.log.expectQuiet();
  expect(unhandled).toEqual([]);
});
afterAll(async () => {
  await h.stop();
  await stopPostmaster(dataDir);
  folder.remove();
  process.off('unhandledRejection', recordUnhandled);
  process.off('uncaughtException', recordUnhandled);
});

const pidOf = (): number => {
  const pid = runningPostmaster(dataDir);
  if (pid === null) throw new Error('no server runs');
  return pid;
};

const timed = async <T extends { status: number }>(call: () => Promise<T>) => {
  const from = performance.now();
  const answer = await call();
  return { answer, ms: performance.now() - from };
};

const buy = (key: string) =>
  customer.client.post('/api/subscription/subscriptions', { planId: 'pln_drive_starter' }, { key });
const refresh = () =>
  inject<TokenPair>(h.app, {
    method: 'POST',
    url: '/api/auth/tokens',
    payload: { refreshToken: customer.client.refreshToken },
  });

/** Every kind of call: reads, a write, a sign-in, a refresh. */
const calls = () => [
  () => customer.client.get('/api/auth/me'),
  () => customer.client.get('/api/account/me'),
  () => customer.client.get('/api/account/me/receipts'),
  () => customer.client.post('/api/account/me/payment_methods', { type: 'stripe', token: 'tok_visa' }),
  () => buy(`down-${performance.now()}`.slice(0, 40)),
  () =>
    inject(h.app, { method: 'POST', url: '/api/auth/sessions', payload: { email: customer.email, password: 'wrong' } }),
  refresh,
];

const expectOutOfReach = async () => {
  const answers = await Promise.all(calls().map(timed));
  for (const { answer, ms } of answers) {
    expect([answer.status, answer.body.error?.type], answer.text).toEqual([503, 'UNAVAILABLE']);
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
    expect(ms).toBeLessThan(5_500); // INV-25 says 5 s; the rest is for a busy machine
  }
  const ready = await timed(() => inject(h.app, { url: '/readyz' }));
  expect(ready.answer.status).toBe(503);
  expect(ready.answer.headers['retry-after']).toBeDefined();
  expect(ready.ms).toBeLessThan(2_500);
  expect((await inject(h.app, { url: '/healthz' })).status).toBe(200);
};

const expectBack = async () => {
  await expect.poll(async () => (await inject(h.app, { url: '/readyz' })).status, { interval: 50 }).toBe(200);
  const me = await customer.client.get('/api/account/me');
  expect(me.status, me.text).toBe(200);
};

test('killed with -9 under load: the process lives, says 503, and is back by itself; what was acknowledged is there (INV-24, INV-25)', async () => {
  let running = true;
  const seen = new Map<number, number>();
  const load = Array.from({ length: 8 }, async (_, worker) => {
    while (running) {
      const call = calls()[worker % 4];
      const answer = await call?.();
      if (answer) seen.set(answer.status, (seen.get(answer.status) ?? 0) + 1);
      await sleep(5);
    }
  });
  await expect.poll(() => seen.get(200) ?? 0).toBeGreaterThan(30);
  const kept = (await h.account(customer)).paymentMethod?.id;
  expect(kept).toBeDefined();
  const pid = pidOf();
  process.kill(pid, 'SIGKILL');
  await expect.poll(() => isAlive(pid)).toBe(false);
  await expect.poll(() => seen.get(503) ?? 0).toBeGreaterThan(8);
  await expectOutOfReach();

  await startServer();
  await expectBack();
  running = false;
  await Promise.all(load);
  // 409: two cards at a time.
  expect([...seen.keys()].filter((status) => ![200, 201, 409, 503].includes(status))).toEqual([]);

  // The gateway's rows of a write that was cut off may be ahead of ours; recovery levels them.
  await h.expireLeases();
  await h.work.recoverAttempts();
  expect(await h.ledgerCheck()).toEqual([]);
  const cards = await h.database.query(`SELECT id FROM payment_methods WHERE account_id = $1 AND id = $2`, [
    customer.accountId,
    kept,
  ]);
  expect(cards).toHaveLength(1);

  const pair = await refresh();
  expect(pair.status, pair.text).toBe(200);
  expect(
    (await customer.client.post('/api/account/me/payment_methods', { type: 'stripe', token: 'tok_visa' })).status,
  ).toBe(201);
  const bought = await buy('back');
  expect(bought.status, bought.text).toBe(201);
  expect((await h.charges(customer)).map(({ amountCents }) => amountCents)).toEqual([32462]);
  await h.mails(customer.email, 1); // the queue's worker is back as well
});

test('[CD-04] [INV-6] killed while many redeem one code: in the end one has it, once, and the others never had', async () => {
  const code = await makeCode(h, driveYear);
  const customers: Customer[] = [];
  for (let made = 0; made < 20; made += 1) customers.push(await h.makeCustomer());
  const redeemAll = () => Promise.all(customers.map((one) => redeem(one, code, 'the-one-key')));
  const first = redeemAll();
  const pid = pidOf();
  await sleep(10);
  process.kill(pid, 'SIGKILL');
  const cutOff = (await first).map(({ status }) => status);
  expect(cutOff.filter((status) => ![201, 404, 503].includes(status))).toEqual([]);
  await expect.poll(() => isAlive(pid)).toBe(false);

  await startServer();
  await expectBack();
  await h.expireLeases();
  const answers = (await redeemAll()).map(({ status }) => status);
  expect(answers.toSorted()).toEqual([201, ...Array.from({ length: 19 }, () => 404)]);
  // Who was told yes before the end still has it.
  for (const [index, status] of cutOff.entries()) if (status === 201) expect(answers[index]).toBe(201);
  const rows = await h.database.query('SELECT status FROM coupon_redemptions WHERE typed_code = $1', [code]);
  expect(rows).toEqual([{ status: 'applied' }]);
  expect(await h.ledgerCheck()).toEqual([]);
});

test('stopped dead without a word (SIGSTOP): 503 in time, and back when it goes on', async () => {
  const backends = await h.database.query<{ pid: number }>('SELECT pid FROM pg_stat_activity WHERE pid IS NOT NULL');
  const pids = [pidOf(), ...backends.map(({ pid }) => pid)];
  const all = (signal: 'SIGSTOP' | 'SIGCONT') => {
    for (const pid of pids) {
      try {
        process.kill(pid, signal);
      } catch {
        // it had ended already
      }
    }
  };
  all('SIGSTOP');
  try {
    await expectOutOfReach();
  } finally {
    all('SIGCONT');
  }
  await expectBack();
  await h.expireLeases();
  await h.work.recoverAttempts();
  expect(await h.ledgerCheck()).toEqual([]);
});
