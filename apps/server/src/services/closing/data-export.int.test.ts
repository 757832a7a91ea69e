import type { DataExport } from '@foyer/contract/api/closing';
import { DAY_MS } from '@foyer/contract/vocabulary/instants';
import { ulid } from 'ulid';
import { describe, expect, test } from 'vitest';
import { plantCanaries } from '../../../test/canaries.ts';
import { close, makeCustomerToClose } from '../../../test/closing.ts';
import { PASSWORD } from '../../../test/customers.ts';
import { makeFullCustomer } from '../../../test/full-customer.ts';
import type { Customer } from '../../../test/harness.ts';
import { makePurchase, refusal, START, starterYearly } from '../../../test/shop.ts';
import { useHarness } from '../../../test/use-harness.ts';
import { personalData } from '../../adapters/postgres/personal-data.ts';

const h = useHarness();

const EXPORT = '/api/auth/me/export';

const requestExport = async ({ client }: Customer): Promise<DataExport> => {
  const answer = await client.post<DataExport>(EXPORT, { password: PASSWORD });
  expect(answer.status, answer.text).toBe(202);
  return answer.body;
};
const latest = async ({ client }: Customer) => (await client.get<{ export: DataExport | null }>(EXPORT)).body.export;

interface Document {
  readonly format: string;
  readonly receipts: readonly { readonly id: string; readonly items: readonly unknown[] }[];
  readonly rows: Readonly<Record<string, readonly Record<string, unknown>[]>>;
}

const takeAlong = async (customer: Customer): Promise<{ document: Document; text: string }> => {
  const { id } = await requestExport(customer);
  expect(await h.work.makeExports()).toBe(1);
  const answer = await customer.client.get<Document>(`${EXPORT}/${id}`);
  expect(answer.status, answer.text).toBe(200);
  return { document: answer.body, text: answer.text };
};

