import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type Harness, startHarness } from '../../../test/harness.ts';
import { OUTAGE_TIMEOUT_MS, outcome, recover } from '../../../test/outage.ts';
import { amounts, BUY, buyStarter, CARD, type Changed, expectAllRight, START } from '../../../test/shop.ts';

let h: Harness;

beforeAll(async () => {
  h = await startHarness({ queue: 'real' });
});

afterEach(async () => {
  h.faults.clear();
  await expectAllRight(h);
});
afterAll(() => h.stop());

describe('a gateway that does not answer', () => {
  test.each(['silent-before', 'silent-after'] as const)(
    '%s, for ever: 502 undecided, a second try meanwhile is 409, recovery makes it right with exactly one charge',
    async (how) => {
      const customer = await h.makeCustomer({ card: 'tok_visa' });
      h.faults.fail('charge', how);
      const asked = h.faults.calls.charge;
      expect(outcome(await buyStarter(customer, 'step'))).toEqual([502, 'PAYMENT_GATEWAY_ERROR', 'undecided']);
      expect(h.faults.calls.charge - asked).toBe(3);
      expect(outcome(await buyStarter(customer))).toEqual([409, 'OPERATION_IN_PROGRESS', null]);
      expect(outcome(await buyStarter(customer, 'another'))).toEqual([409, 'OPERATION_IN_PROGRESS', null]);
      expect(outcome(await buyStarter(customer, 'step'))).toEqual([409, 'OPERATION_IN_PROGRESS', null]);
      expect(await h.subscriptions(customer)).toEqual([]);
      expect((await h.receipts(customer)).map(({ status, isPaid }) => [status, isPaid])).toEqual([
        ['Processing', false],
      ]);
      expect(await h.ledgerCheck({ settled: false })).toEqual([]);

      // A sender that may still live is left alone.
      h.faults.clear();
      expect(await h.work.recoverAttempts()).toBe(0);
      expect(await recover(h)).toBe(1);
      expect(await amounts(h, customer)).toEqual([32462]);
      expect(await h.subscriptions(customer)).toMatchObject([{ status: 'active', entitled: true }]);
      expect(await h.receipts(customer)).toMatchObject([{ status: 'Paid' }]);
      const again = await buyStarter(customer, 'step');
      expect([again.status, again.body.subscription?.status, again.body.receipt?.status]).toEqual([
        201,
        'active',
        'Paid',
      ]);
      expect(await amounts(h, customer)).toEqual([32462]);
      expect(await h.work.recoverAttempts()).toBe(0);
      expect(await h.mails(customer.email, 2)).toHaveLength(2); // the card is saved, and the receipt
    },
    OUTAGE_TIMEOUT_MS,
  );

  test.each(['silent-before', 'silent-after'] as const)(
    '%s, once: the call is repeated under its key and the customer notices nothing',
    async (how) => {
      const customer = await h.makeCustomer({ card: 'tok_visa' });
      h.faults.fail('charge', how, { times: 1 });
      expect((await buyStarter(customer)).status).toBe(201);
      expect(await amounts(h, customer)).toEqual([32462]);
    },
  );

  test(
    'silent, and then it turns out that the card was declined: no subscription, and the key says so',
    async () => {
      const customer = await h.makeCustomer({ card: 'tok_visa_chargeCustomerFail' });
      h.faults.fail('charge', 'silent-after');
      expect(outcome(await buyStarter(customer, 'step'))).toEqual([502, 'PAYMENT_GATEWAY_ERROR', 'undecided']);
      expect(await recover(h)).toBe(1);
      expect(await h.subscriptions(customer, true)).toEqual([]);
      expect(await h.receipts(customer)).toEqual([]);
      const again = await buyStarter(customer, 'step');
      expect([again.status, again.body.error.message]).toEqual([402, 'Your card was declined.']);
      await customer.client.post(CARD, { type: 'stripe', token: 'tok_visa' });
      expect((await buyStarter(customer, 'next')).status).toBe(201);
    },
    OUTAGE_TIMEOUT_MS,
  );

  test('refused for a reason that is not the card’s: 502, nothing charged, nothing left, and a new try works', async () => {
    const customer = await h.makeCustomer({ card: 'tok_visa' });
    h.faults.fail('charge', 'rejected', { times: 1 });
    expect(outcome(await buyStarter(customer))).toEqual([502, 'PAYMENT_GATEWAY_ERROR', null]);
    expect(await h.subscriptions(customer, true)).toEqual([]);
    expect(await amounts(h, customer)).toEqual([]);
    expect((await buyStarter(customer)).status).toBe(201);
  });

  test(
    'a change of plan: the old plan holds until the answer is known',
    async () => {
      const customer = await h.makeCustomer({ card: 'tok_visa', clock: START });
      const { body: first } = await buyStarter(customer);
      await h.advance(customer, { to: '2026-04-20T18:00:00.000Z' });
      const change = () =>
        customer.client.patch<Changed>(`${BUY}/${first.id}`, { planId: 'pln_drive_ultimate' }, { key: 'change' });
      h.faults.fail('charge', 'silent-after');
      expect(outcome(await change())).toEqual([502, 'PAYMENT_GATEWAY_ERROR', 'undecided']);
      expect(await h.subscriptions(customer)).toMatchObject([{ plan: { id: 'pln_drive_starter' } }]);
      expect(outcome(await customer.client.patch(`${BUY}/${first.id}`, { planId: 'pln_drive_pro' }))).toEqual([
        409,
        'OPERATION_IN_PROGRESS',
        null,
      ]);
      expect(await recover(h)).toBe(1);
      expect(await h.subscriptions(customer)).toMatchObject([{ plan: { id: 'pln_drive_ultimate' } }]);
      expect(await amounts(h, customer)).toEqual([32462, 47136]);
      const again = await change();
      expect([again.status, again.body.receipt?.amount]).toEqual([200, 47136]);
    },
    OUTAGE_TIMEOUT_MS,
  );

  test(
    'a renewal: neither twice nor never, and the clock goes on',
    async () => {
      const customer = await h.makeCustomer({ card: 'tok_visa', clock: START });
      await customer.client.post(BUY, { planId: 'pln_drive_starter_monthly' });
      h.faults.fail('charge', 'silent-after');
      await h.advance(customer, { until: 'next_renewal' });
      expect((await h.receipts(customer)).map(({ status }) => status)).toEqual(['Processing', 'Paid']);
      expect(await h.subscriptions(customer)).toMatchObject([{ status: 'active', entitled: true }]);
      expect(await recover(h)).toBe(1);
      expect(await amounts(h, customer)).toEqual([3220, 3220]);
      await h.advance(customer, { until: 'next_renewal' });
      expect(await amounts(h, customer)).toEqual([3220, 3220, 3220]);
    },
    OUTAGE_TIMEOUT_MS,
  );

  test(
    'paying a receipt by hand',
    async () => {
      const customer = await h.makeCustomer({ card: 'tok_visa', clock: START });
      await customer.client.post(BUY, { planId: 'pln_drive_starter_monthly' });
      await customer.client.post(CARD, { type: 'stripe', token: 'tok_visa_chargeCustomerFail' });
      await h.advance(customer, { until: 'next_renewal' });
      const [open] = await h.receipts(customer);
      h.faults.fail('charge', 'silent-before');
      // The new card is saved; what became of the retry is not known yet, and blocks another.
      const saved = await customer.client.post<{ retried: string[] }>(CARD, { type: 'stripe', token: 'tok_visa' });
      expect([saved.status, saved.body.retried]).toEqual([201, [open?.id]]);
      expect(outcome(await customer.client.post(`/api/account/me/receipts/${open?.id}/pay`, {}))).toEqual([
        409,
        'OPERATION_IN_PROGRESS',
        null,
      ]);
      expect(await recover(h)).toBe(1);
      expect(await amounts(h, customer)).toEqual([3220, 3220]);
      expect(await h.subscriptions(customer)).toMatchObject([{ status: 'active' }]);
    },
    OUTAGE_TIMEOUT_MS,
  );
});

