import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { CLOSED, close, isAtGateway, makeCustomerToClose, planOf, stateOf } from '../../../test/closing.ts';
import { PASSWORD } from '../../../test/customers.ts';
import type { DatabaseFault } from '../../../test/faulty-database.ts';
import { type Customer, type Harness, startHarness } from '../../../test/harness.ts';
import { CARD, expectAllRight, makePurchase, START, starterYearly } from '../../../test/shop.ts';
import { switchOnTwoStep } from '../../../test/two-step.ts';

let h: Harness;

beforeAll(async () => {
  h = await startHarness({ queue: 'real' });
});
afterEach(async () => {
  h.faults.clear();
  h.wall.reset();
  await expectAllRight(h);
});
afterAll(() => h.stop());

/** Open with everything that was there; the card may be off when nobody knows what the gateway did. */
const OPEN = { account: 'open', deleted: false, live: 1, sessions: 1 };

const makeHolder = async (): Promise<Customer> => {
  const ada = await makeCustomerToClose(h, { card: 'tok_visa', clock: START });
  await makePurchase(ada, starterYearly);
  return ada;
};

describe('[SC-10] the gateway comes first, and what it does not do stops the closing', () => {
  test('it says no: nothing has happened, and the card is there', async () => {
    const ada = await makeHolder();
    h.faults.fail('deleteCustomer', 'rejected');
    const answer = await close(h, ada);
    expect([answer.status, answer.body.error.type, answer.body.error.code]).toEqual([
      502,
      'PAYMENT_GATEWAY_ERROR',
      null,
    ]);
    expect(await stateOf(h, ada)).toEqual({ ...OPEN, customer: true, card: 1 });
    expect(await isAtGateway(h, ada)).toBe(true);
    expect((await h.account(ada)).paymentMethod?.last4).toBe('4242');
    expect(await h.database.query('SELECT 1 FROM gateway_removals WHERE account_id = $1', [ada.accountId])).toEqual([]);
    h.faults.clear();
    expect((await close(h, ada)).status).toBe(204);
    expect(await isAtGateway(h, ada)).toBe(false);
  });

  test.each(['silent-before', 'silent-after'] as const)(
    'it does not answer (%s): the account goes on without a card, and the worker removes the customer and closes it',
    async (how) => {
      const ada = await makeHolder();
      h.faults.fail('deleteCustomer', how);
      const asked = h.faults.calls.deleteCustomer;
      const answer = await close(h, ada);
      expect([answer.status, answer.body.error.code]).toEqual([502, 'undecided']);
      expect(h.faults.calls.deleteCustomer - asked, 'three tries').toBe(3);
      expect(await stateOf(h, ada)).toEqual({ ...OPEN, customer: false, card: 0 });
      expect((await planOf(ada)).orderedAt).not.toBeNull();
      expect(await h.work.finishClosings(), 'the gateway has its customer').toBe(0);
      expect(await h.work.finishRemovals(), 'still with the call that began it').toBe(0);
      h.faults.clear();
      h.wall.advance(61_000);
      expect(await h.work.finishClosings(), 'the gateway has its customer').toBe(0);
      expect(await h.work.finishRemovals()).toBe(1);
      expect(await isAtGateway(h, ada)).toBe(false);
      expect(await h.work.finishRemovals()).toBe(0);
      expect(await h.work.finishClosings()).toBe(1);
      expect(await stateOf(h, ada)).toEqual(CLOSED);
      expect(await h.work.finishClosings()).toBe(0);
    },
  );

  test.each(['closes again', 'saves another card and stays'] as const)(
    'after a silence the customer %s',
    async (wish) => {
      const ada = await makeHolder();
      h.faults.fail('deleteCustomer', 'silent-after');
      expect((await close(h, ada)).status).toBe(502);
      h.faults.clear();
      if (wish === 'closes again') {
        expect((await close(h, ada)).status).toBe(204);
        expect(await stateOf(h, ada)).toEqual(CLOSED);
        return;
      }
      const saved = await ada.client.post(CARD, { type: 'stripe', token: 'tok_mastercard' });
      expect(saved.status, saved.text).toBe(201);
      h.wall.advance(61_000);
      await h.work.finishRemovals();
      expect((await planOf(ada)).orderedAt).toBeNull();
      expect(await h.work.finishClosings(), 'the order is dropped').toBe(0);
      expect((await h.account(ada)).paymentMethod?.last4, 'the new card is another customer’s').toBe('4444');
      await h.advance(ada, { until: 'next_renewal' });
      expect(await h.charges(ada)).toHaveLength(2);
      expect((await close(h, ada)).status).toBe(204);
      expect(await isAtGateway(h, ada)).toBe(false);
    },
  );

  test('a card that is saved while the gateway is asked has to go as well', async () => {
    const ada = await makeHolder();
    const gate = h.faults.hold('deleteCustomer');
    const closing = close(h, ada);
    await gate.arrived;
    expect((await ada.client.post(CARD, { type: 'stripe', token: 'tok_mastercard' })).status).toBe(201);
    gate.release();
    expect((await closing).body.error.type).toBe('OPERATION_IN_PROGRESS');
    expect((await stateOf(h, ada))?.account).toBe('open');
    expect((await h.account(ada)).paymentMethod?.last4, 'the new card stays').toBe('4444');
    expect((await close(h, ada)).status).toBe(204);
    expect(await isAtGateway(h, ada)).toBe(false);
  });

  test('[INV-14] a change of the password drops an order that waits: the account stays open', async () => {
    const ada = await makeHolder();
    h.faults.fail('deleteCustomer', 'silent-after');
    expect((await close(h, ada)).status).toBe(502);
    h.faults.clear();
    const changed = await ada.client.post('/api/auth/me/change-password', {
      password: PASSWORD,
      newPassword: 'another password 2026',
    });
    expect(changed.status, changed.text).toBeLessThan(300);
    h.wall.advance(61_000);
    expect([await h.work.finishRemovals(), await h.work.finishClosings()]).toEqual([1, 0]);
    expect(await stateOf(h, ada)).toMatchObject(OPEN);
  });

  test('[INV-14] so does an operator who lifts two-step authentication', async () => {
    const ada = await makeHolder();
    await switchOnTwoStep(h, ada);
    h.faults.fail('deleteCustomer', 'silent-after');
    expect((await close(h, ada)).status).toBe(502);
    h.faults.clear();
    await h.operator.liftTwoStep(ada.email, { actor: 'jo@vendor.example', reason: 'identity verified' });
    h.wall.advance(61_000);
    expect([await h.work.finishRemovals(), await h.work.finishClosings()]).toEqual([1, 0]);
    expect(await stateOf(h, ada)).toMatchObject({ ...OPEN, sessions: 0 });
  });

  test('an export review that opens meanwhile postpones the closing until it is decided', async () => {
    const ada = await makeHolder();
    h.faults.fail('deleteCustomer', 'silent-after');
    expect((await close(h, ada)).status).toBe(502);
    h.faults.clear();
    const review = (status: string) =>
      h.database.query('UPDATE accounts SET export_status = $2 WHERE id = $1', [ada.accountId, status]);
    await review('pending');
    h.wall.advance(61_000);
    expect([await h.work.finishRemovals(), await h.work.finishClosings()]).toEqual([1, 1]);
    expect(await stateOf(h, ada)).toMatchObject(OPEN);
    await review('cleared');
    expect(await h.work.finishClosings(), 'a minute later').toBe(0);
    h.wall.advance(120_000);
    expect(await h.work.finishClosings()).toBe(1);
    expect(await stateOf(h, ada)).toEqual(CLOSED);
  });

  test('it says no to a second try: the card is back, and the first order is dropped', async () => {
    const ada = await makeHolder();
    h.faults.fail('deleteCustomer', 'silent-before');
    expect((await close(h, ada)).status).toBe(502);
    h.faults.fail('deleteCustomer', 'rejected');
    expect((await close(h, ada)).body.error.code).toBeNull();
    expect([(await planOf(ada)).orderedAt, (await h.account(ada)).paymentMethod?.last4]).toEqual([null, '4242']);
    h.wall.advance(61_000);
    expect([await h.work.finishRemovals(), await h.work.finishClosings()]).toEqual([0, 0]);
  });

  test('nothing is charged while the gateway is asked', async () => {
    const ada = await makeHolder();
    const gate = h.faults.hold('deleteCustomer');
    const closing = close(h, ada);
    await gate.arrived;
    const charged = h.faults.calls.charge;
    await h.advance(ada, { until: 'next_renewal' });
    expect(h.faults.calls.charge).toBe(charged);
    gate.release();
    expect((await closing).status).toBe(204);
  });

  test('a gateway that refuses for good is reported, and asked less and less often', async () => {
    const ada = await makeHolder();
    h.faults.fail('deleteCustomer', 'silent-before');
    await close(h, ada);
    h.faults.fail('deleteCustomer', 'rejected');
    h.wall.advance(61_000);
    expect(await h.work.finishRemovals()).toBe(1);
    expect(h.log.takeErrors()).toHaveLength(1);
    h.wall.advance(61_000);
    expect(await h.work.finishRemovals(), 'not yet').toBe(0);
    h.faults.clear();
    h.wall.advance(61_000);
    expect(await h.work.finishRemovals()).toBe(1);
    expect(await isAtGateway(h, ada)).toBe(false);
  });
});

