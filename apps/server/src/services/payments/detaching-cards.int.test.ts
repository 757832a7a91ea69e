import { expect, test } from 'vitest';
import { deliverEvents } from '../../../test/challenges.ts';
import { type Customer, startHarness } from '../../../test/harness.ts';
import { buy, CARD, makePurchase, refusal, starterYearly } from '../../../test/shop.ts';
import { useShop } from '../../../test/use-harness.ts';

/** A replaced card does not stay chargeable at the gateway. */

const h = useShop();

const save = ({ client }: Customer, token = 'tok_mastercard') => client.post(CARD, { type: 'stripe', token });

/** The customer's cards, first the oldest, and whether the gateway still charges them. */
const cardsOf = ({ accountId }: Customer, { database } = h) =>
  database.query<{ id: string; status: string; atGateway: boolean }>(
    `SELECT m.id, m.status, k.set_up AS at_gateway FROM payment_methods m JOIN sandbox.cards k ON k.id = m.gateway_ref
     WHERE m.account_id = $1 ORDER BY m.created_at, m.id`,
    [accountId],
  );

/** What the queue does with the jobs about this customer's cards. */
const detachAll = async (customer: Customer, isLastTry = false) => {
  const cards = await cardsOf(customer);
  for (const { id } of cards) if (h.queuedDetachments.includes(id)) await h.work.detachCard(id, isLastTry);
};

test('[PM-09] the card before is taken off at the gateway behind the answer, once or twice; the new one pays', async () => {
  const customer = await h.makeCustomer({ card: 'tok_visa' });
  expect((await save(customer)).status).toBe(201);
  expect(await cardsOf(customer)).toMatchObject([
    { status: 'replaced', atGateway: true },
    { status: 'active', atGateway: true },
  ]);
  for (let again = 0; again < 2; again += 1) await detachAll(customer);
  expect(await cardsOf(customer)).toMatchObject([
    { status: 'replaced', atGateway: false },
    { status: 'active', atGateway: true },
  ]);
  await makePurchase(customer, starterYearly);
});

test('a gateway that is silent: the customer has the new card all the same, and the job comes again', async () => {
  const customer = await h.makeCustomer({ card: 'tok_visa' });
  h.faults.fail('detachCard', 'silent-before');
  expect((await save(customer)).status).toBe(201);
  await expect(detachAll(customer)).rejects.toThrow();
  h.log.expectQuiet();
  await expect(detachAll(customer, true)).rejects.toThrow();
  expect(h.log.takeErrors().join()).toContain('detaching card');
  h.faults.clear();
  await detachAll(customer);
  expect(await cardsOf(customer)).toMatchObject([{ atGateway: false }, { atGateway: true }]);
});

test('[INV-12] while a payment with it is undecided it stays: the payment may have to be asked for again', async () => {
  const customer = await h.makeCustomer({ card: 'tok_visa' });
  h.faults.fail('charge', 'silent-before');
  expect(await refusal(buy(customer, starterYearly))).toEqual([502, 'PAYMENT_GATEWAY_ERROR']);
  h.faults.clear();
  expect((await save(customer)).status).toBe(201);
  await expect(detachAll(customer)).rejects.toThrow('not decided');
  await h.expireLeases();
  await h.work.recoverAttempts();
  expect(await h.subscriptions(customer)).toMatchObject([{ status: 'active' }]);
  await detachAll(customer);
  expect(await cardsOf(customer)).toMatchObject([{ atGateway: false }, { atGateway: true }]);
});

test('a card that arrives after its customer was told to try again does not stay at the gateway', async () => {
  const customer = await h.makeCustomer({ card: 'tok_visa' });
  h.faults.fail('saveCard', 'silent-after');
  expect(await refusal(save(customer))).toEqual([502, 'PAYMENT_GATEWAY_ERROR']);
  h.faults.clear();
  for (let again = 0; again < 2; again += 1) await deliverEvents(h);
  expect((await h.account(customer)).paymentMethod).toMatchObject({ brand: 'visa' });
  await detachAll(customer);
  expect(await cardsOf(customer)).toMatchObject([
    { status: 'active', atGateway: true },
    { status: 'replaced', atGateway: false },
  ]);
});

test('of an account that was closed since, or of a card that is on file again, nothing is asked', async () => {
  const customer = await h.makeCustomer({ card: 'tok_visa' });
  await save(customer);
  const [old] = await cardsOf(customer);
  const asked = h.faults.calls.detachCard;
  await h.database.query(`UPDATE payment_methods SET status = 'replaced' WHERE account_id = $1`, [customer.accountId]);
  await h.database.query(`UPDATE payment_methods SET status = 'active' WHERE id = $1`, [old?.id]);
  await h.work.detachCard(old?.id ?? '', false);
  await h.work.detachCard('pm_erased', false);
  expect(h.faults.calls.detachCard).toBe(asked);
});

test('[INV-26] with the queue itself: the job comes with the transaction, and a silent gateway does not end it', async () => {
  const real = await startHarness({ queue: 'real' });
  const customer = await real.makeCustomer({ card: 'tok_visa' });
  expect((await save(customer)).status).toBe(201);
  await expect
    .poll(async () => (await cardsOf(customer, real)).map(({ atGateway }) => atGateway), {
      timeout: 10_000,
      interval: 50,
    })
    .toEqual([false, true]);
  real.log.expectQuiet();
  real.faults.fail('detachCard', 'silent-before');
  await save(customer, 'tok_amex');
  const waiting = () =>
    real.database.query(`SELECT FROM pgboss.job WHERE name = 'detach-card' AND state = 'retry' AND retry_count = 0`);
  await expect.poll(async () => (await waiting()).length, { interval: 50 }).toBe(1);
  // As after the last try. An operator puts the job back when the gateway answers again.
  const [failed] = await real.database.query<{ id: string }>(
    `UPDATE pgboss.job SET state = 'failed', retry_count = retry_limit, completed_on = now() WHERE name = 'detach-card' AND state = 'retry' RETURNING id::text`,
  );
  real.faults.clear();
  const by = { actor: 'jo', reason: 'the provider is back' };
  await real.operator.retryJob(failed?.id ?? '', by);
  await expect
    .poll(async () => (await cardsOf(customer, real)).map(({ atGateway }) => atGateway), { interval: 50 })
    .toEqual([false, false, true]);
  await real.stop();
});
