import pg from 'pg';
import type { Cleanup } from './cleanup.ts';
import { countCpu } from './cpu.ts';
import { benchId } from './many-rows.ts';
import type { Row } from './report.ts';
import { openShop, type Shop, sizesFor, startDatabaseServer } from './shop.ts';
import { compare } from './statistics.ts';

const SIZES = [1_000, 100_000, 1_000_000];
const ROUNDS = 6;
/** Renewals per round, or the number of customers if that is lower. */
const RENEWALS = 1_000;
const SECOND_MS = 1_000;

/** Creates the raw limit's tables. The returned function makes renewals of three statements in one transaction each. */
const openRaw = async (cleanup: Cleanup, config: pg.ClientConfig): Promise<(count: number) => Promise<void>> => {
  const client = new pg.Client(config);
  await client.connect();
  cleanup.add('the raw connection', () => client.end());
  await client.query(`CREATE SCHEMA raw
    CREATE TABLE subscriptions (id bigint PRIMARY KEY, period_end timestamptz NOT NULL)
    CREATE TABLE invoices (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, subscription_id bigint NOT NULL, total_cents bigint NOT NULL)
    CREATE TABLE payments (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, subscription_id bigint NOT NULL, amount_cents bigint NOT NULL)`);
  await client.query('INSERT INTO raw.subscriptions SELECT n, now() FROM generate_series(1, $1::int) n', [RENEWALS]);
  const statements = [
    `UPDATE raw.subscriptions SET period_end = period_end + interval '1 month' WHERE id = $1`,
    'INSERT INTO raw.invoices (subscription_id, total_cents) VALUES ($1, 3220)',
    'INSERT INTO raw.payments (subscription_id, amount_cents) VALUES ($1, 3220)',
  ];
  return async (count) => {
    for (let id = 1; id <= count; id += 1) {
      await client.query('BEGIN');
      for (const [index, text] of statements.entries()) await client.query({ name: `raw${index}`, text, values: [id] });
      await client.query('COMMIT');
    }
  };
};

const timed = async (work: () => Promise<unknown>): Promise<number> => {
  const from = performance.now();
  await work();
  return performance.now() - from;
};

/**
 * Makes `count` customers from `first` on due: their period ended some days ago. The period starts at another minute each
 * round, so that the same customer can renew again.
 */
const makeDue = async ({ database }: Shop, round: number, first: number, count: number): Promise<void> => {
  const ids = (prefix: string) =>
    `SELECT ${benchId(prefix, 'n')} FROM generate_series($1::int, $1::int + $2::int - 1) n`;
  const start = `date_trunc('day', now()) - interval '40 days' + $3::int * interval '1 minute'`;
  await database.query(
    `UPDATE subscriptions SET cycle_index = 0, billing_anchor = ${start}, current_period_start = ${start},
       current_period_end = ${start} + interval '1 month' WHERE id IN (${ids('sub')})`,
    [first, count, round],
  );
  await database.query(
    `UPDATE accounts SET next_action_at = ${start} + interval '1 month' WHERE id IN (${ids('acc')})`,
    [first, count, round],
  );
};

const paidRenewals = async ({ database }: Shop): Promise<number> => {
  const [row] = await database.query<{ n: number }>(
    `SELECT count(*) AS n FROM payment_attempts WHERE status = 'succeeded' AND gateway_charge_ref LIKE 'ch\\_of\\_%'`,
  );
  return row?.n ?? 0;
};

interface Measured {
  readonly perSecond: number;
  readonly cpuMs: number;
}

/** One round on one database: makes customers due and renews them, with all rows and the mail job. */
const renew = async (shop: Shop, round: number, size: number): Promise<Measured> => {
  const count = Math.min(RENEWALS, size);
  const first = 1 + ((round * count) % size);
  await makeDue(shop, round, first, Math.min(count, size - first + 1));
  let ms = 0;
  let done = 0;
  const cpu = await countCpu(shop.config, async () => {
    ms = await timed(async () => {
      done = await shop.runDueWork();
    });
  });
  return { perSecond: (done * SECOND_MS) / ms, cpuMs: cpu / done };
};

const inWords = (count: number): string => count.toLocaleString('en-US');

/**
 * Measures renewals per second against the raw limit, and the CPU time of a renewal against that in the smallest database.
 * Databases of all sizes are on one server and take turns with the raw limit.
 */
export const measureRenewals = async (cleanup: Cleanup): Promise<Row[]> => {
  const server = await startDatabaseServer(cleanup);
  const { sizes, note } = sizesFor(server.folder, SIZES);
  if (note) console.log(`  ${note}`);
  const shops: { size: number; shop: Shop; rounds: Measured[] }[] = [];
  for (const size of sizes) {
    console.log(`  ${inWords(size)} subscriptions …`);
    const config = await server.create(`renewals_${size}`);
    shops.push({ size, shop: await openShop(cleanup, config, { copies: size, receipts: 1, books: true }), rounds: [] });
  }
  const raw = await openRaw(cleanup, await server.create('renewals_raw'));
  const limits: number[] = [];
  // Round 0 is not counted: it warms up the compiler, the query plans and the caches.
  for (let round = 0; round <= ROUNDS; round += 1) {
    const limit = (RENEWALS * SECOND_MS) / (await timed(() => raw(RENEWALS)));
    if (round > 0) limits.push(limit);
    for (const { size, shop, rounds } of round % 2 === 0 ? shops : shops.toReversed()) {
      const measured = await renew(shop, round, size);
      if (round > 0) rounds.push(measured);
    }
  }
  for (const { size, shop } of shops) {
    const expected = 1 + (ROUNDS + 1) * Math.min(RENEWALS, size);
    const paid = await paidRenewals(shop);
    if (paid !== expected)
      throw new Error(`database with ${size} subscriptions: ${paid} succeeded payments, ${expected} expected`);
  }
  const least = shops[0];
  if (!least) return [];
  return shops.flatMap(({ size, rounds }): Row[] => [
    {
      what: `Renewals/s, ${inWords(size)} subscriptions`,
      comparison: compare(rounds.map(({ perSecond }, index) => ({ ours: perSecond, limit: limits[index] ?? 0 }))),
      goal: { better: 'more', target: 1, aim: 3 },
      show: (value) => String(Math.round(value)),
      plot: { of: 'renewals', at: size },
    },
    ...(size === least.size
      ? []
      : [
          {
            what: `CPU of a renewal in ms, ${inWords(size)} against ${inWords(least.size)} subscriptions`,
            comparison: compare(
              rounds.map(({ cpuMs }, index) => ({ ours: cpuMs, limit: least.rounds[index]?.cpuMs ?? 0 })),
            ),
            goal: { better: 'less' as const, target: 1.15, aim: 1.05 },
            show: (value: number) => value.toFixed(2),
          },
        ]),
  ]);
};
