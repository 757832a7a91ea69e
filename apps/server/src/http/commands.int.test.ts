import type { CommandStatus } from '@foyer/contract/api/commands';
import { describe, expect, test } from 'vitest';
import { answerBank, CHALLENGE_CARD, confirm, expectChallenge } from '../../test/challenges.ts';
import { driveYear, makeCode, redeem } from '../../test/codes.ts';
import type { Customer } from '../../test/harness.ts';
import { extend, makeLicenceHolder, ULTIMATE_YEAR } from '../../test/licences.ts';
import { codeOf, makeClocked, redeemPromotion } from '../../test/promotions.ts';
import { buy, CARD, DECLINED_LATER_CARD, makeHolder, makeLate, START, starterYearly } from '../../test/shop.ts';
import { useShop } from '../../test/use-harness.ts';

/** `GET /api/account/me/commands/:idempotencyKey` (INV-9): what became of a call that was sent with a key. */

const h = useShop();

const scopeOrder = { planId: 'pln_scope_starter' };
const UNKNOWN = { status: 'unknown' };
const noIds = { subscriptionIds: [], receiptId: null, oneTimePurchaseId: null, paymentMethodId: null };

const readCommand = (customer: Customer, key: string) =>
  customer.client.get<CommandStatus>(`/api/account/me/commands/${encodeURIComponent(key)}`);

const statusOf = async (customer: Customer, key: string): Promise<CommandStatus> => {
  const answer = await readCommand(customer, key);
  expect(answer.status, answer.text).toBe(200);
  return answer.body;
};

/** A keyed order that waits for the gateway before it has made anything: the gateway takes its time to end a challenge. */
const holdBeforeWrites = async (key: string) => {
  const customer = await h.makeCustomer({ card: 'tok_visa', brand: 'scope' });
  await expectChallenge(customer.client.post(CARD, { type: 'stripe', token: 'tok_threeDSecure2Required' }));
  const gate = h.faults.hold('cancel');
  const order = buy(customer, scopeOrder, key);
  await gate.arrived;
  return { customer, order, release: gate.release };
};

describe('a call that is running', () => {
  test('[INV-9] says so before it has made anything, and its ids once it is done', async () => {
    const { customer, order, release } = await holdBeforeWrites('slow');
    expect(await statusOf(customer, 'slow')).toEqual({ status: 'running', attemptId: null });
    release();
    const { body } = await order;
    expect(await statusOf(customer, 'slow')).toEqual({
      ...noIds,
      status: 'done',
      subscriptionIds: [body.id],
      receiptId: body.receipt?.id,
    });
  });

  test('[INV-9] names the payment that the gateway has not answered, also after its process is taken for dead', async () => {
    const customer = await h.makeCustomer({ card: 'tok_visa' });
    const gate = h.faults.hold('charge');
    const order = buy(customer, starterYearly, 'paying');
    await gate.arrived;
    const running = { status: 'running', attemptId: expect.stringMatching(/^att_/) };
    expect(await statusOf(customer, 'paying')).toEqual(running);
    await h.database.query(`UPDATE idempotency_keys SET locked_at = now() - interval '2 minutes'`);
    expect(await statusOf(customer, 'paying')).toEqual(running);
    gate.release();
    expect((await order).status).toBe(201);
    expect(await statusOf(customer, 'paying')).toMatchObject({ status: 'done' });
  });

  test('[INV-9] [INV-22] waits for the customer while the bank asks, without the secret of the challenge', async () => {
    const customer = await h.makeCustomer({ card: CHALLENGE_CARD, clock: START });
    const { attemptId, clientSecret } = await expectChallenge(buy(customer, starterYearly, 'asked'));
    const answer = await readCommand(customer, 'asked');
    expect(answer.body).toEqual({ status: 'running', attemptId });
    expect(answer.text).not.toContain(clientSecret);
    await answerBank(h, attemptId, 'approve');
    const confirmed = await confirm<{ id: string }>(customer, attemptId);
    expect(await statusOf(customer, 'asked')).toMatchObject({ status: 'done', subscriptionIds: [confirmed.body.id] });
  });
});

