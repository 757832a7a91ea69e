import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { deliverEvents } from '../../../test/challenges.ts';
import { type Customer, type Harness, startHarness } from '../../../test/harness.ts';
import { OUTAGE_TIMEOUT_MS, outcome, recover } from '../../../test/outage.ts';
import { amounts, buyStarter, CARD, expectAllRight, makeHolder } from '../../../test/shop.ts';

let h: Harness;

beforeAll(async () => {
  h = await startHarness({ queue: 'real' });
});

afterEach(async () => {
  h.faults.clear();
  await expectAllRight(h);
});
afterAll(() => h.stop());

describe('[PM-02] a new card while the charge of the old one is undecided', () => {
  /** A renewal with a card that is going to be declined; the answer is lost. */
  const waiting = async () => {
    const { customer, id } = await makeHolder(h, { planId: 'pln_drive_starter_monthly' });
    await customer.client.post(CARD, { type: 'stripe', token: 'tok_visa_chargeCustomerFail' });
    h.faults.fail('charge', 'silent-after');
    await h.advance(customer, { until: 'next_renewal' });
    return { customer, id };
  };
  const save = (customer: Customer, token: string) =>
    customer.client.post<{ retried: string[] }>(CARD, { type: 'stripe', token });
  /** Mails without the three about saved cards. */
  const mailSubjects = async (customer: Customer, atLeast: number) =>
    (await h.mails(customer.email, 3 + atLeast))
      .map(({ subject }) => subject.replace(/ \$.*|:.*/, ''))
      .filter((subject) => !subject.includes('is saved'))
      .sort();

  test(
    'it is not charged now, nor promised to be; once the old one has failed it is, at once',
    async () => {
      const { customer } = await waiting();
      expect(await h.account(customer)).toMatchObject({ openAmountCents: 0, nextPayment: null });
      const saved = await save(customer, 'tok_mastercard');
      expect([saved.status, saved.body.retried]).toEqual([201, []]);
      expect(await amounts(h, customer)).toEqual([3220]);

      expect(await recover(h)).toBe(1);
      expect(await amounts(h, customer, 'declined')).toEqual([3220]);
      expect(await amounts(h, customer)).toEqual([3220, 3220]);
      expect(await h.subscriptions(customer)).toMatchObject([{ status: 'active', entitled: true }]);
      expect(await h.receipts(customer)).toMatchObject([
        { status: 'Paid', cardBrand: 'mastercard', failureMessage: null, paymentAttemptCount: 2 },
        { status: 'Paid' },
      ]);
      // No mail about a failure is sent.
      expect(await mailSubjects(customer, 2)).toEqual(['Receipt for', 'Thank you']);
    },
    OUTAGE_TIMEOUT_MS,
  );

  test(
    'the new one is declined too: one mail, which names the open amount again',
    async () => {
      const { customer } = await waiting();
      await save(customer, 'tok_visa_chargeCustomerFail');
      expect(await recover(h)).toBe(1);
      expect(await amounts(h, customer, 'declined')).toEqual([3220, 3220]);
      expect((await h.account(customer)).openAmountCents).toBe(3220);
      expect(await h.subscriptions(customer)).toMatchObject([{ status: 'past_due', entitled: true }]);
      expect(await mailSubjects(customer, 2)).toEqual(['Receipt for', 'Your payment of']);
    },
    OUTAGE_TIMEOUT_MS,
  );

  test(
    'the process ends between the two: the try with the new card is finished by recovery, charged once',
    async () => {
      const { customer } = await waiting();
      await save(customer, 'tok_visa');
      h.faults.clear();
      await h.expireLeases();
      h.faults.fail('charge', 'dies', { nth: 2, times: 1 });
      expect(await h.work.recoverAttempts()).toBe(1);
      expect(h.log.takeErrors()).toHaveLength(1);
      expect(await amounts(h, customer)).toEqual([3220]);
      expect(await recover(h)).toBe(1);
      expect(await amounts(h, customer)).toEqual([3220, 3220]);
    },
    OUTAGE_TIMEOUT_MS,
  );

  test(
    'the old one had been charged after all: the new one is left alone',
    async () => {
      const { customer } = await makeHolder(h, { planId: 'pln_drive_starter_monthly' });
      h.faults.fail('charge', 'silent-after');
      await h.advance(customer, { until: 'next_renewal' });
      await save(customer, 'tok_mastercard');
      expect(await recover(h)).toBe(1);
      expect(await amounts(h, customer)).toEqual([3220, 3220]);
      expect((await h.receipts(customer))[0]).toMatchObject({ status: 'Paid', cardBrand: 'visa' });
    },
    OUTAGE_TIMEOUT_MS,
  );
});

