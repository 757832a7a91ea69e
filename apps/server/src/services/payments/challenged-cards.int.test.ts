import type { PaymentMethod } from '@foyer/contract/api/shapes';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { answerBank, confirm, deliverEvents, expectChallenge } from '../../../test/challenges.ts';
import type { Answer } from '../../../test/client.ts';
import { type Customer, type Harness, startHarness } from '../../../test/harness.ts';
import { CARD, expectAllRight, refusal, START } from '../../../test/shop.ts';

let h: Harness;

beforeAll(async () => {
  h = await startHarness();
});

afterEach(async () => {
  h.faults.clear();
  await expectAllRight(h);
});
afterAll(() => h.stop());

const saveCard = (customer: Customer, token: string): Promise<Answer<PaymentMethod>> =>
  customer.client.post<PaymentMethod>(CARD, { type: 'stripe', token });

describe('a card that the bank asks about when it is saved', () => {
  test('approved: confirm answers with the card, which is charged without a question from then on', async () => {
    const customer = await h.makeCustomer({ clock: START });
    const action = await expectChallenge(saveCard(customer, 'pm_card_authenticationRequiredOnSetup'));
    expect(action).toMatchObject({ kind: 'setup', url: expect.stringMatching(/^\/sandbox\/3ds\/seti_/) });
    const { body: page } = await h.app.inject({ method: 'GET', url: action.url ?? '' });
    expect(page).toContain('<h1>Let Arcwave Instruments, Inc. save your card?</h1>');
    expect(page).toContain('<a class="back" href="/">Back to the portal</a>');
    expect(page).toContain('Visa ending in 3155');
    expect(page).not.toContain('Amount'); // saving a card charges nothing
    expect((await h.account(customer)).paymentMethod).toBeNull();
    await answerBank(h, action.attemptId, 'approve');
    const saved = await confirm<PaymentMethod & { retried: string[] }>(customer, action.attemptId);
    expect([saved.status, saved.body.last4, saved.body.retried]).toEqual([200, '3155', []]);
    expect((await h.account(customer)).paymentMethod?.last4).toBe('3155');
    expect((await confirm<PaymentMethod>(customer, action.attemptId)).body.last4).toBe('3155');
  });

  test('failed, told by the webhook, or left for another card: the card on file stays', async () => {
    const customer = await h.makeCustomer({ card: 'tok_visa' });
    const failed = await expectChallenge(saveCard(customer, 'tok_threeDSecure2Required'));
    await answerBank(h, failed.attemptId, 'fail');
    expect((await confirm(customer, failed.attemptId)).body.error.code).toBe('setup_intent_authentication_failure');
    const told = await expectChallenge(saveCard(customer, 'tok_threeDSecure2Required'));
    await answerBank(h, told.attemptId, 'approve');
    await deliverEvents(h);
    expect((await h.account(customer)).paymentMethod?.last4).toBe('3220');
    await expectChallenge(saveCard(customer, 'pm_card_authenticationRequired'));
    expect((await saveCard(customer, 'tok_mastercard')).status).toBe(201);
    expect((await h.account(customer)).paymentMethod?.last4).toBe('4444');
  });

  /** Makes it as old as that, and lets the worker look. */
  const lookAgain = async (attemptId: string, age: string) => {
    await h.database.query(`UPDATE payment_attempts SET created_at = now() - $2::interval WHERE id = $1`, [
      attemptId,
      age,
    ]);
    await h.expireLeases();
    await h.work.recoverSetups();
  };
  const statusOf = async (attemptId: string) => {
    const [row] = await h.database.query<{ status: string }>('SELECT status FROM payment_attempts WHERE id = $1', [
      attemptId,
    ]);
    return row?.status;
  };

  test('a setup that nobody came back from is closed after 23 h, at the gateway too', async () => {
    const customer = await h.makeCustomer();
    const { attemptId } = await expectChallenge(saveCard(customer, 'tok_threeDSecure2Required'));
    await lookAgain(attemptId, '22 hours 59 minutes');
    expect(await statusOf(attemptId)).toBe('requires_action');
    await lookAgain(attemptId, '23 hours 1 minute');
    const [intent] = await h.database.query('SELECT status FROM sandbox.intents WHERE attempt_id = $1', [attemptId]);
    expect(intent).toEqual({ status: 'canceled' });
    expect(await refusal(confirm(customer, attemptId))).toEqual([410, 'EXPIRED']);
  });

  test('[INV-2] one that the customer had passed, and whose event was lost: the card is on file', async () => {
    const customer = await h.makeCustomer();
    const { attemptId } = await expectChallenge(saveCard(customer, 'pm_card_authenticationRequiredOnSetup'));
    await answerBank(h, attemptId, 'approve');
    await lookAgain(attemptId, '23 hours 1 minute');
    expect(await statusOf(attemptId)).toBe('succeeded');
    expect((await h.account(customer)).paymentMethod?.last4).toBe('3155');
  });

  test('[INV-2] one that the bank works on, and whose event is lost, is looked at until it is decided', async () => {
    const customer = await h.makeCustomer();
    const { attemptId } = await expectChallenge(saveCard(customer, 'tok_threeDSecure2Required'));
    const atGateway = (status: string) =>
      h.database.query('UPDATE sandbox.intents SET status = $2 WHERE attempt_id = $1', [attemptId, status]);
    await atGateway('processing');
    await h.database.query(`UPDATE payment_attempts SET status = 'processing' WHERE id = $1`, [attemptId]);
    await lookAgain(attemptId, '1 minute');
    expect(await statusOf(attemptId)).toBe('processing');
    expect(await refusal(saveCard(customer, 'tok_mastercard')), 'one at a time').toEqual([
      409,
      'OPERATION_IN_PROGRESS',
    ]);
    expect(await h.work.recoverSetups(), 'not before its pause is over').toBe(0);
    h.faults.fail('cancel', 'silent-before');
    await lookAgain(attemptId, '2 minutes');
    h.faults.clear();
    await atGateway('succeeded');
    await h.database.query(
      'UPDATE sandbox.cards SET set_up = true WHERE id = (SELECT card_id FROM sandbox.intents WHERE attempt_id = $1)',
      [attemptId],
    );
    await lookAgain(attemptId, '3 minutes');
    expect(await statusOf(attemptId)).toBe('succeeded');
    expect((await saveCard(customer, 'tok_mastercard')).status).toBe(201);
  });

  test.each(['silent-before', 'rejected'] as const)(
    'one that the gateway never decides (%s) holds the account up for seven days and no longer',
    async (how) => {
      const customer = await h.makeCustomer();
      const { attemptId } = await expectChallenge(saveCard(customer, 'tok_threeDSecure2Required'));
      h.faults.fail('cancel', how);
      await lookAgain(attemptId, '7 days 1 minute');
      h.faults.clear();
      expect(await statusOf(attemptId)).toBe('errored');
      expect((await saveCard(customer, 'tok_mastercard')).status).toBe(201);
    },
  );
});
