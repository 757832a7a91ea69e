import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { newId } from '../apps/server/src/adapters/new-id.ts';
import { openDatabase } from '../apps/server/src/adapters/postgres/database.ts';
import { deriveTokenKeys } from '../apps/server/src/derive-keys.ts';
import { makeTokens } from '../apps/server/src/services/identity/tokens.ts';
import { addressOf } from '../apps/server/test/address-of.ts';
import type { Cleanup } from './cleanup.ts';
import { countCpu } from './cpu.ts';
import { startLoad } from './load/start-load.ts';
import { benchId } from './many-rows.ts';
import type { Row } from './report.ts';
import { BENCH_SECRET, openShop, sizesFor, startDatabaseServer } from './shop.ts';
import { startProduct } from './stage.ts';
import { compare } from './statistics.ts';

const SIZES = [1_000, 1_000_000];
const RECEIPTS = 10;
const ROUNDS = 6;
const CLIENTS = 16;
const COUNTED_MS = 4_000;
const FIRST_WARM_UP_MS = 3_000;
/** Customers that send requests, spread over all customers. */
const ASKING = 1_000;

const PAGES = {
  'receipts page': '/api/account/me/receipts?pageSize=10',
  '`account/me`': '/api/account/me',
} as const;

type Ask = (page: string, countedMs: number) => Promise<number>;

/** Starts the product on a database with `size` customers. `ask` requests a page and returns the CPU ms per request. */
const openSize = async (cleanup: Cleanup, server: Awaited<ReturnType<typeof startDatabaseServer>>, size: number) => {
  console.log(`  ${size} customers with ${RECEIPTS} receipts each …`);
  const config = await server.create(`scale_${size}`);
  await openShop(cleanup, config, { copies: size, receipts: RECEIPTS, books: false });
  const database = openDatabase(config, () => {});
  cleanup.add(`connections to ${config.database}`, () => database.close());
  const asking = Math.min(ASKING, size);
  const sessions = await database.query<{ id: string; userId: string }>(
    `INSERT INTO sessions (id, user_id, stepped_at, refresh_expires_at, expires_at, user_agent, address)
     SELECT s.id, ${benchId('usr', `s.ordinality * $2::bigint`)}, now(), now() + interval '14 days', now() + interval '30 days', 'foyer bench', '127.0.0.1'
     FROM unnest($1::text[]) WITH ORDINALITY s(id, ordinality) RETURNING id, user_id`,
    [Array.from({ length: asking }, () => newId('session')), Math.floor(size / asking)],
  );
  const folder = path.join(server.folder, `product-${size}`);
  mkdirSync(folder);
  const product = await startProduct(cleanup, {
    folder,
    databaseUrl: addressOf(config),
    secret: BENCH_SECRET,
    profileFolder: null,
    demo: false,
  });
  const tokens = makeTokens(deriveTokenKeys([BENCH_SECRET]));
  const load = startLoad(cleanup);
  const ask: Ask = async (page, countedMs) => {
    const accepts = 'host: localhost\r\naccept: application/json\r\n';
    const requests = sessions.map(
      ({ id, userId }) =>
        `GET ${page} HTTP/1.1\r\n${accepts}x-is-at: ${tokens.access({ sessionId: id, generation: 0, userId }, Date.now())}\r\n\r\n`,
    );
    let answered = 0;
    const cpu = await countCpu(
      config,
      async () => {
        const { perSecond } = await load({
          port: product.port,
          clients: CLIENTS,
          warmUpMs: 0,
          countedMs,
          work: { kind: 'fixed', requests },
        });
        answered = (perSecond * countedMs) / 1_000;
      },
      product.pid,
    );
    return cpu / answered;
  };
  return { size, ask };
};

/** Measures the CPU time of a page with many customers against that with few, in alternating rounds. */
export const measureScale = async (cleanup: Cleanup): Promise<Row[]> => {
  const server = await startDatabaseServer(cleanup);
  const { sizes, note } = sizesFor(server.folder, SIZES);
  if (note) console.log(`  ${note}`);
  const [few, many] = [
    await openSize(cleanup, server, sizes[0] ?? 0),
    await openSize(cleanup, server, sizes.at(-1) ?? 0),
  ];
  const rows: Row[] = [];
  for (const [name, page] of Object.entries(PAGES)) {
    for (const { ask } of [few, many]) await ask(page, FIRST_WARM_UP_MS);
    // `ours` is the figure with many customers, `limit` that with few.
    const pairs: { ours: number; limit: number }[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const measured = new Map<number, number>();
      for (const { size, ask } of round % 2 === 0 ? [few, many] : [many, few])
        measured.set(size, await ask(page, COUNTED_MS));
      pairs.push({ ours: measured.get(many.size) ?? 0, limit: measured.get(few.size) ?? 0 });
    }
    rows.push({
      what: `CPU of the ${name} in ms, ${many.size.toLocaleString('en-US')} against ${few.size.toLocaleString('en-US')} customers`,
      comparison: compare(pairs),
      goal: { better: 'less', target: 1.3, aim: 1.1 },
      show: (value) => value.toFixed(2),
    });
  }
  return rows;
};