describe('saving a card', () => {
  test.each([
    ['createCustomer', 'silent-before', 502],
    ['createCustomer', 'silent-after', 502],
    ['createCustomer', 'rejected', 502],
    ['saveCard', 'silent-before', 502],
    ['saveCard', 'silent-after', 502],
  ] as const)('[I25] %s %s: %d, no card, and the next try, under another key, works', async (call, how, status) => {
    const customer = await h.makeCustomer();
    const save = (key: string) => customer.client.post(CARD, { type: 'stripe', token: 'tok_visa' }, { key });
    h.faults.fail(call, how);
    const refused = [status, 'PAYMENT_GATEWAY_ERROR', null];
    expect(outcome(await save('first'))).toEqual(refused);
    expect((await h.account(customer)).paymentMethod).toBeNull();
    h.faults.clear();
    // decided, so the answer is kept like that of a declined card: only another key is another try (INV-9)
    expect(outcome(await save('first'))).toEqual(refused);
    expect((await save('second')).status).toBe(201);
    const customers = await h.database.query('SELECT id FROM sandbox.customers WHERE account_ref = $1', [
      customer.accountId,
    ]);
    expect(customers).toHaveLength(1);
    expect((await buyStarter(customer)).status).toBe(201);
  });

  test('[PM-02] the event of the saved card is carried out before the answer arrives: the call answers with the card', async () => {
    const customer = await h.makeCustomer();
    const { arrived, release } = h.faults.hold('saveCard', 'answer');
    const saving = customer.client.post<{ last4: string; retried: string[] }>(CARD, {
      type: 'stripe',
      token: 'tok_visa',
    });
    await arrived;
    await deliverEvents(h);
    release();
    const { status, body } = await saving;
    expect([status, body.last4, body.retried]).toEqual([201, '4242', []]);
  });

  test('a process that ends meanwhile blocks the next try until its lease is over, not for ever', async () => {
    const customer = await h.makeCustomer();
    const save = () => customer.client.post(CARD, { type: 'stripe', token: 'tok_visa' });
    await h.database.query(
      `INSERT INTO payment_attempts (id, kind, account_id, attempt_no, amount_cents, on_session, status, lease_until, sent_at)
       VALUES ($1, 'setup', $2, 1, 0, true, 'sending', now() + interval '1 minute', now())`,
      [`att_${customer.accountId}`, customer.accountId],
    );
    expect(outcome(await save())).toEqual([409, 'OPERATION_IN_PROGRESS', null]);
    await h.expireLeases();
    expect((await save()).status).toBe(201);
  });

  test('recovery closes its row, also without another try; the row of a live process stays', async () => {
    const makeLeftAttempt = async (lease: string) => {
      const { accountId } = await h.makeCustomer();
      await h.database.query(
        `INSERT INTO payment_attempts (id, kind, account_id, attempt_no, amount_cents, on_session, status, lease_until, sent_at)
         VALUES ($1, 'setup', $2, 1, 0, true, 'sending', now() + $3::interval, now())`,
        [`att_${accountId}`, accountId, lease],
      );
      return () =>
        h.database.query(
          'SELECT status, decided_at IS NOT NULL AS decided, lease_until FROM payment_attempts WHERE account_id = $1',
          [accountId],
        );
    };
    const dead = await makeLeftAttempt('-1 second');
    const alive = await makeLeftAttempt('1 minute');
    // No charge was under way, so there is nothing to ask the gateway about.
    expect(await h.work.recoverAttempts()).toBe(0);
    expect(await dead()).toEqual([{ status: 'errored', decided: true, leaseUntil: null }]);
    expect(await alive()).toMatchObject([{ status: 'sending', decided: false }]);
    await h.expireLeases();
    await h.work.recoverAttempts();
  });
});
