import pg from 'pg';
import type { Closing } from './closing.ts';
import { countCpu } from './cpu.ts';
import { benchId } from './many-rows.ts';
import type { Row } from './report.ts';
import { openShop, type Shop, sizesFor, startDatabaseServer } from './shop.ts';
import { compare } from './statistics.ts';

const SIZES = [1_000, 100_000, 1_000_000];
const ROUNDS = 6;
/** Renewals of one round, where there are so many customers. */
const RENEWALS = 1_000;
const S = 1_000;

/** Three statements in one transaction for each renewal, on tables as narrow as can be. */
const openRaw = async (closing: Closing, config: pg.ClientConfig): Promise<(count: number) => Promise<void>> => {
  const client = new pg.Client(config);
  await client.connect();
  closing.add('the raw connection', () => client.end());
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

/** Lets the period of the next so many customers have ended some days ago, each round at another minute. */
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

/** One round on one database: everything that is due is renewed, both transactions, every row and the mail's job. */
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
  return { perSecond: (done * S) / ms, cpuMs: cpu / done };
};

const inWords = (count: number): string => count.toLocaleString('en-US');

/**
 * Renewals a second against the raw limit and their processor time against that with few subscriptions, in databases of
 * several sizes side by side on one server, all of them and the limit by turns.
 */
export const measureRenewals = async (closing: Closing): Promise<Row[]> => {
  const server = await startDatabaseServer(closing);
  const { sizes, note } = sizesFor(server.folder, SIZES);
  if (note) console.log(`  ${note}`);
  const shops: { size: number; shop: Shop; rounds: Measured[] }[] = [];
  for (const size of sizes) {
    console.log(`  ${inWords(size)} subscriptions …`);
    const config = await server.create(`renewals_${size}`);
    shops.push({ size, shop: await openShop(closing, config, { copies: size, receipts: 1, books: true }), rounds: [] });
  }
  const raw = await openRaw(closing, await server.create('renewals_raw'));
  const limits: number[] = [];
  // The first round is for the compiler, the plans and the caches.
  for (let round = 0; round <= ROUNDS; round += 1) {
    const limit = (RENEWALS * S) / (await timed(() => raw(RENEWALS)));
    if (round > 0) limits.push(limit);
    for (const { size, shop, rounds } of round % 2 === 0 ? shops : shops.toReversed()) {
      const measured = await renew(shop, round, size);
      if (round > 0) rounds.push(measured);
    }
  }
  for (const { size, shop } of shops) {
    const expected = 1 + (ROUNDS + 1) * Math.min(RENEWALS, size);
    const paid = await paidRenewals(shop);
    if (paid !== expected) throw new Error(`${paid} payments where ${expected} were due, of ${size}`);
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
