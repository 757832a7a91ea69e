import { describe, expect, test } from 'vitest';
import { answerBank, CHALLENGE_CARD, confirm, expectChallenge } from '../../../test/challenges.ts';
import { amounts, buy, buyStarter, type Changed, refusal, starterYearly } from '../../../test/shop.ts';
import { useShop } from '../../../test/use-harness.ts';

/** The gateway refuses what it may have done already: its refusal proves nothing then (INV-2, INV-12). */

const h = useShop();

describe('[INV-2] [INV-12] a payment that the gateway refuses to repeat', () => {
  test('was taken the first time: it is found, and the customer has what was paid for', async () => {
    const customer = await h.makeCustomer({ card: 'tok_visa' });
    h.faults.fail('charge', 'silent-after');
    expect(await refusal(buyStarter(customer))).toEqual([502, 'PAYMENT_GATEWAY_ERROR']);
    h.faults.fail('charge', 'rejected');
    await h.expireLeases();
    await h.work.recoverAttempts();
    expect(await amounts(h, customer)).toEqual([32462]);
    expect(await h.subscriptions(customer)).toMatchObject([{ status: 'active', entitled: true }]);
  });

  test('never arrived: it stays undecided as long as it may still turn up, and is given up then', async () => {
    const customer = await h.makeCustomer({ card: 'tok_visa' });
    h.faults.fail('charge', 'silent-before');
    expect(await refusal(buyStarter(customer))).toEqual([502, 'PAYMENT_GATEWAY_ERROR']);
    h.faults.fail('charge', 'rejected');
    await h.expireLeases();
    await h.work.recoverAttempts();
    expect(await refusal(buyStarter(customer))).toEqual([409, 'OPERATION_IN_PROGRESS']);
    await h.database.query(
      `UPDATE payment_attempts SET created_at = now() - interval '11 minutes' WHERE account_id = $1 AND kind = 'charge'`,
      [customer.accountId],
    );
    await h.expireLeases();
    await h.work.recoverAttempts();
    expect(await h.subscriptions(customer, true)).toEqual([]);
    h.faults.clear();
    expect((await buyStarter(customer)).status).toBe(201);
    expect(await amounts(h, customer)).toEqual([32462]);
  });
});

test('[INV-2] a challenge that the gateway refuses to end lives on: nothing is bought beside it, and passed it counts', async () => {
  const customer = await h.makeCustomer({ card: CHALLENGE_CARD });
  const { attemptId } = await expectChallenge(buy(customer, starterYearly));
  h.faults.fail('cancel', 'rejected');
  expect(await refusal(buyStarter(customer))).toEqual([409, 'OPERATION_IN_PROGRESS']);
  expect(h.log.takeErrors()).toHaveLength(1);
  await answerBank(h, attemptId, 'approve');
  const done = await confirm<Changed>(customer, attemptId);
  expect([done.status, done.body.subscription.status]).toEqual([200, 'active']);
  expect(await amounts(h, customer)).toEqual([32462]);
});

test('a challenge that was failed and cannot be ended now: the customer is told that it is undecided, and may ask again', async () => {
  const customer = await h.makeCustomer({ card: CHALLENGE_CARD });
  const { attemptId } = await expectChallenge(buy(customer, starterYearly));
  await answerBank(h, attemptId, 'fail');
  h.faults.fail('cancel', 'silent-before');
  expect(await refusal(confirm(customer, attemptId))).toEqual([502, 'PAYMENT_GATEWAY_ERROR']);
  h.faults.clear();
  expect(await refusal(confirm(customer, attemptId))).toEqual([402, 'StripeCardError']);
});
