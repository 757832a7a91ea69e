import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { addressOf } from '../test/address-of.ts';
import { createTestDatabase } from '../test/database.ts';
import { startHarness } from '../test/harness.ts';
import { makeDue } from '../test/multiply.ts';
import { startOtlpReceiver } from '../test/otlp-receiver.ts';
import { startProduct } from '../test/product-server.ts';
import { starterYearly } from '../test/shop.ts';
import { MAIN_TIMEOUT_MS, startMain } from '../test/start-main.ts';
import { makeTempFolder } from '../test/temp-folder.ts';
import { startTracing } from './adapters/tracing.ts';

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const traceparent = `00-${TRACE}-00f067aa0ba902b7-01`;
const HOOK_SECRET = `whsec_${Buffer.from('the key of the products of this test').toString('base64')}`;

/** Orders a plan under a traceparent and waits for its mail. Returns the spans of the trace, and faults of the export. */
const orderTraced = async (endpoint: string, proxyHops: number, faultsExpected = 0) => {
  const faults: unknown[] = [];
  const tracing = startTracing({ endpoint, version: '0.0.0', onFault: (error) => faults.push(error), pauseMs: 50 });
  const h = await startHarness({ queue: 'real', tracing, proxyHops });
  const customer = await h.makeCustomer({ card: 'tok_visa' });
  const answer = await h.app.inject({
    method: 'POST',
    url: '/api/subscription/subscriptions',
    headers: {
      traceparent,
      'x-is-at': customer.client.accessToken,
      'x-forwarded-for': '203.0.113.7',
      'idempotency-key': 'traced',
    },
    payload: starterYearly,
  });
  expect(answer.statusCode, answer.body).toBe(201);
  await h.mails(customer.email, 2);
  await expect.poll(() => faults.length, { timeout: 20_000 }).toBe(faultsExpected);
  await h.stop();
  h.log.expectQuiet();
  await tracing.stop();
  return { faults, customer };
};

test('one order is one trace: request, statements, gateway call and the mail that is sent later', async () => {
  const receiver = await startOtlpReceiver();
  const { faults, customer } = await orderTraced(receiver.endpoint, 1);
  await receiver.stop();
  expect(faults).toEqual([]);
  const spans = receiver.spans.filter(({ traceId }) => traceId === TRACE);
  const names = spans.map(({ name }) => name);
  expect(names).toContain('POST /api/subscription/subscriptions');
  expect(names).toContain('INSERT payment_attempts');
  expect(names).toContain('transaction');
  expect(names).toContain('gateway charge');
  expect(names.filter((name) => name.startsWith('mail '))).toEqual(['mail receipt']);
  const known = new Set(['00f067aa0ba902b7', ...spans.map(({ spanId }) => spanId)]);
  expect(spans.filter(({ parentSpanId = '' }) => !known.has(parentSpanId))).toEqual([]);
  const text = JSON.stringify(receiver.spans);
  for (const secret of [customer.accountId, customer.email, 'tok_visa', 'traced', '32462'])
    expect(text, secret).not.toContain(secret);
});

test('a batch of renewals is one trace: gateway calls, statements, the mails and the webhooks that are sent later', async () => {
  const receiver = await startOtlpReceiver();
  const drive = await startProduct();
  drive.answers(204);
  const faults: unknown[] = [];
  const { endpoint } = receiver;
  const tracing = startTracing({ endpoint, version: '0.0.0', onFault: (error) => faults.push(error), pauseMs: 50 });
  const hooks = { endpoints: { drive: `${drive.url}/hooks` }, secrets: [HOOK_SECRET] };
  const h = await startHarness({ queue: 'real', tracing, hooks });
  const first = await makeDue(h, 3);
  expect(await h.work.runDueWork()).toBe(3);
  const batch = () => {
    const root = receiver.spans.find(({ name }) => name === 'charges');
    return receiver.spans.filter(({ traceId }) => traceId === root?.traceId);
  };
  const countOf = (name: string) => batch().filter((span) => span.name === name).length;
  await expect.poll(() => [countOf('mail receipt'), countOf('webhook')], { timeout: 20_000 }).toEqual([3, 3]);
  await h.stop();
  h.log.expectQuiet();
  await tracing.stop();
  await Promise.all([receiver.stop(), drive.stop()]);
  expect(faults).toEqual([]);
  expect([countOf('charges'), countOf('gateway charge')]).toEqual([1, 3]);
  expect(batch().map(({ name }) => name)).toContain('UPDATE payment_attempts');
  const ids = new Set(batch().map(({ spanId }) => spanId));
  const roots = batch().filter(({ parentSpanId = '' }) => !ids.has(parentSpanId));
  expect(roots.map(({ name, attributes }) => ({ name, attributes }))).toEqual([
    { name: 'charges', attributes: [{ key: 'foyer.charges', value: { intValue: 3 } }] },
  ]);
  for (const secret of [first, drive.url, HOOK_SECRET])
    expect(JSON.stringify(receiver.spans), secret).not.toContain(secret);
});

test('a browser that no proxy stands before cannot name the trace', async () => {
  const receiver = await startOtlpReceiver();
  await orderTraced(receiver.endpoint, 0);
  await receiver.stop();
  expect(receiver.spans.length).toBeGreaterThan(0);
  expect(receiver.spans.filter(({ traceId }) => traceId === TRACE)).toEqual([]);
});

test('a collector that is down: the order works, one fault is reported, and the stop ends', async () => {
  const { faults } = await orderTraced('http://127.0.0.1:1', 1, 1);
  expect(faults).toHaveLength(1);
});

test(
  'a server loads the libraries of traces only if a collector is set, and then sends the spans of its requests',
  async () => {
    const folder = makeTempFolder('tracing');
    const preload = join(folder.path, 'count.cjs');
    writeFileSync(
      preload,
      `process.on('exit', () => console.error('libraries of traces: ' + Object.keys(require('node:module')._cache).filter((name) => name.includes('@opentelemetry')).length));`,
    );
    const receiver = await startOtlpReceiver();
    const loaded: number[] = [];
    for (const endpoint of ['', receiver.endpoint]) {
      const database = await createTestDatabase();
      const main = startMain(addressOf(database.config), {
        DEMO: '0',
        FOYER_HOME: folder.path,
        LIMIT_EVENT_LOOP_DELAY_MS: '60000',
        NODE_OPTIONS: `--require "${preload}"`,
        OTEL_EXPORTER_OTLP_ENDPOINT: endpoint,
      });
      await fetch(`http://127.0.0.1:${await main.port()}/version`);
      main.child.kill('SIGTERM');
      await main.ended;
      loaded.push(Number(/libraries of traces: (\d+)/.exec(main.output.err)?.[1]));
      await database.drop();
    }
    await receiver.stop();
    folder.remove();
    expect(loaded).toEqual([0, expect.any(Number)]);
    expect(loaded[1]).toBeGreaterThan(10);
    expect(receiver.spans.map(({ name }) => name)).toContain('GET /version');
  },
  3 * MAIN_TIMEOUT_MS,
);
