import type { ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { freePort } from '../apps/server/test/free-port.ts';
import { startMailServer } from '../apps/server/test/mail-server.ts';
import { startStripeStandIn } from '../apps/server/test/stripe-stand-in/stand-in.ts';
import { makeTempFolder } from '../apps/server/test/temp-folder.ts';
import type { Cleanup } from '../bench/cleanup.ts';
import { stopProcess } from '../bench/processes.ts';
import { isCitusInstalled, type Nodes, type RefusedStatement, startNodes, withNode } from './citus-nodes.ts';
import { planAll, readPlannable } from './citus-plans.ts';
import { accountTableCount, type Distribution, distribute, type Preparation, withoutColumn } from './citus-tables.ts';
import type { ClientTokens } from './clients.ts';
import { GATEWAY_KEY, makeSessions, outsideSettings, runDrillAlone, startServer } from './servers.ts';

/**
 * `npm run drill -- citus [renewals]`: a coordinator and two workers with Citus on Debian's PostgreSQL 15. Prints how many
 * account tables can be distributed as they are, without triggers and foreign keys, and with the account in every key. Then
 * a server sells and renews on what can be distributed, and every statement that fails is named. Fails only if sales on the
 * schema as it is fail.
 */

const RENEWALS = 1_000;
const CUSTOMERS = 50;
const LIMIT_MS = 30 * 60_000;
/** Limit for one round of renewals. */
const STEP_LIMIT_MS = 60_000;
const CALL_TIMEOUT_MS = 30_000;
const CARD = { type: 'stripe', token: 'tok_visa' };
const ORDER = { planId: 'pln_drive_starter', interval: 'monthly' };
const SHOWN_CHARACTERS = 150;
/** Refusals that only the empty values of a planned statement cause. */
const OF_EMPTY_VALUES = /INSERT with NULL in the partition column|no value found for parameter|transaction is aborted/;
/** Citus cannot plan for unknown values. */
const CUSTOM_PLANS = { NODE_OPTIONS: `--import ${new URL('custom-plans.mjs', import.meta.url)}` };

interface Stage {
  readonly folder: string;
  readonly nodes: Nodes;
  readonly settings: Readonly<Record<string, string>>;
  readonly cleanup: Cleanup;
}

const start = async ({ folder, settings, cleanup }: Stage, databaseUrl: string) => {
  const port = await freePort();
  const child: ChildProcess = await startServer({ folder, databaseUrl, port, settings });
  cleanup.add('the server', () => stopProcess(child));
  return { port, stop: () => stopProcess(child) };
};

/** Creates a database with the schema of this release. */
const prepare = async (stage: Stage, name: string): Promise<string> => {
  const url = await stage.nodes.createDatabase(name);
  const server = await start(stage, url);
  await server.stop();
  return url;
};

const firstLine = (text: string): string => text.split('\n')[0] as string;
const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

const printDistribution = (preparation: Preparation, { distributed, refused }: Distribution): void => {
  console.log(
    `${preparation}: ${distributed.length} of ${accountTableCount} account tables distribute: ${distributed.join(', ') || 'none'}`,
  );
  const tables = Map.groupBy(Object.entries(refused), ([, reason]) => firstLine(reason).replaceAll(/"[^"]+"/g, '"…"'));
  for (const [reason, named] of tables)
    console.log(`  ${named.length} refused: ${reason}: ${named.map(([table]) => table).join(', ')}`);
  console.log(`  ${withoutColumn.length} have no column of the account: ${withoutColumn.join(', ')}`);
};

const post = async (port: number, { accessToken }: ClientTokens, place: string, body: object): Promise<string> => {
  const answer = await fetch(`http://127.0.0.1:${port}${place}`, {
    method: 'POST',
    headers: { 'x-is-at': accessToken, 'content-type': 'application/json', 'idempotency-key': randomUUID() },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(CALL_TIMEOUT_MS),
  }).catch((error: unknown) => new Response(String(error), { status: 503 }));
  return answer.ok ? 'done' : `${answer.status} ${(await answer.text()).slice(0, SHOWN_CHARACTERS)}`;
};

/** Lets customers buy. Returns how many did, and the first refusal. */
const sell = async (port: number, customers: readonly ClientTokens[]): Promise<{ sold: number; problem: string }> => {
  let sold = 0;
  let problem = '';
  for (const customer of customers) {
    const card = await post(port, customer, '/api/account/me/payment_methods', CARD);
    const order = card === 'done' ? await post(port, customer, '/api/subscription/subscriptions', ORDER) : card;
    if (order === 'done') sold += 1;
    else problem ||= order;
    if (sold === 0 && customer === customers[2]) break;
  }
  return { sold, problem };
};

/** Makes all subscriptions due, each round with another start, until enough are renewed or none follow. */
const renew = async (url: string, sold: number, wanted: number): Promise<number> =>
  withNode(url, async (client) => {
    const count = async (): Promise<number> =>
      Number(
        (await client.query(`SELECT count(*) AS n FROM invoices WHERE reason = 'renewal' AND status = 'paid'`)).rows[0]
          .n,
      );
    for (let round = 1; (await count()) < wanted; round += 1) {
      const before = await count();
      const first = `date_trunc('day', now()) - interval '40 days' + interval '${round} minutes'`;
      await client.query(
        `UPDATE subscriptions SET cycle_index = 0, billing_anchor = ${first}, current_period_start = ${first},
           current_period_end = ${first} + interval '1 month' WHERE status = 'active'`,
      );
      await client.query(
        `UPDATE accounts SET next_action_at = ${first} + interval '1 month' WHERE next_action_at IS NOT NULL`,
      );
      // A receipt is paid some time after the account is no longer due.
      const deadline = performance.now() + STEP_LIMIT_MS;
      while ((await count()) < before + sold && performance.now() < deadline) await sleep(300);
      if ((await count()) === before) break;
    }
    return count();
  });

const printRefused = (refused: readonly RefusedStatement[]): void => {
  const kinds = Map.groupBy(refused, ({ statement, message }) => `${message} | ${statement}`);
  console.log(`  statements that PostgreSQL refused: ${kinds.size}`);
  for (const [kind, all] of kinds)
    console.log(`    ${all.length} × ${kind.replaceAll(/\s+/g, ' ').slice(0, 2 * SHOWN_CHARACTERS)}`);
};

const insertCustomers = async (url: string): Promise<readonly ClientTokens[]> => {
  const customers = await makeSessions({ connectionString: url }, CUSTOMERS);
  await withNode(url, (client) => client.query(`UPDATE accounts SET gateway = 'stripe'`));
  return customers;
};

/** Lets customers buy and renew. Returns whether everything was sold and renewed. */
const trade = async (
  stage: Stage,
  url: string,
  customers: readonly ClientTokens[],
  renewals: number,
): Promise<boolean> => {
  const database = new URL(url).pathname.slice(1);
  const before = stage.nodes.refused(database).length;
  let isDone = false;
  try {
    const { port, stop } = await start(stage, url);
    const { sold, problem } = await sell(port, customers);
    const since = performance.now();
    const renewed = sold > 0 ? await renew(url, sold, renewals) : 0;
    const seconds = (performance.now() - since) / 1000;
    await stop();
    console.log(`  sold ${sold} of ${CUSTOMERS}${problem ? `, first refusal: ${problem}` : ''}`);
    console.log(`  renewed ${renewed} of ${renewals} in ${seconds.toFixed(0)} s`);
    isDone = sold === CUSTOMERS && renewed >= renewals;
  } catch (error) {
    console.log(`  stopped: ${messageOf(error).slice(0, 4 * SHOWN_CHARACTERS)}`);
  }
  printRefused(stage.nodes.refused(database).slice(before));
  return isDone;
};

/** Inserts customers, then distributes what can be distributed, and trades on it. */
const tradeDistributed = async (stage: Stage, name: string, preparation: Preparation, renewals: number) => {
  const url = await prepare(stage, name);
  const customers = await insertCustomers(url);
  const { distributed } = await withNode(url, (client) => distribute(client, preparation, true));
  console.log(`sales: ${preparation}, ${distributed.length} tables distributed`);
  const isPlain = distributed.length === 0;
  return trade(
    isPlain ? stage : { ...stage, settings: { ...stage.settings, ...CUSTOM_PLANS } },
    url,
    customers,
    renewals,
  );
};

/** Prints the statements of the server that can be planned before `change` and not after it. They are not run. */
const printUnplanned = async (url: string, change: (client: pg.Client) => Promise<unknown>): Promise<void> => {
  const statements = readPlannable();
  await withNode(url, async (client) => {
    const before = new Set((await planAll(client, statements)).map(({ name }) => name));
    await change(client);
    const found = (await planAll(client, statements)).filter(({ name }) => !before.has(name));
    const refused = found.filter(({ reason }) => !OF_EMPTY_VALUES.test(reason));
    console.log(
      `  ${refused.length} of ${statements.length} statements cannot be planned, and ${before.size + found.length - refused.length} cannot be judged`,
    );
    for (const [reason, all] of Map.groupBy(refused, (one) => firstLine(one.reason)))
      console.log(`  ${all.length} × ${reason}: ${all.map(({ name }) => name).join(', ')}`);
  });
};

/** Trades on a schema that Citus keeps on one node as a whole, as a cell of customers would be. */
const tradeInCell = async (stage: Stage, renewals: number): Promise<boolean> => {
  const url = await stage.nodes.createDatabase('cells');
  await withNode(url, async (client) => {
    for (const extension of ['citext', 'btree_gist']) await client.query(`CREATE EXTENSION ${extension}`);
    await client.query('CREATE SCHEMA cell');
    await client.query('ALTER DATABASE cells SET search_path = cell, public');
  });
  const custom = { ...stage, settings: { ...stage.settings, ...CUSTOM_PLANS } };
  console.log('a schema for each cell:');
  let customers: readonly ClientTokens[];
  try {
    const server = await start(stage, url);
    await server.stop();
    customers = await insertCustomers(url);
    await printUnplanned(url, (client) => client.query(`SELECT citus_schema_distribute('cell')`));
  } catch (error) {
    console.log(`  stopped: ${messageOf(error).slice(0, 4 * SHOWN_CHARACTERS)}`);
    printRefused(stage.nodes.refused('cells'));
    return false;
  }
  const { rows } = await withNode(url, (client) =>
    client.query(`SELECT count(*) FILTER (WHERE t.table_name IS NOT NULL) AS held, count(*) AS all
      FROM pg_class c LEFT JOIN citus_tables t ON t.table_name = c.oid AND t.citus_table_type = 'schema'
      WHERE c.relkind = 'r' AND c.relnamespace = 'cell'::regnamespace`),
  );
  console.log(`  ${rows[0].held} of ${rows[0].all} tables are in the schema of the cell`);
  return trade(custom, url, customers, renewals);
};

const drill = async (cleanup: Cleanup): Promise<boolean> => {
  if (!isCitusInstalled())
    throw new Error('Citus is not installed for PostgreSQL 15. docs/operations/servers.md says how to build it.');
  if (process.getuid?.() !== 0) throw new Error('The drill needs root, to run PostgreSQL as the user postgres.');
  const renewals = Number(process.argv[2] ?? RENEWALS);
  const temporary = makeTempFolder('drill');
  cleanup.add('the temporary folder', () => temporary.remove());
  const nodes = await startNodes(temporary.path);
  cleanup.add('the nodes', () => nodes.stop());
  const mail = await startMailServer();
  cleanup.add('the mail server', () => mail.stop());
  const gateway = await startStripeStandIn(GATEWAY_KEY);
  cleanup.add('the gateway', () => gateway.stop());
  const settings = outsideSettings(gateway.api.port, mail.url);
  const stage: Stage = { folder: temporary.path, nodes, settings, cleanup };

  const url = await prepare(stage, 'counted');
  for (const preparation of ['none', 'without triggers and foreign keys', 'with the account in every key'] as const)
    printDistribution(preparation, await withNode(url, (client) => distribute(client, preparation, false)));
  console.log('statements with the account in every key:');
  await printUnplanned(url, (client) => distribute(client, 'with the account in every key', true));
  const isSold = await tradeDistributed(stage, 'as_it_is', 'none', renewals);
  await tradeDistributed(stage, 'without_keys', 'without triggers and foreign keys', renewals);
  await tradeDistributed(stage, 'with_account', 'with the account in every key', renewals);
  await tradeInCell(stage, renewals);
  return isSold;
};

await runDrillAlone(drill, LIMIT_MS);
