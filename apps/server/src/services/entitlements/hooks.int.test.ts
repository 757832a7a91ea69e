import type { OperatorWork } from '@foyer/contract/api/operator';
import { DAY_MS } from '@foyer/contract/vocabulary/instants';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { close, makeCustomerToClose } from '../../../test/closing.ts';
import { driveYear, makeCode, redeem } from '../../../test/codes.ts';
import { type Customer, type Harness, startHarness } from '../../../test/harness.ts';
import { extend, makeLicenceHolder } from '../../../test/licences.ts';
import { makeOperator } from '../../../test/operators.ts';
import { type ProductServer, parseMessage, type Received, startProduct } from '../../../test/product-server.ts';
import { BUY, CARD, expectAllRight, makeHolder, makeLate, makePurchase, starterYearly } from '../../../test/shop.ts';
import { runCommand } from '../../cli/run-command.ts';

const SECRET = `whsec_${Buffer.from('the key of the products, of today').toString('base64')}`;
const OLD_SECRET = `whsec_${Buffer.from('the key of the products, of before').toString('base64')}`;
const by = ['--reason', 'the product is back', '--by', 'jo@vendor.example'];

const nothing: Received = { path: '', headers: {}, body: '' };

let h: Harness;
let drive: ProductServer;
let scope: ProductServer;
/** How many of the queued messages were sent. */
let sent = 0;

beforeAll(async () => {
  [drive, scope] = await Promise.all([startProduct(), startProduct()]);
  h = await startHarness({
    hooks: {
      endpoints: { drive: `${drive.url}/hooks`, scope: `${scope.url}/hooks` },
      secrets: [SECRET, OLD_SECRET],
      timeoutMs: 2_000, // a busy machine needed more than 250 ms for the first call to a product
    },
  });
});
beforeEach(() => {
  drive.answers(204);
  scope.answers(204);
  sent = h.queuedHooks.length;
});
afterEach(() => expectAllRight(h));
afterAll(async () => {
  await h.stop();
  await Promise.all([drive.stop(), scope.stop()]);
});

/** Does the queue's work: sends what was queued since the last look, and opens what arrived. */
const deliveredData = async (product: ProductServer) => {
  const from = product.received.length;
  for (; sent < h.queuedHooks.length; sent += 1) await h.work.deliverHook(h.queuedHooks[sent] ?? '', false);
  return product.received.slice(from).map((message) => parseMessage(message, SECRET).data);
};

const rowOf = async (id: string) => {
  const [row] = await h.database.query<{
    status: string;
    attempts: number;
    lastHttpStatus: number | null;
    lastError: string | null;
  }>('SELECT status, attempts, last_http_status, last_error FROM product_hook_deliveries WHERE id = $1', [id]);
  return row && [row.status, row.attempts, row.lastHttpStatus ?? row.lastError];
};

/** A purchase, and the message that waits for it. */
const queuedMessage = async (): Promise<{ customer: Customer; id: string }> => {
  const { customer } = await makeHolder(h, starterYearly);
  sent = h.queuedHooks.length;
  return { customer, id: h.queuedHooks.at(-1) ?? '' };
};

