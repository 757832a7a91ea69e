import type { Receipt } from '@foyer/contract/api/receipt';
import { expect, test } from 'vitest';
import { deliverEvents, expectChallenge } from '../../../test/challenges.ts';
import { buy, CARD, DECLINED_LATER_CARD, makeLate, refusal, saveCard } from '../../../test/shop.ts';
import { useShop } from '../../../test/use-harness.ts';

/** Keyed calls that take longer than a minute. A repetition takes them for dead, and they still act once (INV-9). */

const h = useShop();

const order = { planId: 'pln_scope_starter' };

/** A keyed order that is still on its way when its key looks left behind: the gateway takes a minute to end a challenge. */
const slowly = async (key: string) => {
  const customer = await h.makeCustomer({ card: 'tok_visa', brand: 'scope' });
  await expectChallenge(customer.client.post(CARD, { type: 'stripe', token: 'tok_threeDSecure2Required' }));
  const gate = h.faults.hold('cancel');
  const slow = buy(customer, order, key);
  await gate.arrived;
  await h.expireLeases();
  return { customer, slow, release: gate.release };
};

test('[INV-9] [SU-08] the same call beside one that has made nothing yet is told so; one with a payment under way is not', async () => {
  const early = h.faults.hold('cancel');
  const customer = await h.makeCustomer({ card: 'tok_visa', brand: 'scope' });
  await expectChallenge(customer.client.post(CARD, { type: 'stripe', token: 'tok_threeDSecure2Required' }));
  const slow = buy(customer, order, 'step');
  await early.arrived;
  const beside = await buy(customer, order, 'step');
  expect([beside.status, beside.body.error]).toMatchObject([409, { type: 'OPERATION_IN_PROGRESS', code: 'running' }]);
  early.release();
  expect((await slow).status).toBe(201);

  const undecided = await h.makeCustomer({ card: 'tok_sandbox_processing', brand: 'scope' });
  expect(await refusal(buy(undecided, order, 'step'))).toEqual([502, 'PAYMENT_GATEWAY_ERROR']);
  const again = await buy(undecided, order, 'step');
  expect([again.status, again.body.error]).toMatchObject([409, { type: 'OPERATION_IN_PROGRESS', code: null }]);
  await deliverEvents(h);
});

test('[INV-9] a call that is taken over because it is slow, and both go on: one order, and the key has its answer', async () => {
  const { customer, slow, release } = await slowly('step');
  const second = await buy(customer, order, 'step');
  expect(second.status, second.text).toBe(201);
  release();
  expect(await refusal(slow)).toEqual([409, 'OPERATION_IN_PROGRESS']);
  expect(await h.subscriptions(customer)).toHaveLength(1);
  expect(await h.charges(customer)).toHaveLength(1);
  const again = await buy(customer, order, 'step');
  expect([again.status, again.body]).toEqual([201, second.body]);
});

test('[INV-9] one that was taken over and answered with a refusal: its slow first run orders nothing any more', async () => {
  const { customer, slow, release } = await slowly('step');
  await h.database.query(
    `UPDATE idempotency_keys SET state = 'finished', status_code = 400, response = '{}' WHERE account_id = $1`,
    [customer.accountId],
  );
  release();
  expect(await refusal(slow)).toEqual([409, 'OPERATION_IN_PROGRESS']);
  expect(await h.charges(customer)).toEqual([]);
});

test.each([
  ['tok_visa', 200, undefined],
  [DECLINED_LATER_CARD, 402, 'StripeCardError'],
] as const)(
  '[INV-9] [PM-09] Pay now dies, its attempt is declined, and %s was saved meanwhile: the repeat says %d, as the receipt does',
  async (token, status, type) => {
    const { customer, receipt } = await makeLate(h);
    const pay = () => customer.client.post<Receipt>(`/api/account/me/receipts/${receipt}/pay`, {}, { key: 'pay' });
    h.faults.fail('charge', 'dies', { times: 1 });
    expect((await pay()).status).toBe(500);
    h.log.takeErrors();
    expect(await saveCard(customer, token)).toEqual([]);
    await h.expireLeases();
    await h.work.recoverAttempts();
    await h.expireLeases();
    const repeat = await pay();
    expect([repeat.status, repeat.body.error?.type]).toEqual([status, type]);
    const shown = (await h.receipts(customer)).find(({ id }) => id === receipt);
    expect(shown?.isPaid).toBe(status === 200);
  },
);
