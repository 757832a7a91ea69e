import { readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { useHarness } from '../test/use-harness.ts';
import { type Metrics, makeMetrics } from './adapters/metrics.ts';
import { readDatabaseFacts } from './adapters/postgres/metric-reads.ts';
import { serveMetrics } from './metrics-server.ts';

const h = useHarness({ queue: 'unworked' });
let metrics: Metrics;
let served: Awaited<ReturnType<typeof serveMetrics>>;
let isDatabaseUp = true;
beforeAll(async () => {
  metrics = makeMetrics(
    { version: '9.9.9', commit: 'abc' },
    {
      isDatabaseWritable: async () => isDatabaseUp,
      readDatabase: () => (isDatabaseUp ? readDatabaseFacts(h.database) : Promise.reject(new Error('no answer'))),
      connections: () => h.database.connections(),
    },
  );
  served = await serveMetrics(metrics, { port: 0, host: '127.0.0.1' }, () => {});
});
afterAll(() => served.close());

const get = async (place: string) => {
  const answer = await fetch(`http://127.0.0.1:${served.port}${place}`);
  return { status: answer.status, type: answer.headers.get('content-type'), text: await answer.text() };
};
/** Values by the name of a metric with its labels. */
const valuesNow = async (): Promise<Record<string, number>> => {
  const { text } = await get('/metrics');
  const lines = text.split('\n').filter((line) => line.startsWith('foyer_'));
  return Object.fromEntries(
    lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.split(' ').at(-1))]),
  );
};

test('the port of the metrics answers GET /metrics in the format of Prometheus, and nothing else', async () => {
  const { status, type, text } = await get('/metrics');
  expect([status, type]).toEqual([200, 'text/plain; version=0.0.4; charset=utf-8']);
  expect(text).toContain('foyer_build_info{version="9.9.9",commit="abc"} 1');
  for (const elsewhere of ['/', '/healthz', '/api/account/me']) expect((await get(elsewhere)).status).toBe(404);
});

test('the port of customers has no metrics', async () => {
  expect((await h.anonymous().get('/metrics')).status).toBe(404);
});

test('work that waits in the database is counted with the age of the oldest', async () => {
  const before = await valuesNow();
  expect(before).toMatchObject({
    foyer_due_accounts: 0,
    foyer_due_oldest_seconds: 0,
    foyer_refunds_parked: 0,
    foyer_restore_unreconciled: 0,
  });
  const customer = await h.makeCustomer();
  await h.database.query(`UPDATE accounts SET next_action_at = now() - interval '1 hour' WHERE id = $1`, [
    customer.accountId,
  ]);
  await h.database.query(
    `INSERT INTO webhook_events (gateway, event_id, type, object_ref, next_try_at) VALUES ('sandbox', 'evt_1', 'charge', 'ch_1', now() - interval '2 minutes')`,
  );
  await h.database.query(
    `INSERT INTO pgboss.job (name, data, created_on) VALUES ('mail', '{}', now() - interval '10 minutes')`,
  );
  await h.database.query('INSERT INTO restored_backups (taken_at) VALUES (now())');
  const after = await valuesNow();
  await h.database.query('DELETE FROM restored_backups');
  expect(after).toMatchObject({
    foyer_restore_unreconciled: 1,
    foyer_due_accounts: 1,
    foyer_gateway_events_waiting: 1,
    'foyer_queue_jobs{queue="mail",state="waiting"}': 1,
    'foyer_queue_jobs{queue="mail",state="failed"}': 0,
  });
  expect(after.foyer_due_oldest_seconds).toBeGreaterThanOrEqual(3_600);
  expect(after.foyer_gateway_events_oldest_seconds).toBeGreaterThanOrEqual(120);
  expect(after['foyer_queue_oldest_seconds{queue="mail"}']).toBeGreaterThanOrEqual(600);
});

test('without a database the metrics of the process are there, and those of the database are left out', async () => {
  isDatabaseUp = false;
  const without = await valuesNow();
  isDatabaseUp = true;
  expect(without.foyer_database_writable).toBe(0);
  expect(Object.keys(without).filter((name) => /due|queue|events|parked|attempts|restore/.test(name))).toEqual([]);
  expect(await valuesNow()).toMatchObject({ foyer_database_writable: 1, foyer_due_accounts: 1 });
});

test('calls are counted by the pattern of their path, without ids', async () => {
  metrics.onAnswer({ method: 'GET', route: '/api/account/me/receipts/:id', status: 404, seconds: 0.02 });
  expect(await valuesNow()).toMatchObject({
    'foyer_http_request_duration_seconds_count{method="GET",route="/api/account/me/receipts/:id",status="4xx"}': 1,
  });
});

test('a call of the gateway is measured with its outcome, and its answer and error pass', async () => {
  const refused = new Error('refused');
  const gateway = metrics.measureGateway({
    name: 'test',
    charge: async (amountCents: number) => sleep(1, amountCents),
    refund: () => Promise.reject(refused),
  });
  expect([gateway.name, await gateway.charge(5)]).toEqual(['test', 5]);
  await expect(gateway.refund()).rejects.toBe(refused);
  expect(await valuesNow()).toMatchObject({
    'foyer_gateway_call_duration_seconds_count{call="charge",outcome="answered"}': 1,
    'foyer_gateway_call_duration_seconds_count{call="refund",outcome="failed"}': 1,
  });
});

test('stages of background work report their last complete run and their failures', async () => {
  metrics.onStage('due work', false);
  metrics.onStage('recovery', true);
  const values = await valuesNow();
  expect(values['foyer_background_last_run_timestamp_seconds{stage="due work"}']).toBeGreaterThan(1_700_000_000);
  expect(values['foyer_background_failures_total{stage="recovery"}']).toBe(1);
});

test('alerts and dashboard name only metrics that exist', async () => {
  const { text } = await get('/metrics');
  const known = new Set(
    [...text.matchAll(/^# TYPE (\S+) (\S+)/gm)].flatMap(([, name = '', type]) =>
      type === 'histogram' ? [`${name}_bucket`, `${name}_count`, `${name}_sum`] : [name],
    ),
  );
  const folder = path.join(import.meta.dirname, '../../../docs/operations');
  for (const file of ['alerts.yaml', 'dashboard.json']) {
    const named = [
      ...readFileSync(path.join(folder, file), 'utf8').matchAll(/\b(?:foyer|nodejs|process)_[a-z0-9_]+/g),
    ].map(String);
    expect(named.length, file).toBeGreaterThan(8);
    expect(
      [...new Set(named)].filter((name) => !known.has(name)),
      file,
    ).toEqual([]);
  }
});

test('each alert has a test that sees it fire and a line in metrics.md', () => {
  const read = (name: string) => readFileSync(path.join(import.meta.dirname, '../../../docs/operations', name), 'utf8');
  const alerts = [...read('alerts.yaml').matchAll(/- alert: (\w+)/g)].map(([, name = '']) => name);
  const firing = read('alerts.test.yaml').match(/alertname: (\w+)\n +exp_alerts: /g) ?? [];
  expect(alerts.length).toBeGreaterThan(8);
  expect(new Set(firing.map((found) => found.split(/[ \n]+/)[1]))).toEqual(new Set(alerts));
  const lines = [...read('metrics.md').matchAll(/^\| (Foyer\w+) \|/gm)].map(([, name]) => name);
  expect(lines).toEqual(alerts);
});