describe('[BY-02] download my data', () => {
  test('[INV-27] holds every row keyed to the person, and no secret', async () => {
    const ada = await makeFullCustomer(h);
    const canaries = await plantCanaries(h.database, ada);
    const { document, text } = await takeAlong(ada);
    const secret = ({ table, column }: { table: string; column: string }) =>
      personalData[table]?.notExported?.includes(column) ?? false;
    expect(canaries.filter((canary) => !secret(canary) && !text.includes(canary.needle))).toEqual([]);
    expect(canaries.filter((canary) => secret(canary) && text.includes(canary.needle))).toEqual([]);
    expect(Object.keys(document.rows).sort()).toEqual(Object.keys(personalData).sort());
    expect(Object.entries(document.rows).filter(([, rows]) => rows.length === 0)).toEqual([]);
    expect(text).not.toContain('$argon2');
    expect(text).not.toContain(PASSWORD);
  });

  test('[L5] another session of the customer does not download it until it has requested it with the password', async () => {
    const ada = await h.makeCustomer();
    const other = { ...ada, client: await h.signIn(ada.email) };
    const { id } = await requestExport(ada);
    const download = ({ client }: Customer, wanted = id) => client.get(`${EXPORT}/${wanted}`);
    await h.work.makeExports();
    const refused = await download(other);
    expect([refused.status, refused.body.error.type]).toEqual([403, 'FORBIDDEN']);
    expect((await download(ada)).status).toBe(200);

    const again = await requestExport(other);
    expect((await requestExport(other)).id).toBe(again.id);
    await h.work.makeExports();
    expect((await download(other, again.id)).status).toBe(200);
    expect((await download(ada, again.id)).status).toBe(403);
    expect((await download(ada)).status).toBe(404);
  });

  test('[L5] one that is being made goes to the session that asks for it last', async () => {
    const ada = await h.makeCustomer();
    const other = { ...ada, client: await h.signIn(ada.email) };
    const { id } = await requestExport(ada);
    expect((await requestExport(other)).id).toBe(id);
    await h.work.makeExports();
    expect((await other.client.get(`${EXPORT}/${id}`)).status).toBe(200);
    expect((await ada.client.get(`${EXPORT}/${id}`)).status).toBe(403);
  });

  test('[INV-20] holds nothing of anybody else', async () => {
    const [ada, eve] = [await makeFullCustomer(h), await makeFullCustomer(h)];
    const canaries = await plantCanaries(h.database, eve, 'magpie');
    const { text } = await takeAlong(ada);
    expect(canaries.filter(({ needle }) => text.includes(needle))).toEqual([]);
    expect(text).not.toContain(eve.accountId);
    expect(text).not.toContain(eve.userId);
  });

  test('has the receipts as the customer knows them, each with its lines', async () => {
    const ada = await makeCustomerToClose(h, { card: 'tok_visa', clock: START });
    await makePurchase(ada, starterYearly);
    const { document } = await takeAlong(ada);
    expect(document.format).toBe('foyer-export-1');
    expect(document.receipts).toEqual(await h.receipts(ada));
  });

  test('says of an ended plan and an ended trial when they ended, and names no time to come', async () => {
    const ada = await makeCustomerToClose(h, { card: 'tok_visa', clock: START });
    const ended = await makePurchase(ada, starterYearly);
    const tried = await makePurchase(ada, { planId: 'pln_scope_starter', trial: true });
    const live = await makePurchase(ada, { planId: 'pln_iot_individual', interval: 'yearly' });
    await h.advance(ada, { by: 'P3D' });
    for (const { id } of [ended, tried])
      await h.operator.endSubscription(id, { actor: 'jo@vendor.example', reason: 'asked for it' });
    const { rows } = (await takeAlong(ada)).document;
    const shown = new Map(rows.subscriptions?.map((row) => [row.id, row]));
    const dayOf = (id: string, column: string) => String(shown.get(id)?.[column]).slice(0, 10);
    const now = new Date(Date.parse(START) + 3 * DAY_MS).toISOString().slice(0, 10);
    expect([dayOf(ended.id, 'ended_at'), dayOf(ended.id, 'current_period_end')]).toEqual([now, now]);
    expect([dayOf(tried.id, 'current_period_end'), dayOf(tried.id, 'trial_end')]).toEqual([now, now]);
    expect(shown.get(live.id)?.ended_at).toBeNull();
    expect(dayOf(live.id, 'current_period_end') > now).toBe(true);
  });

  test('is pending, then ready with a mail, and gone after 7 days', async () => {
    const ada = await makeCustomerToClose(h);
    expect(await latest(ada)).toBeNull();
    const asked = await requestExport(ada);
    expect(asked).toMatchObject({ status: 'pending', expiresAt: null, bytes: null });
    expect(await refusal(ada.client.get(`${EXPORT}/${asked.id}`))).toEqual([409, 'OPERATION_IN_PROGRESS']);
    expect((await requestExport(ada)).id, 'one at a time').toBe(asked.id);

    expect(await h.work.makeExports()).toBe(1);
    const ready = await latest(ada);
    expect(ready).toMatchObject({ id: asked.id, status: 'ready', bytes: expect.any(Number) });
    expect(Date.parse(ready?.expiresAt ?? '') - Date.parse(asked.requestedAt)).toBeGreaterThanOrEqual(7 * DAY_MS);
    const mails = h.queued.filter((mail) => 'template' in mail && mail.template === 'export_ready');
    expect(mails.at(-1)).toMatchObject({ to: ada.email, accountId: ada.accountId, facts: {} });

    const text = (await ada.client.get(`${EXPORT}/${asked.id}`)).text;
    expect(Math.abs(Buffer.byteLength(text) - (ready?.bytes ?? 0))).toBeLessThan(200);
    h.wall.advance(7 * DAY_MS + 60_000);
    await h.work.sweepClosings();
    const client = await h.signIn(ada.email);
    expect(await refusal(client.get(`${EXPORT}/${asked.id}`))).toEqual([410, 'TOKEN_EXPIRED']);
    expect((await client.get<{ export: DataExport }>(EXPORT)).body.export.status).toBe('expired');
    const [row] = await h.database.query('SELECT document FROM data_exports WHERE id = $1', [asked.id]);
    expect(row, 'the document itself is removed').toEqual({ document: null });
  });

  test('[BY-05] the mail that it is ready is in the language of its owner', async () => {
    const ada = await makeCustomerToClose(h);
    await ada.client.patch('/api/auth/me', { language: 'de' });
    await takeAlong(ada);
    const mails = h.queued.filter((mail) => 'template' in mail && mail.template === 'export_ready');
    expect(mails.at(-1)).toMatchObject({ to: ada.email, language: 'de' });
  });

  test('[INV-9] answers kept for repeats are gone after their 72 hours, and not before', async () => {
    const ada = await makeCustomerToClose(h);
    const keyed = (key: string, hours: number) =>
      h.database.query(
        `INSERT INTO idempotency_keys (account_id, key, method, path, body_hash, state, locked_at, created_at)
         VALUES ($1, $2, 'POST', '/', '', 'finished', now(), to_timestamp($3 / 1000.0) - make_interval(hours => $4))`,
        [ada.accountId, key, h.wall.now(), hours],
      );
    h.wall.advance(30 * DAY_MS); // the sweep looks once an hour, and may have looked in a test before
    await keyed('old', 73);
    await keyed('young', 71);
    await h.work.sweepClosings();
    const left = await h.database.query('SELECT key FROM idempotency_keys WHERE account_id = $1', [ada.accountId]);
    expect(left).toEqual([{ key: 'young' }]);
  });

  test('[INV-27] what happened is kept for a year, and no longer', async () => {
    const ada = await makeCustomerToClose(h);
    h.wall.advance(60 * DAY_MS);
    const happened = (type: string, days: number) => {
      const then = Date.now() - days * DAY_MS; // by the database's clock, which decides
      return h.database.query(
        `INSERT INTO security_events (id, account_id, type, at) VALUES ($1, $2, $3, to_timestamp($4 / 1000.0))`,
        [`aud_${ulid(then)}`, ada.accountId, type, then],
      );
    };
    await happened('mfa_enabled', 366);
    await happened('mfa_disabled', 364);
    await h.work.sweepClosings();
    const left = await h.database.query(`SELECT type FROM security_events WHERE account_id = $1 AND type LIKE 'mfa%'`, [
      ada.accountId,
    ]);
    expect(left).toEqual([{ type: 'mfa_disabled' }]);
  });

  test('asking and taking are written down, and the newer one replaces the older', async () => {
    const ada = await makeCustomerToClose(h);
    await takeAlong(ada);
    await takeAlong(ada);
    const events = await h.database.query<{ type: string }>(
      `SELECT type FROM security_events WHERE account_id = $1 AND type LIKE 'export%' ORDER BY at, id`,
      [ada.accountId],
    );
    expect(events.map(({ type }) => type)).toEqual([
      'export_requested',
      'export_downloaded',
      'export_requested',
      'export_downloaded',
    ]);
    expect(await h.database.query('SELECT 1 FROM data_exports WHERE user_id = $1', [ada.userId])).toHaveLength(1);
  });

  test('two requests at once are one export, two workers make it once', async () => {
    const ada = await makeCustomerToClose(h);
    const asked = await Promise.all([requestExport(ada), requestExport(ada), requestExport(ada)]);
    expect(new Set(asked.map(({ id }) => id)).size).toBe(1);
    const made = await Promise.all([h.work.makeExports(), h.work.makeExports()]);
    expect(made.reduce((sum, count) => sum + count, 0)).toBe(1);
  });

  test.each<[string, string | undefined, [number, string]]>([
    ['no password', '', [400, 'PASSWORD_REQUIRED']],
    ['a wrong password', 'not-my-password-1', [400, 'INVALID_CREDENTIALS']],
  ])('is refused with %s, and nothing is made', async (_name, password, expected) => {
    const ada = await makeCustomerToClose(h);
    expect(await refusal(ada.client.post(EXPORT, { password }))).toEqual(expected);
    expect(await latest(ada)).toBeNull();
  });

  test('[INV-20] another account’s export is like one that does not exist', async () => {
    const [ada, eve] = [await makeCustomerToClose(h), await makeCustomerToClose(h)];
    const { id } = await requestExport(ada);
    await h.work.makeExports();
    const stolen = await eve.client.get(`${EXPORT}/${id}`);
    const invented = await eve.client.get(`${EXPORT}/exp_01ARZ3NDEKTSV4RRFFQ69G5FAV`);
    const sameBut = ({ body, status }: typeof stolen) => ({ status, error: { ...body.error, requestId: '' } });
    expect(sameBut(stolen)).toEqual(sameBut(invented));
    expect(stolen.status).toBe(404);
    expect(await latest(eve)).toBeNull();
  });

  test('somebody who left before it was made takes nothing along', async () => {
    const ada = await makeCustomerToClose(h);
    await requestExport(ada);
    expect((await close(h, ada)).status).toBe(204);
    expect(await h.work.makeExports()).toBe(0);
  });
});