describe('[BY-08] a product is told what an account may use', () => {
  test('a purchase: signed, with everything that the product needs to decide', async () => {
    const { customer, id } = await makeHolder(h, starterYearly);
    const [message, ...others] = await deliveredData(drive);
    expect(others).toEqual([]);
    expect(message).toEqual({
      accountId: customer.accountId,
      product: 'drive',
      subscriptionId: id,
      reason: 'activated',
      sequence: expect.any(Number),
      entitlements: [
        {
          subscriptionId: id,
          product: 'drive',
          planId: 'pln_drive_starter',
          tierId: 'starter',
          quantity: 1,
          features: [],
          storageBytes: 50_000_000_000,
          accessKeyLimit: 5,
          addOns: [],
          status: 'active',
          entitled: true,
          validUntil: '2027-01-10T12:00:00.000Z',
          maintenanceEnds: null,
        },
      ],
    });
    const { headers, body } = drive.received.at(-1) ?? nothing;
    expect(headers['webhook-id']).toMatch(/^msg_/);
    expect(headers['content-type']).toBe('application/json');
    expect(body).not.toContain(customer.email);
  });

  test('from a trial to its end, and from a failed renewal to the payment after all', async () => {
    const trial = await makeHolder(h, { planId: 'pln_drive_starter', interval: 'yearly', trial: true });
    expect(await deliveredData(drive)).toMatchObject([
      { reason: 'trial_started', entitlements: [{ status: 'trialing' }] },
    ]);
    await h.advance(trial.customer, { by: 'P20D' });
    expect((await deliveredData(drive)).map(({ reason }) => reason)).toEqual([
      expect.stringMatching(/^trial_(ended|converted)$/),
    ]);

    const late = await makeLate(h);
    expect((await deliveredData(drive)).map(({ reason }) => reason)).toEqual(['activated', 'renewed', 'past_due']);
    await h.advance(late.customer, { by: 'P20D' });
    expect(await deliveredData(drive)).toMatchObject([{ reason: 'suspended', entitlements: [{ entitled: false }] }]);
    await late.customer.client.post(CARD, { type: 'stripe', token: 'tok_visa' });
    const [resumed] = await deliveredData(drive);
    expect(resumed).toMatchObject({ reason: 'resumed', entitlements: [{ entitled: true }] });
  });

  test('another plan, a renewal, and the end', async () => {
    const { customer, id } = await makeHolder(h, { planId: 'pln_drive_starter_monthly' });
    await customer.client.patch(`${BUY}/${id}`, { planId: 'pln_drive_ultimate', interval: 'monthly' });
    await h.advance(customer, { until: 'next_renewal' });
    await customer.client.patch(`${BUY}/${id}`, { cancelAtPeriodEnd: true });
    await h.advance(customer, { by: 'P40D' });
    const messages = await deliveredData(drive);
    expect(messages.map(({ reason }) => reason)).toEqual(['activated', 'changed', 'renewed', 'paid', 'canceled']);
    expect(messages.at(-1)?.entitlements).toEqual([]);
    const sequences = messages.map(({ sequence }) => sequence);
    expect(sequences).toEqual(sequences.toSorted((a, b) => a - b));
  });

  test('a code, and maintenance of a licence: each to its own product', async () => {
    const customer = await h.makeCustomer();
    expect((await redeem(customer, await makeCode(h, driveYear))).status).toBe(201);
    expect(await deliveredData(drive)).toMatchObject([{ reason: 'prepaid_granted' }]);
    const holder = await makeLicenceHolder(h);
    expect((await extend(holder.customer, holder.id)).status).toBe(202);
    const driveBefore = drive.received.length;
    expect(await deliveredData(scope)).toMatchObject([
      {
        reason: 'maintenance_extended',
        entitlements: [{ validUntil: null, maintenanceEnds: '2028-01-10T12:00:00.000Z', features: expect.any(Array) }],
      },
    ]);
    expect(drive.received.length).toBe(driveBefore);
  });

  test('closing the account takes everything away, and the message arrives after it', async () => {
    const customer = await makeCustomerToClose(h, { card: 'tok_visa' });
    await makePurchase(customer, starterYearly);
    await deliveredData(drive);
    expect((await close(h, customer)).status).toBe(204);
    expect(await deliveredData(drive)).toMatchObject([{ reason: 'account_closed', entitlements: [] }]);
  });

  test('a product without an endpoint is told nothing', async () => {
    const before = h.queuedHooks.length;
    const customer = await h.makeCustomer({ card: 'tok_visa' });
    const taken = await customer.client.post(BUY, { planId: 'pln_iot_engineer' });
    expect([200, 201, 400]).toContain(taken.status);
    expect(h.queuedHooks.length).toBe(before);
  });
});

describe('[BY-08] signatures as in the Standard Webhooks specification', () => {
  test('either key opens a message while one is replaced; another key, body, id or time does not', async () => {
    const { id } = await queuedMessage();
    await h.work.deliverHook(id, false);
    const message = drive.received.at(-1);
    if (!message) throw new Error('nothing arrived');
    for (const secret of [SECRET, OLD_SECRET]) expect(parseMessage(message, secret).data.reason).toBe('activated');
    const other = `whsec_${Buffer.from('somebody else’s key, long enough').toString('base64')}`;
    expect(() => parseMessage(message, other)).toThrow('signature');
    const entitled = message.body.replace('"quantity":1', '"quantity":9');
    expect(() => parseMessage({ ...message, body: entitled }, SECRET)).toThrow('signature');
    const forged = { ...message.headers, 'webhook-id': 'msg_another' };
    expect(() => parseMessage({ ...message, headers: forged }, SECRET)).toThrow('signature');
    const late = { ...message.headers, 'webhook-timestamp': '1' };
    expect(() => parseMessage({ ...message, headers: late }, SECRET)).toThrow('too old');
  });
});

