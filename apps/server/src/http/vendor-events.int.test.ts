import type { EntitlementEventPage, VendorEntitlements } from '@foyer/contract/api/vendor';
import { DAY_MS } from '@foyer/contract/vocabulary/instants';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { inject } from '../../test/client.ts';
import { makeVendorKey } from '../../test/contract-walk/vendor.ts';
import { type Harness, startHarness } from '../../test/harness.ts';
import { extend, makeLicenceHolder } from '../../test/licences.ts';
import { type ProductServer, parseMessage, startProduct } from '../../test/product-server.ts';
import { BUY, makeHolder, starterYearly } from '../../test/shop.ts';
import { makeRestoredBackup } from '../adapters/postgres/restored-backup.ts';
import { makeSweep } from '../adapters/postgres/sweep.ts';

const SECRET = `whsec_${Buffer.from('the key of the products, of today').toString('base64')}`;

let h: Harness;
let drive: ProductServer;
let authorization: string;

beforeAll(async () => {
  drive = await startProduct();
  h = await startHarness({ hooks: { endpoints: { drive: drive.url }, secrets: [SECRET] } });
  authorization = `Bearer ${(await makeVendorKey(h)).key}`;
});
afterEach(() => h.log.expectQuiet());
afterAll(async () => {
  await h.stop();
  await drive.stop();
});

const pull = (accountId: string, headers: Record<string, string> = {}) =>
  inject<VendorEntitlements>(h.app, {
    url: `/vendor/v1/accounts/${accountId}/entitlements`,
    headers: { authorization, ...headers },
  });

const eventsAfter = async (cursor?: string, pageSize = 100): Promise<EntitlementEventPage> => {
  const query = new URLSearchParams({ pageSize: String(pageSize), ...(cursor === undefined ? {} : { cursor }) });
  const page = await inject<EntitlementEventPage>(h.app, {
    url: `/vendor/v1/events?${query}`,
    headers: { authorization },
  });
  expect(page.status, page.text).toBe(200);
  return page.body;
};

/** Place in the feed after everything that happened so far. */
const endOfFeed = async (): Promise<string> => {
  let page = await eventsAfter();
  while (page.hasMore) page = await eventsAfter(page.cursor);
  return page.cursor;
};

/** Sends every queued message to its product, and returns the last one. */
const lastPushed = async () => {
  for (const id of h.queuedHooks) await h.work.deliverHook(id, false);
  const message = drive.received.at(-1);
  return message && parseMessage(message, SECRET).data;
};

test('[BY-08] push, pull and feed say the same after each change', async () => {
  const start = await endOfFeed();
  const { customer, id } = await makeHolder(h, { planId: 'pln_drive_starter_monthly' });
  const changes = [
    () => customer.client.patch(`${BUY}/${id}`, { planId: 'pln_drive_ultimate', interval: 'monthly' }),
    () => h.advance(customer, { until: 'next_renewal' }),
    async () => {
      await customer.client.patch(`${BUY}/${id}`, { cancelAtPeriodEnd: true });
      await h.advance(customer, { by: 'P40D' });
    },
  ];
  for (const change of [async () => undefined, ...changes]) {
    await change();
    const pushed = await lastPushed();
    const { body } = await pull(customer.accountId);
    expect(body).toEqual({
      accountId: customer.accountId,
      sequence: pushed?.sequence,
      entitlements: pushed?.entitlements,
    });
  }
  const { events } = await eventsAfter(start);
  const received = drive.received.map((message) => [message.headers['webhook-id'], JSON.parse(message.body)]);
  expect(events.map(({ id: eventId, ...body }) => [eventId, body])).toEqual(received);
});

test('an entity tag answers 304 until something changes', async () => {
  const { customer, id } = await makeHolder(h, { planId: 'pln_drive_starter_monthly' });
  const first = await pull(customer.accountId);
  const etag = String(first.headers.etag);
  expect(etag).toMatch(/^"[\w-]{43}"$/);
  for (const tag of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
    const unchanged = await pull(customer.accountId, { 'if-none-match': tag });
    expect([unchanged.status, unchanged.text, unchanged.headers.etag]).toEqual([304, '', etag]);
  }
  expect((await pull(customer.accountId, { 'if-none-match': '"other"' })).status).toBe(200);
  await customer.client.patch(`${BUY}/${id}`, { planId: 'pln_drive_ultimate', interval: 'monthly' });
  const changed = await pull(customer.accountId, { 'if-none-match': etag });
  expect(changed.status).toBe(200);
  expect(changed.body.sequence).toBeGreaterThan(first.body.sequence);
});

test('a product without a webhook is in the feed too, and its number counts for the account', async () => {
  const start = await endOfFeed();
  const { customer, id } = await makeLicenceHolder(h);
  expect((await extend(customer, id)).status).toBe(202);
  const { events } = await eventsAfter(start);
  const own = events.filter(({ data }) => data.accountId === customer.accountId);
  expect(own.map(({ data }) => data.product)).toContain('scope');
  expect((await pull(customer.accountId)).body.sequence).toBe(Math.max(...own.map(({ data }) => data.sequence)));
});

test('pages follow each other without a gap or a repetition, and the end gives a cursor to continue at', async () => {
  const start = await endOfFeed();
  for (let made = 0; made < 3; made += 1) await makeHolder(h, starterYearly);
  const all = (await eventsAfter(start)).events.map(({ id }) => id);
  expect(all).toHaveLength(3);
  const paged: string[] = [];
  let page = await eventsAfter(start, 1);
  for (;;) {
    paged.push(...page.events.map(({ id }) => id));
    if (!page.hasMore) break;
    page = await eventsAfter(page.cursor, 1);
  }
  expect(paged).toEqual(all);
  expect(await eventsAfter(page.cursor)).toEqual({ events: [], cursor: page.cursor, hasMore: false });
});