describe('a process that ends between its first transaction and the gateway', () => {
  test('is finished by recovery, charged once, and the repeated call gets the answer', async () => {
    const customer = await h.makeCustomer({ card: 'tok_visa' });
    h.faults.fail('charge', 'dies', { times: 1 });
    expect((await buyStarter(customer, 'step')).status).toBe(500);
    expect(h.log.takeErrors()).toHaveLength(1);
    expect(await amounts(h, customer)).toEqual([]);
    expect(outcome(await buyStarter(customer, 'other'))).toEqual([409, 'OPERATION_IN_PROGRESS', null]);
    expect(await recover(h)).toBe(1);
    expect(await amounts(h, customer)).toEqual([32462]);
    const again = await buyStarter(customer, 'step');
    expect([again.status, again.body.receipt?.amount]).toEqual([201, 32462]);
    expect(await h.subscriptions(customer)).toHaveLength(1);
  });

  test('two recoveries at the same moment charge once', async () => {
    const customer = await h.makeCustomer({ card: 'tok_visa' });
    h.faults.fail('charge', 'dies', { times: 1 });
    await buyStarter(customer);
    h.log.takeErrors();
    await h.expireLeases();
    const recovered = await Promise.all([h.work.recoverAttempts(), h.work.recoverAttempts(), h.work.recoverAttempts()]);
    expect(recovered.reduce((sum, count) => sum + count, 0)).toBe(1);
    expect(await amounts(h, customer)).toEqual([32462]);
  });

  test('the slow sender comes back after recovery has been by: nothing happens twice', async () => {
    const customer = await h.makeCustomer({ card: 'tok_visa' });
    const gate = h.faults.hold('charge');
    const slow = buyStarter(customer, 'slow');
    await gate.arrived;
    await h.expireLeases();
    expect(await h.work.recoverAttempts()).toBe(1);
    gate.release();
    expect((await slow).status).toBe(201);
    expect(await amounts(h, customer)).toEqual([32462]);
  });
});