describe('[BY-08] a product that does not take a message', () => {
  test.each([
    ['an error', 500, 500],
    ['too busy', 429, 429],
    ['silence', 'silence', 'timeout'],
    ['a redirect, which is not followed', { redirect: '/elsewhere' }, 302],
  ] as const)('%s: it is tried again, with the same id and the same words', async (_name, answer, noted) => {
    const { id } = await queuedMessage();
    const from = drive.received.length;
    drive.answers(answer);
    await expect(h.work.deliverHook(id, false)).rejects.toThrow(id);
    expect(await rowOf(id)).toEqual(['waiting', 1, noted]);
    drive.answers(200);
    await h.work.deliverHook(id, false);
    expect(await rowOf(id)).toEqual(['delivered', 2, 200]);
    const [first, second, ...others] = drive.received.slice(from);
    expect(others).toEqual([]);
    expect([second?.path, second?.body]).toEqual([first?.path, first?.body]);
    expect(second?.headers['webhook-id']).toBe(first?.headers['webhook-id']);
    await h.work.deliverHook(id, false);
    expect(drive.received.length - from, 'what arrived is not sent again').toBe(2);
  });

  test('nobody there at all is an answer too', async () => {
    const { id } = await queuedMessage();
    const gone = await startProduct();
    await gone.stop();
    const elsewhere = await startHarness({
      hooks: { endpoints: { drive: gone.url }, secrets: [SECRET] },
    });
    const { customer } = await makeHolder(elsewhere, starterYearly);
    expect(customer.accountId).not.toBe('');
    await expect(elsewhere.work.deliverHook(elsewhere.queuedHooks[0] ?? '', false)).rejects.toThrow('ECONNREFUSED');
    await elsewhere.stop();
    await h.work.deliverHook(id, false);
  });

  test('410 ends it at once, the last try ends it too; both stay, and are sent again from the command line and the operator site', async () => {
    const [gone, broken] = [await queuedMessage(), await queuedMessage()];
    drive.answers(410);
    await h.work.deliverHook(gone.id, false);
    drive.answers(503);
    await h.work.deliverHook(broken.id, true);
    expect(h.log.takeErrors()).toEqual([
      expect.stringContaining(`message ${gone.id} to the endpoint of drive was given up: status 410`),
      expect.stringContaining(`message ${broken.id} to the endpoint of drive was given up: status 503`),
    ]);
    expect([await rowOf(gone.id), await rowOf(broken.id)]).toEqual([
      ['failed', 1, 410],
      ['failed', 1, 503],
    ]);

    const listed = await runCommand(['hooks', 'list'], async () => h.operator);
    expect(listed.out.join('\n')).toContain(`${gone.id}  drive  1 tries  status 410`);
    const queuedBefore = h.queuedHooks.length;
    const retried = await runCommand(['hooks', 'retry', '--id', gone.id, ...by], async () => h.operator);
    expect(retried.code, retried.out.join('\n')).toBe(0);
    const again = await runCommand(['hooks', 'retry', '--id', gone.id, ...by], async () => h.operator);
    expect([again.code, again.out.join('')]).toEqual([
      1,
      expect.stringContaining('the message is in the queue already'),
    ]);

    const admin = await makeOperator(h, 'admin');
    const work = await admin.call<OperatorWork>('GET', '/api/operator/work');
    expect(work.body.failedHooks).toMatchObject([
      { id: broken.id, product: 'drive', attempts: 1, lastHttpStatus: 503 },
    ]);
    const answer = await admin.call('POST', `/api/operator/jobs/${broken.id}/retry`, { reason: 'it is back' });
    expect(answer.status, answer.text).toBe(204);
    expect(h.queuedHooks.slice(queuedBefore)).toEqual([gone.id, broken.id]);

    drive.answers(204);
    for (const { id } of [gone, broken]) await h.work.deliverHook(id, false);
    expect([await rowOf(gone.id), await rowOf(broken.id)]).toEqual([
      ['delivered', 2, 204],
      ['delivered', 2, 204],
    ]);
    const record = await h.database.query<{ action: string; subject: string }>(
      `SELECT action, subject_id AS subject FROM audit_log WHERE action IN ('resend_hook', 'redrive') ORDER BY wall_at, id`,
    );
    expect(record).toEqual([
      { action: 'resend_hook', subject: gone.id },
      { action: 'redrive', subject: broken.id },
    ]);
  });

  test('a message to a product without an endpoint any more is given up, and the log says so', async () => {
    const { id } = await queuedMessage();
    await h.database.query(`UPDATE product_hook_deliveries SET product = 'iot' WHERE id = $1`, [id]);
    await h.work.deliverHook(id, false);
    expect(await rowOf(id)).toEqual(['failed', 1, 'no_endpoint']);
    expect(h.log.takeErrors()).toEqual([expect.stringContaining('PRODUCT_HOOKS has no endpoint of this product')]);
  });

  test('what arrived is forgotten after thirty days, what was given up is not', async () => {
    const [arrived, failed] = [await queuedMessage(), await queuedMessage()];
    await h.work.deliverHook(arrived.id, false);
    drive.answers(410);
    await h.work.deliverHook(failed.id, false);
    expect(h.log.takeErrors()).toHaveLength(1);
    h.wall.advance(31 * DAY_MS);
    const { id } = await queuedMessage();
    drive.answers(200);
    await h.work.deliverHook(id, false);
    h.wall.reset();
    expect(await rowOf(arrived.id)).toBeUndefined();
    expect(await rowOf(failed.id)).toEqual(['failed', 1, 410]);
  });

  test('the log holds neither key nor message', () => {
    const log = h.log.lines.join('\n');
    expect(log).not.toContain('whsec_');
    expect(log).not.toContain('entitlement.changed');
  });
});
