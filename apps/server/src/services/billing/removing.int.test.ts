import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type Customer, type Harness, startHarness } from '../../../test/harness.ts';
import { amounts, expectAllRight, makeHolder, makeLate, refusal } from '../../../test/shop.ts';

let h: Harness;

beforeAll(async () => {
  h = await startHarness();
});
afterEach(() => expectAllRight(h));
afterAll(() => h.stop());

describe('[D3] DELETE subscription', () => {
  const remove = (customer: Customer, id: string, key?: string) =>
    customer.client.delete(`/api/subscription/subscriptions/${id}`, key === undefined ? {} : { key });

  test('[SU-05] paid: with its period, charged no more', async () => {
    const { customer, id } = await makeHolder(h, { planId: 'pln_drive_starter_monthly' });
    expect((await remove(customer, id)).status).toBe(204);
    expect(await h.subscriptions(customer)).toMatchObject([{ status: 'active', cancelAtPeriodEnd: true }]);
    await h.advance(customer, { by: 'P2M' });
    expect(await h.subscriptions(customer)).toEqual([]);
    expect(await amounts(h, customer)).toEqual([3220]);
  });

  test('waiting for its payment: now, and nothing is owed any more; again it is not there; under its key it is as before', async () => {
    const { customer, id } = await makeLate(h);
    expect((await remove(customer, id, 'gone')).status).toBe(204);
    expect(await h.subscriptions(customer)).toEqual([]);
    expect((await h.receipts(customer)).every(({ isPaid }) => isPaid)).toBe(true);
    expect(await refusal(remove(customer, id))).toEqual([404, 'NOT_FOUND']);
    expect((await remove(customer, id, 'gone')).status).toBe(204);
  });

  test('[INV-15] another customer’s is not there', async () => {
    const { id } = await makeHolder(h, { planId: 'pln_drive_starter_monthly' });
    const stranger = await h.makeCustomer();
    expect(await refusal(remove(stranger, id))).toEqual([404, 'NOT_FOUND']);
  });

  test('prepaid time is not thrown away', async () => {
    const { customer, id } = await makeHolder(h, { planId: 'pln_drive_starter_monthly' });
    await h.database.query(`UPDATE subscriptions SET source = 'prepaid' WHERE id = $1`, [id]);
    expect(await refusal(remove(customer, id))).toEqual([409, 'PREPAID_NOT_MODIFIABLE']);
  });
});
