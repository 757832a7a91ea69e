import { describe, expect, test } from 'vitest';
import { answerBank, confirm, expectChallenge } from '../../../test/challenges.ts';
import type { Customer } from '../../../test/harness.ts';
import { amounts, BUY, buy, type Changed, makeHolder, makeLate, refusal, START } from '../../../test/shop.ts';
import { useShop } from '../../../test/use-harness.ts';

const h = useShop();

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

  test('while the bank asks about a change of it: the challenge is ended, nothing is changed, and it ends with its period', async () => {
    const token = 'pm_card_authenticationRequiredSetupForOffSession';
    const customer = await h.makeCustomer({ card: token, clock: START });
    const first = await expectChallenge(buy(customer, { planId: 'pln_drive_starter_monthly' }));
    await answerBank(h, first.attemptId, 'approve');
    const { body } = await confirm<Changed>(customer, first.attemptId);
    const asked = await expectChallenge(customer.client.patch(`${BUY}/${body.id}`, { planId: 'pln_drive_ultimate' }));
    expect((await remove(customer, body.id)).status).toBe(204);
    expect(await refusal(confirm(customer, asked.attemptId))).toEqual([410, 'EXPIRED']);
    expect(await h.subscriptions(customer)).toMatchObject([
      { plan: { id: 'pln_drive_starter' }, cancelAtPeriodEnd: true },
    ]);
    expect(await amounts(h, customer)).toEqual([3220]);
  });

  test('[INV-20] another customer’s is not there', async () => {
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