test('a change that commits later than the next one is not skipped', async () => {
  const { customer } = await makeHolder(h, starterYearly);
  const start = await endOfFeed();
  const insert = (id: string) =>
    `INSERT INTO entitlement_events (id, seq, account_id, product, data, occurred_at)
     VALUES ('${id}', nextval(pg_get_serial_sequence('product_hook_deliveries', 'seq')), '${customer.accountId}', 'drive', '{"accountId":"a","product":"drive","reason":"paid","entitlements":[]}', now())`;
  let between: EntitlementEventPage | undefined;
  await h.database.transaction(async (sql) => {
    await sql.query(insert('msg_slow'));
    await h.database.query(insert('msg_fast'));
    between = await eventsAfter(start);
  });
  expect(between?.events.map(({ id }) => id)).toEqual(['msg_fast']);
  const after = await eventsAfter(between?.cursor);
  expect(after.events.map(({ id }) => id)).toEqual(['msg_slow']);
});

test('readers at the same time give each event one place', async () => {
  const start = await endOfFeed();
  for (let made = 0; made < 3; made += 1) await makeHolder(h, starterYearly);
  const pages = await Promise.all(Array.from({ length: 5 }, () => eventsAfter(start)));
  for (const page of pages) expect(page).toEqual(pages[0]);
  expect(pages[0]?.events).toHaveLength(3);
});

test('events are deleted after 30 days, except the last one of an account', async () => {
  const { customer, id } = await makeHolder(h, { planId: 'pln_drive_starter_monthly' });
  await customer.client.patch(`${BUY}/${id}`, { planId: 'pln_drive_ultimate', interval: 'monthly' });
  const before = (await pull(customer.accountId)).body.sequence;
  await h.database.query(`UPDATE entitlement_events SET created_at = created_at - interval '31 days'`);
  await makeSweep(h.database)(h.wall.now(), h.wall.now() - 14 * DAY_MS);
  const left = await h.database.query('SELECT seq FROM entitlement_events WHERE account_id = $1', [customer.accountId]);
  expect(left).toEqual([{ seq: before }]);
});

const refusedCursor = async (cursor: string) => {
  const url = `/vendor/v1/events?${new URLSearchParams({ cursor })}`;
  const { status, body } = await inject(h.app, { url, headers: { authorization } });
  return [status, body.error?.field, body.error?.code];
};

test.each(['x', '-1', '1e3', '01', '1'.repeat(15), '1'.repeat(16), '1;drop'])(
  '[INV-23] the cursor %s, which no answer had, is refused',
  async (cursor) => expect(await refusedCursor(cursor)).toEqual([400, 'cursor', 'unknown_cursor']),
);

test('the cursor behind the last one is refused until there is an event for it', async () => {
  const next = String(Number(await endOfFeed()) + 1);
  expect(await refusedCursor(next)).toEqual([400, 'cursor', 'unknown_cursor']);
  await makeHolder(h, starterYearly);
  expect(await eventsAfter(next)).toEqual({ events: [], cursor: next, hasMore: false });
});

test('the cursor of an empty feed continues with the first event', async () => {
  const empty = await startHarness();
  const url = '/vendor/v1/events';
  const headers = { authorization: `Bearer ${(await makeVendorKey(empty)).key}` };
  const { body: page } = await inject<EntitlementEventPage>(empty.app, { url, headers });
  expect(page).toEqual({ events: [], cursor: '0', hasMore: false });
  const again = () => inject<EntitlementEventPage>(empty.app, { url: `${url}?cursor=${page.cursor}`, headers });
  expect((await again()).body).toEqual(page);
  const beyond = await inject(empty.app, { url: `${url}?cursor=1`, headers });
  expect([beyond.status, beyond.body.error.code]).toEqual([400, 'unknown_cursor']);
  await makeHolder(empty, starterYearly);
  expect((await again()).body.events).toHaveLength(1);
  await empty.stop();
});

test('[O20] after a restore, cursors of before are refused and every sequence is above those of before', async () => {
  const { customer, id } = await makeHolder(h, { planId: 'pln_drive_starter_monthly' });
  const kept = await endOfFeed();
  const stored = (await pull(customer.accountId)).body;
  await makeRestoredBackup(h.database).mark(h.wall.now() - DAY_MS);

  expect(await refusedCursor(kept)).toEqual([400, 'cursor', 'unknown_cursor']);
  const restored = (await pull(customer.accountId)).body;
  expect(restored.entitlements).toEqual(stored.entitlements);
  expect(restored.sequence).toBeGreaterThan(stored.sequence + 1_000_000);
  const first = await eventsAfter(undefined, 1);
  expect((await eventsAfter(first.cursor, 1)).events[0]?.id).not.toBe(first.events[0]?.id);
  const end = await endOfFeed();
  await customer.client.patch(`${BUY}/${id}`, { planId: 'pln_drive_ultimate', interval: 'monthly' });
  expect((await eventsAfter(end)).events).toHaveLength(1);
  const pushed = await lastPushed();
  expect(pushed?.sequence).toBeGreaterThan(restored.sequence);
  expect((await pull(customer.accountId)).body.sequence).toBe(pushed?.sequence);

  await makeRestoredBackup(h.database).mark(h.wall.now() - DAY_MS);
  expect(await refusedCursor(end)).toEqual([400, 'cursor', 'unknown_cursor']);
});

test('[INV-20] an account that does not exist gets 404', async () => {
  const answer = await pull('acc_unknown');
  expect([answer.status, answer.body.error.type]).toEqual([404, 'NOT_FOUND']);
});