describe('a call that is done: the ids it created or changed', () => {
  test('[INV-9] a saved card', async () => {
    const customer = await h.makeCustomer();
    const saved = await customer.client.post<{ id: string }>(CARD, { type: 'stripe', token: 'tok_visa' }, { key: 'k' });
    expect(await statusOf(customer, 'k')).toEqual({ ...noIds, status: 'done', paymentMethodId: saved.body.id });
  });

  test('[INV-9] renewal switched off, a plan removed, a receipt paid', async () => {
    const { customer, id } = await makeHolder(h, { planId: 'pln_drive_starter' });
    const url = `/api/subscription/subscriptions/${id}`;
    expect((await customer.client.patch(url, { cancelAtPeriodEnd: true }, { key: 'switch' })).status).toBe(200);
    expect(await statusOf(customer, 'switch')).toEqual({ ...noIds, status: 'done', subscriptionIds: [id] });
    expect((await customer.client.delete(url, { key: 'remove' })).status).toBe(204);
    expect(await statusOf(customer, 'remove')).toEqual({ ...noIds, status: 'done', subscriptionIds: [id] });

    const late = await makeLate(h);
    await h.database.query(
      `UPDATE sandbox.cards SET behaviour = 'tok_visa'
       WHERE customer_id = (SELECT gateway_customer_ref FROM accounts WHERE id = $1)`,
      [late.customer.accountId],
    );
    const paid = await late.customer.client.post(`/api/account/me/receipts/${late.receipt}/pay`, {}, { key: 'pay' });
    expect(paid.status, paid.text).toBe(200);
    expect(await statusOf(late.customer, 'pay')).toEqual({ ...noIds, status: 'done', receiptId: late.receipt });
  });

  test('[INV-9] [INV-22] a code that was redeemed, which is not in the answer', async () => {
    const customer = await h.makeCustomer({ clock: START });
    const code = await makeCode(h, driveYear);
    const { body } = await redeem(customer, code, 'code');
    const answer = await readCommand(customer, 'code');
    expect(answer.body).toEqual({
      ...noIds,
      status: 'done',
      subscriptionIds: [body.id],
      receiptId: body.receipt?.id,
    });
    expect(answer.text).not.toContain(code);
  });

  test('[INV-9] a promotion: all its subscriptions', async () => {
    const customer = await makeClocked(h);
    const given = await redeemPromotion(customer, await codeOf(customer, '2-series'), 'promo');
    expect(given.status, given.text).toBe(201);
    const subscriptionIds = given.body.subscriptions.map(({ id }) => id);
    expect(await statusOf(customer, 'promo')).toEqual({ ...noIds, status: 'done', subscriptionIds });
  });

  test('[INV-9] [MA-03] an extension of maintenance, also while its payment is pending', async () => {
    const { customer, id } = await makeLicenceHolder(h);
    h.faults.fail('charge', 'dies', { times: 1 });
    expect((await extend(customer, id, ULTIMATE_YEAR, 'longer')).status).toBe(500);
    h.log.takeErrors();
    const pending = await statusOf(customer, 'longer');
    await h.expireLeases();
    await h.work.recoverAttempts();
    const started = await extend(customer, id, ULTIMATE_YEAR, 'longer');
    expect(started.status, started.text).toBe(202);
    const done = {
      ...noIds,
      status: 'done',
      subscriptionIds: [id],
      receiptId: expect.stringMatching(/^inv_/),
      oneTimePurchaseId: started.body.oneTimePurchaseId,
    };
    expect(pending).toEqual(done);
    expect(await statusOf(customer, 'longer')).toEqual(done);
  });
});

describe('a call that was refused', () => {
  test('[INV-9] [SU-08] gives status and body as the caller got them', async () => {
    const customer = await h.makeCustomer({ card: DECLINED_LATER_CARD });
    const refused = await buy(customer, starterYearly, 'declined');
    expect(refused.status).toBe(402);
    const told = await readCommand(customer, 'declined');
    expect([told.status, told.body]).toEqual([200, { status: 'refused', httpStatus: 402, body: refused.body }]);
  });

  test('[INV-9] with an error that is not kept is unknown: the same key is carried out', async () => {
    const customer = await h.makeCustomer({ card: 'tok_visa' });
    expect((await buy(customer, { ...starterYearly, quantity: 0 }, 'form')).status).toBe(400);
    expect(await statusOf(customer, 'form')).toEqual(UNKNOWN);
  });
});

