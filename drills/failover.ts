import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { freePort } from '../apps/server/test/free-port.ts';
import { startMailServer } from '../apps/server/test/mail-server.ts';
import { startStripeStandIn } from '../apps/server/test/stripe-stand-in/stand-in.ts';
import { makeTempFolder } from '../apps/server/test/temp-folder.ts';
import type { Cleanup } from '../bench/cleanup.ts';
import { stopProcess } from '../bench/processes.ts';
import type { ClientTokens } from './clients.ts';
import { missingPrograms, startCluster } from './patroni.ts';
import { GATEWAY_KEY, makeSessions, outsideSettings, runDrillAlone, startServer } from './servers.ts';

/**
 * `npm run drill -- failover [kills]`: two servers on PostgreSQL 15 with Debian's Patroni (three nodes, synchronous), etcd
 * and HAProxy. The primary is killed again and again while customers order, each order with one key that is repeated until
 * it is answered. Counts acknowledged orders that are lost, charges for each order, and the seconds until both servers write.
 */

const KILLS = 10;
const LIMIT_MS = 40 * 60_000;
const BACK_WITHIN_SECONDS = 30;
const CLIENTS = 4;
/** Customers of one round. Each orders once. */
const CUSTOMERS = 160;
const PAUSE_MS = 500;
const REPEAT_PAUSE_MS = 300;
const CALL_TIMEOUT_MS = 10_000;
const PROBE_TIMEOUT_MS = 2_000;
/** Longest time that one call is repeated. A first try can be held for a minute after its server lost the database. */
const CALL_LIMIT_MS = 180_000;
/** Time with orders before each kill. */
const BEFORE_KILL_MS = 4_000;
const CARD = { type: 'stripe', token: 'tok_visa' };
const ORDER = { planId: 'pln_drive_starter', interval: 'yearly', expectedTotalCents: 32_462 };

interface Orders {
  /** Ids of subscriptions of acknowledged orders. */
  readonly acknowledged: string[];
  /** Durations of acknowledged orders in ms, since the last kill. */
  readonly waits: number[];
  readonly unanswered: string[];
  repeated: number;
}

/** Sends a call with one key until it succeeds. Returns the body, or null after the limit. */
const sendUntilAnswered = async (
  port: number,
  { accessToken }: ClientTokens,
  place: string,
  body: object,
  orders: Orders,
): Promise<{ id?: string } | null> => {
  const headers = { 'x-is-at': accessToken, 'content-type': 'application/json', 'idempotency-key': randomUUID() };
  const deadline = performance.now() + CALL_LIMIT_MS;
  for (let last = ''; ; ) {
    try {
      const answer = await fetch(`http://127.0.0.1:${port}${place}`, {
        method: 'POST',
        headers,
        body: JSON.stringify(body),
        signal: AbortSignal.timeout(CALL_TIMEOUT_MS),
      });
      const text = await answer.text();
      if (answer.ok) return JSON.parse(text) as { id?: string };
      last = `${answer.status} ${text.slice(0, 120)}`;
    } catch (error) {
      last = String(error);
    }
    if (performance.now() > deadline) {
      orders.unanswered.push(`${place}: ${last}`);
      return null;
    }
    orders.repeated += 1;
    await sleep(REPEAT_PAUSE_MS);
  }
};

/** Lets customers order, some at a time, until `stop`. */
const startOrders = (ports: readonly number[], customers: ClientTokens[], orders: Orders) => {
  let isOver = false;
  const orderInTurn = async (client: number): Promise<void> => {
    const port = ports[client % ports.length] as number;
    for (let customer = customers.pop(); customer && !isOver; customer = customers.pop()) {
      if (await sendUntilAnswered(port, customer, '/api/account/me/payment_methods', CARD, orders)) {
        const since = performance.now();
        const bought = await sendUntilAnswered(port, customer, '/api/subscription/subscriptions', ORDER, orders);
        if (bought?.id) {
          orders.acknowledged.push(bought.id);
          orders.waits.push(performance.now() - since);
        }
      }
      await sleep(PAUSE_MS);
    }
  };
  const ended = Promise.all(Array.from({ length: CLIENTS }, (_, client) => orderInTurn(client)));
  return {
    stop: async () => {
      isOver = true;
      await ended;
    },
  };
};

