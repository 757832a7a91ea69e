import type { PaymentMethod } from '@foyer/contract/api/shapes';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { answerBank, challenged, confirm, tellEvents } from '../../../test/challenges.ts';
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
    const action = await challenged(saveCard(customer, 'pm_card_authenticationRequiredOnSetup'));
    expect(action).toMatchObject({ kind: 'setup', url: expect.stringMatching(/^\/sandbox\/3ds\/seti_/) });
    expect((await h.account(customer)).paymentMethod).toBeNull();
    await answerBank(h, action.attemptId, 'approve');
    const saved = await confirm<PaymentMethod & { retried: string[] }>(customer, action.attemptId);
    expect([saved.status, saved.body.last4, saved.body.retried]).toEqual([200, '3155', []]);
    expect((await h.account(customer)).paymentMethod?.last4).toBe('3155');
    expect((await confirm<PaymentMethod>(customer, action.attemptId)).body.last4).toBe('3155');
  });

  test('failed, told by the webhook, or left for another card: the card on file stays', async () => {
    const customer = await h.makeCustomer({ card: 'tok_visa' });
    const failed = await challenged(saveCard(customer, 'tok_threeDSecure2Required'));
    await answerBank(h, failed.attemptId, 'fail');
    expect((await confirm(customer, failed.attemptId)).body.error.code).toBe('setup_intent_authentication_failure');
    const told = await challenged(saveCard(customer, 'tok_threeDSecure2Required'));
    await answerBank(h, told.attemptId, 'approve');
    await tellEvents(h);
    expect((await h.account(customer)).paymentMethod?.last4).toBe('3220');
    await challenged(saveCard(customer, 'pm_card_authenticationRequired'));
    expect((await saveCard(customer, 'tok_mastercard')).status).toBe(201);
    expect((await h.account(customer)).paymentMethod?.last4).toBe('4444');
  });

  test('a setup that nobody came back from is closed after 23 h', async () => {
    const customer = await h.makeCustomer();
    const { attemptId } = await challenged(saveCard(customer, 'tok_threeDSecure2Required'));
    await h.database.query(
      `UPDATE payment_attempts SET created_at = now() - interval '23 hours 1 minute' WHERE id = $1`,
      [attemptId],
    );
    await h.work.recoverAttempts();
    expect(await refusal(confirm(customer, attemptId))).toEqual([410, 'EXPIRED']);
  });
});