describe('a call whose process died', () => {
  test('[INV-9] before it changed anything is unknown after 60 s, and the same key is carried out', async () => {
    const { customer, order, release } = await holdBeforeWrites('dead');
    await h.expireLeases();
    expect(await statusOf(customer, 'dead')).toEqual(UNKNOWN);
    const again = await buy(customer, scopeOrder, 'dead');
    expect(again.status, again.text).toBe(201);
    release();
    expect((await order).status).toBe(409);
    expect(await statusOf(customer, 'dead')).toMatchObject({ status: 'done', subscriptionIds: [again.body.id] });
  });

  test.each([
    ['done', 'tok_visa'],
    ['refused', DECLINED_LATER_CARD],
  ] as const)(
    '[INV-9] [INV-12] before the charge is running until recovery decides it, then %s',
    async (status, token) => {
      const customer = await h.makeCustomer({ card: token });
      h.faults.fail('charge', 'dies', { times: 1 });
      expect((await buy(customer, starterYearly, 'died')).status).toBe(500);
      h.log.takeErrors();
      await h.expireLeases();
      expect(await statusOf(customer, 'died')).toMatchObject({ status: 'running' });
      await h.work.recoverAttempts();
      const told = await statusOf(customer, 'died');
      expect(told.status).toBe(status);
      const repeated = await buy(customer, starterYearly, 'died');
      expect(told).toMatchObject(
        status === 'done'
          ? { subscriptionIds: [repeated.body.id], receiptId: repeated.body.receipt?.id }
          : { httpStatus: repeated.status, body: { error: { type: 'StripeCardError', code: 'card_declined' } } },
      );
    },
  );
});

describe('a key without an outcome', () => {
  test('[INV-9] that was never sent is unknown', async () => {
    expect(await statusOf(await h.makeCustomer(), 'never-sent')).toEqual(UNKNOWN);
  });

  test('[INV-20] of another customer is unknown', async () => {
    const owner = await h.makeCustomer({ card: 'tok_visa' });
    expect((await buy(owner, starterYearly, 'private')).status).toBe(201);
    expect(await statusOf(await h.makeCustomer(), 'private')).toEqual(UNKNOWN);
    expect(await statusOf(owner, 'private')).toMatchObject({ status: 'done' });
  });

  test('[INV-9] that is older than 72 hours is unknown', async () => {
    const customer = await h.makeCustomer({ card: 'tok_visa' });
    expect((await buy(customer, starterYearly, 'old')).status).toBe(201);
    const makeOlder = (age: string) =>
      h.database.query(`UPDATE idempotency_keys SET created_at = now() - $2::interval WHERE account_id = $1`, [
        customer.accountId,
        age,
      ]);
    await makeOlder('71 hours 59 minutes');
    expect(await statusOf(customer, 'old')).toMatchObject({ status: 'done' });
    await makeOlder('72 hours 1 minute');
    expect(await statusOf(customer, 'old')).toEqual(UNKNOWN);
  });
});

test('[INV-23] any key that a call accepts can be asked for; one that no call accepts is refused', async () => {
  const customer = await h.makeCustomer();
  for (const key of ['a/b?c#d%25', '~'.repeat(255)]) {
    const saved = await customer.client.post(CARD, { type: 'stripe', token: 'tok_visa' }, { key });
    expect(saved.status, saved.text).toBe(201);
    expect(await statusOf(customer, key)).toMatchObject({ status: 'done' });
  }
  for (const key of ['a b', 'ä', '\n', 'x'.repeat(256)]) {
    const refused = await readCommand(customer, key);
    expect([refused.status, refused.body.error?.type, refused.body.error?.field]).toEqual([
      400,
      'INVALID_REQUEST',
      'idempotencyKey',
    ]);
  }
});

test('[SE-10] a call without a session is refused with 401', async () => {
  const answer = await h.anonymous().get('/api/account/me/commands/k');
  expect([answer.status, answer.body.error.type]).toEqual([401, 'UNAUTHORIZED']);
});