/** Seconds until each server has done a write that began after now, of a customer who orders nothing. */
const secondsUntilWrites = async (ports: readonly number[], { accessToken }: ClientTokens): Promise<number> => {
  const since = performance.now();
  for (const port of ports)
    while (performance.now() - since < CALL_LIMIT_MS) {
      const isDone = await fetch(`http://127.0.0.1:${port}/api/auth/me`, {
        method: 'PATCH',
        headers: { 'x-is-at': accessToken, 'content-type': 'application/json' },
        body: '{"allowDataCollection":true}',
        signal: AbortSignal.timeout(PROBE_TIMEOUT_MS),
      }).then(
        async (answer) => {
          await answer.arrayBuffer();
          return answer.ok;
        },
        () => false,
      );
      if (isDone) break;
      await sleep(REPEAT_PAUSE_MS);
    }
  return (performance.now() - since) / 1000;
};

const drill = async (cleanup: Cleanup): Promise<boolean> => {
  const missing = missingPrograms();
  if (missing.length > 0)
    throw new Error(`Not installed: ${missing.join(', ')}. On Debian: apt-get install ${missing.join(' ')}`);
  if (process.getuid?.() !== 0) throw new Error('The drill needs root, to run PostgreSQL as the user postgres.');
  const kills = Number(process.argv[2] ?? KILLS);
  const temporary = makeTempFolder('drill');
  cleanup.add('the temporary folder', () => temporary.remove());
  const folder = temporary.path;
  const cluster = await startCluster(folder);
  cleanup.add('the cluster', () => cluster.stop());
  const mail = await startMailServer();
  cleanup.add('the mail server', () => mail.stop());
  const gateway = await startStripeStandIn(GATEWAY_KEY);
  cleanup.add('the gateway', () => gateway.stop());
  const ports: number[] = [];
  for (let count = 0; count < 2; count += 1) {
    const port = await freePort();
    const child = await startServer({
      folder,
      databaseUrl: cluster.url,
      port,
      settings: outsideSettings(gateway.api.port, mail.url),
    });
    cleanup.add('the server', () => stopProcess(child));
    ports.push(port);
  }
  const ask = async <Row extends pg.QueryResultRow>(sql: string, values: unknown[] = []): Promise<Row[]> => {
    const client = new pg.Client({ connectionString: cluster.url });
    await client.connect();
    try {
      return (await client.query<Row>(sql, values)).rows;
    } finally {
      await client.end();
    }
  };

  const orders: Orders = { acknowledged: [], waits: [], unanswered: [], repeated: 0 };
  const outages: number[] = [];
  for (let kill = 1; kill <= kills; kill += 1) {
    // New ones for each round, because their access tokens last five minutes.
    const customers = await makeSessions({ connectionString: cluster.url }, CUSTOMERS);
    await ask(`UPDATE accounts SET gateway = 'stripe' WHERE gateway <> 'stripe'`);
    const probe = customers.pop() as ClientTokens;
    const running = startOrders(ports, customers, orders);
    await sleep(BEFORE_KILL_MS);
    const name = await cluster.killPrimary();
    const before = orders.acknowledged.length;
    const seconds = await secondsUntilWrites(ports, probe);
    outages.push(seconds);
    await cluster.bringBack(name);
    await running.stop();
    console.log(
      `${new Date().toISOString()} kill ${kill}: ${name}, both servers write again after ${seconds.toFixed(1)} s, ${orders.acknowledged.length - before} orders since, longest wait of an order ${(Math.max(...orders.waits.splice(0)) / 1000).toFixed(1)} s`,
    );
  }

  const stored = new Set((await ask<{ id: string }>('SELECT id FROM subscriptions')).map(({ id }) => id));
  const lost = orders.acknowledged.filter((id) => !stored.has(id));
  const payments = gateway.books.listPayments({}).body as { data: { customer: string; status: string }[] };
  const charges = new Map<string, number>();
  for (const { customer, status } of payments.data)
    if (status === 'succeeded') charges.set(customer, (charges.get(customer) ?? 0) + 1);
  const twice = [...charges.values()].filter((count) => count > 1).length;
  const sorted = outages.toSorted((one, other) => one - other);
  console.log(
    `acknowledged orders ${orders.acknowledged.length}, lost ${lost.length}; calls repeated ${orders.repeated}`,
  );
  console.log(`customers charged ${charges.size}, more than once ${twice}; subscriptions ${stored.size}`);
  console.log(
    `seconds until both servers write: least ${sorted[0]?.toFixed(1)}, median ${sorted[Math.floor(sorted.length / 2)]?.toFixed(1)}, most ${sorted.at(-1)?.toFixed(1)}`,
  );
  for (const line of orders.unanswered.slice(0, 5)) console.log(`FAILED: no answer: ${line}`);
  return (
    lost.length === 0 &&
    twice === 0 &&
    charges.size === orders.acknowledged.length &&
    orders.unanswered.length === 0 &&
    outages.every((seconds) => seconds <= BACK_WITHIN_SECONDS)
  );
};

await runDrillAlone(drill, LIMIT_MS);
