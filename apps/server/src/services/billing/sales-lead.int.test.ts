import type { Quote } from '@foyer/contract/api/shapes';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type Harness, startHarness } from '../../../test/harness.ts';
import type { Changed } from '../../../test/shop.ts';

let h: Harness;
beforeAll(async () => {
  h = await startHarness({ queue: 'real' });
});
afterEach(() => h.log.expectQuiet());
afterAll(() => h.stop());

const ORDERS = '/api/subscription/subscriptions';
const SALES = 'sales@arcwave.example';

test('[IO-02] an order of the enterprise plan is mailed to sales, once, with whom to write to', async () => {
  const customer = await h.makeCustomer({ address: null });
  const order = { planId: 'pln_iot_enterprise', interval: 'yearly' };
  await customer.client.post(`${ORDERS}/preview`, order);
  expect((await customer.client.post(ORDERS, order)).status).toBe(201);
  // the plan it has already is no new order
  expect((await customer.client.post(ORDERS, order)).status).toBe(200);
  const leads = (await h.mails(SALES, 1)).filter(({ text }) => text.includes(customer.email));
  expect(leads.map(({ subject }) => subject)).toEqual(['Sales lead: pln_iot_enterprise']);
});

test('[IO-02] ordered again while it waits for the end of the paid plan: the same answer, and no second mail', async () => {
  const customer = await h.makeCustomer({ card: 'tok_visa' });
  await customer.client.post(ORDERS, { planId: 'pln_iot_individual', interval: 'monthly' });
  const order = () => customer.client.post<Changed>(ORDERS, { planId: 'pln_iot_enterprise' });
  const [first, again] = [await order(), await order()];
  const waits = ({ body }: typeof first) => body.subscription.pendingChange;
  expect([again.status, waits(again)]).toEqual([first.status, waits(first)]);
  const reviewed = await customer.client.post<Quote>(`${ORDERS}/preview`, { planId: 'pln_iot_enterprise' });
  expect(reviewed.body.scheduledFor).toBe(waits(first)?.applyAt);
  const jobs = await h.database.query(
    `SELECT 1 FROM pgboss.job WHERE data->>'template' = 'sales_lead' AND data->>'accountId' = $1`,
    [customer.accountId],
  );
  expect(jobs).toHaveLength(1);
});

test('[IO-02] one that begins when the paid plan ends is told at once, and says when', async () => {
  const customer = await h.makeCustomer({ card: 'tok_visa' });
  await customer.client.post(ORDERS, { planId: 'pln_iot_individual', interval: 'monthly' });
  const changed = await customer.client.post<{ subscription: { pendingChange: { applyAt: string } | null } }>(ORDERS, {
    planId: 'pln_iot_enterprise',
  });
  expect(changed.status, changed.text).toBe(200);
  const when = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' }).format(
    new Date(changed.body.subscription.pendingChange?.applyAt ?? 0),
  );
  const lead = async () => (await h.mails(SALES, 1)).find(({ text }) => text.includes(customer.email))?.text;
  await expect.poll(lead, { timeout: 10_000, interval: 50 }).toContain(`Starts: ${when}`);
});
