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

test('[IO-02] [F5] requested again beside a paid plan: the same request, and no second mail', async () => {
  const customer = await h.makeCustomer({ card: 'tok_visa' });
  await customer.client.post(ORDERS, { planId: 'pln_iot_individual', interval: 'monthly' });
  const order = () => customer.client.post<Changed>(ORDERS, { planId: 'pln_iot_enterprise' });
  const [first, again] = [await order(), await order()];
  expect([first.status, again.status]).toEqual([201, 200]);
  expect(again.body.subscription).toEqual(first.body.subscription);
  const reviewed = await customer.client.post<Quote>(`${ORDERS}/preview`, { planId: 'pln_iot_enterprise' });
  expect(reviewed.body.scheduledFor).toBeNull();
  const jobs = await h.database.query(
    `SELECT 1 FROM pgboss.job WHERE data->>'template' = 'sales_lead' AND data->>'accountId' = $1`,
    [customer.accountId],
  );
  expect(jobs).toHaveLength(1);
});

test('[IO-02] [F5] the mail says how the request is accepted, and names no start', async () => {
  const customer = await h.makeCustomer({ card: 'tok_visa' });
  await customer.client.post(ORDERS, { planId: 'pln_iot_individual', interval: 'monthly' });
  const { body } = await customer.client.post<Changed>(ORDERS, { planId: 'pln_iot_enterprise' });
  const lead = async () => (await h.mails(SALES, 1)).find(({ text }) => text.includes(customer.email))?.text;
  await expect.poll(lead, { interval: 50 }).toContain(`Subscription: ${body.subscription.id}`);
  expect(await lead()).toContain('begins when an operator accepts the request');
  expect(await lead()).not.toContain('Starts:');
});