describe('[SC-10] [INV-27] a connection lost at any statement leaves nothing half done', () => {
  test.each<[DatabaseFault, number]>([
    ['before', 1],
    ['after', 1],
  ])(
    '%s the statement ran: all or nothing is closed, and a repeated call completes',
    async (how, stride) => {
      let nth = 1;
      for (let reached = true; reached; nth += stride) {
        const ada = await makeHolder();
        h.databaseFaults.arm(nth, how);
        const first = await close(h, ada);
        reached = h.databaseFaults.disarm();
        const label = `${how} statement ${nth}: ${first.text}`;
        expect([204, 503], label).toContain(first.status);
        const state = await stateOf(h, ada);
        const shut = state?.account === 'closed';
        if (shut) expect(state, label).toEqual(CLOSED);
        else expect(state, label).toMatchObject(OPEN);
        if (shut) expect(await isAtGateway(h, ada), label).toBe(false);
        if (first.status === 204) expect(shut, label).toBe(true);
        expect(await h.ledgerCheck(), label).toEqual([]);
        const again = await close(h, ada);
        expect(again.status, label).toBe(shut ? 401 : 204);
        expect(await stateOf(h, ada), label).toEqual(CLOSED);
        expect(
          await h.database.query(`SELECT 1 FROM pgboss.job WHERE data ->> 'accountId' = $1`, [ada.accountId]),
          `${label}: one mail, and none that waited`,
        ).toHaveLength(1);
      }
      expect(nth).toBeGreaterThan(how === 'before' ? 40 : 5);
    },
    240_000,
  );
});
