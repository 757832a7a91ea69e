import type { Receipt } from '@foyer/contract/api/receipt';
import type { PaymentMethod } from '@foyer/contract/api/shapes';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { answerBank, CHALLENGE_CARD, confirm, deliverEvents, expectChallenge } from '../../../test/challenges.ts';
import type { Answer } from '../../../test/client.ts';
import { close, makeCustomerToClose, planOf } from '../../../test/closing.ts';
import { type Customer, type Harness, startHarness } from '../../../test/harness.ts';
import {
  amounts,
  BUY,
  buy,
  CARD,
  type Changed,
  expectAllRight,
  makeHolder,
  refusal,
  START,
  starterYearly,
} from '../../../test/shop.ts';

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

/** Ended as the time for it would. */
const leaveOpen = async (customer: Customer) => {
  await h.advance(customer, { by: 'P1D' });
};

describe('a purchase that the bank asks about', () => {
  test('[D11] nothing is bought before; approved, confirm answers as the purchase would have, twice the same', async () => {
    const customer = await h.makeCustomer({ card: CHALLENGE_CARD });
    const action = await expectChallenge(buy(customer, starterYearly));
    expect(action).toMatchObject({
      kind: 'payment',
      gateway: 'sandbox',
      url: expect.stringMatching(/^\/sandbox\/3ds\/pi_/),
    });
    expect(await refusal(confirm(customer, action.attemptId))).toEqual([409, 'OPERATION_IN_PROGRESS']);
    expect(await h.subscriptions(customer)).toEqual([]);
    expect(await amounts(h, customer)).toEqual([]);

    expect(await answerBank(h, action.attemptId, 'approve')).toBe(200);
    const done = await confirm<Changed>(customer, action.attemptId);
    expect([done.status, done.body.subscription.status, done.body.receipt?.status]).toEqual([200, 'active', 'Paid']);
    expect((await confirm<Changed>(customer, action.attemptId)).body).toEqual(done.body);
    expect(await amounts(h, customer)).toEqual([32462]);
    expect(h.queued.filter((mail) => 'template' in mail && mail.template === 'receipt')).not.toEqual([]);
  });

  test('failed: 402 in the bank’s words, nothing is left, and another try works', async () => {
    const customer = await h.makeCustomer({ card: CHALLENGE_CARD });
    const { attemptId } = await expectChallenge(buy(customer, starterYearly));
    await answerBank(h, attemptId, 'fail');
    const failed = await confirm(customer, attemptId);
    expect([failed.status, failed.body.error.type, failed.body.error.code]).toEqual([
      402,
      'StripeCardError',
      'payment_intent_authentication_failure',
    ]);
    expect(await h.subscriptions(customer, true)).toEqual([]);
    expect(await h.receipts(customer)).toEqual([]);
    const again = await expectChallenge(buy(customer, starterYearly));
    await answerBank(h, again.attemptId, 'approve');
    expect((await confirm(customer, again.attemptId)).status).toBe(200);
  });

  test('approved, and then declined by the bank: 402 with the reason', async () => {
    const customer = await h.makeCustomer();
    const saving = await expectChallenge(saveCard(customer, 'tok_threeDSecureRequiredChargeDeclined'));
    await answerBank(h, saving.attemptId, 'approve');
    await confirm(customer, saving.attemptId);
    const { attemptId } = await expectChallenge(buy(customer, starterYearly));
    await answerBank(h, attemptId, 'approve');
    const declined = await confirm(customer, attemptId);
    expect([declined.status, declined.body.error.code]).toEqual([402, 'card_declined']);
    expect(await h.subscriptions(customer, true)).toEqual([]);
  });

  test('[INV-9] the key repeats the challenge while it is open and the purchase once it is done; its secret is kept nowhere', async () => {
    const customer = await h.makeCustomer({ card: CHALLENGE_CARD });
    const first = await expectChallenge(buy(customer, starterYearly, 'step'));
    expect(await expectChallenge(buy(customer, starterYearly, 'step'))).toEqual(first);
    const dump = await h.database.query<{ text: string }>(
      `SELECT row_to_json(k)::text AS text FROM idempotency_keys k UNION ALL SELECT row_to_json(t)::text FROM payment_attempts t`,
    );
    expect(JSON.stringify(dump)).not.toContain(first.clientSecret);
    expect(h.log.lines.join('')).not.toContain(first.clientSecret);
    await answerBank(h, first.attemptId, 'approve');
    await confirm(customer, first.attemptId);
    const again = await buy(customer, starterYearly, 'step');
    expect([again.status, again.body.subscription?.status]).toEqual([201, 'active']);
    expect(await amounts(h, customer)).toEqual([32462]);
  });

  test('left open it blocks nothing: a new try ends it at the gateway first, and it can be approved no more', async () => {
    const customer = await h.makeCustomer({ card: CHALLENGE_CARD });
    const left = await expectChallenge(buy(customer, starterYearly));
    const next = await expectChallenge(buy(customer, { planId: 'pln_drive_pro', interval: 'monthly' }));
    expect(next.attemptId).not.toBe(left.attemptId);
    await answerBank(h, left.attemptId, 'approve');
    expect(await refusal(confirm(customer, left.attemptId))).toEqual([410, 'EXPIRED']);
    await answerBank(h, next.attemptId, 'approve');
    expect((await confirm<Changed>(customer, next.attemptId)).body.subscription.plan.id).toBe('pln_drive_pro');
    expect(await h.charges(customer)).toHaveLength(1);
  });

  test('[INV-12] given up it is ended at the gateway before the answer: it can be approved no more, and nothing is left', async () => {
    const customer = await h.makeCustomer({ card: CHALLENGE_CARD });
    const { attemptId } = await expectChallenge(buy(customer, starterYearly));
    expect(await refusal(confirm(customer, attemptId, { givenUp: true }))).toEqual([410, 'EXPIRED']);
    await answerBank(h, attemptId, 'approve');
    expect(await refusal(confirm(customer, attemptId))).toEqual([410, 'EXPIRED']);
    expect([await h.charges(customer), await h.subscriptions(customer, true)]).toEqual([[], []]);
  });

  test('[INV-12] given up a moment after it was approved: it is bought, and said so', async () => {
    const customer = await h.makeCustomer({ card: CHALLENGE_CARD });
    const { attemptId } = await expectChallenge(buy(customer, starterYearly));
    await answerBank(h, attemptId, 'approve');
    const done = await confirm<Changed>(customer, attemptId, { givenUp: true });
    expect([done.status, done.body.subscription.status]).toEqual([200, 'active']);
    expect(await amounts(h, customer)).toEqual([32462]);
  });

  test('approved a moment before the new try: the success counts, and nothing is bought twice', async () => {
    const customer = await h.makeCustomer({ card: CHALLENGE_CARD });
    const first = await expectChallenge(buy(customer, starterYearly));
    await answerBank(h, first.attemptId, 'approve');
    const second = await buy(customer, { planId: 'pln_drive_starter', interval: 'yearly' });
    expect([second.status, second.body.subscription.status]).toEqual([200, 'active']);
    expect(await amounts(h, customer)).toEqual([32462]);
  });

  test('after 23 h it is over: confirm is 410 before and after time has ended it, and nothing is left', async () => {
    const customer = await h.makeCustomer({ card: CHALLENGE_CARD, clock: START });
    const { attemptId } = await expectChallenge(buy(customer, starterYearly));
    await leaveOpen(customer);
    expect(await refusal(confirm(customer, attemptId))).toEqual([410, 'EXPIRED']);
    expect(await h.subscriptions(customer, true)).toEqual([]);
    expect(await h.receipts(customer)).toEqual([]);

    const other = await h.makeCustomer({ card: CHALLENGE_CARD });
    const open = await expectChallenge(buy(other, starterYearly));
    h.wall.advance(23 * 3_600_000);
    const signedIn = { ...other, client: await h.signIn(other.email) };
    expect(await refusal(confirm(signedIn, open.attemptId))).toEqual([410, 'EXPIRED']);
    h.wall.reset();
  });

  test('approved, and nobody came back: time ends it, and the money that was taken counts', async () => {
    const customer = await h.makeCustomer({ card: CHALLENGE_CARD, clock: START });
    const { attemptId } = await expectChallenge(buy(customer, starterYearly));
    await answerBank(h, attemptId, 'approve');
    await leaveOpen(customer);
    expect(await h.subscriptions(customer)).toMatchObject([{ status: 'active' }]);
    expect((await confirm(customer, attemptId)).status).toBe(200);
  });

  test('approved, and the webhook tells before the customer is back', async () => {
    const customer = await h.makeCustomer({ card: CHALLENGE_CARD });
    const { attemptId } = await expectChallenge(buy(customer, starterYearly));
    await answerBank(h, attemptId, 'approve');
    await deliverEvents(h);
    expect(await h.subscriptions(customer)).toMatchObject([{ status: 'active' }]);
    expect((await confirm<Changed>(customer, attemptId)).body.receipt?.status).toBe('Paid');
    expect(await amounts(h, customer)).toEqual([32462]);
  });

  test('[INV-20] somebody else’s attempt is as one that is not there', async () => {
    const customer = await h.makeCustomer({ card: CHALLENGE_CARD });
    const { attemptId } = await expectChallenge(buy(customer, starterYearly));
    const stranger = await h.makeCustomer();
    expect(await refusal(confirm(stranger, attemptId))).toEqual([404, 'NOT_FOUND']);
    expect(await refusal(confirm(stranger, 'att_nobody'))).toEqual([404, 'NOT_FOUND']);
    await expectChallenge(buy(customer, starterYearly));
    await leaveNothing(customer);
  });
});

/** A last try with a card that nobody asks about ends what is open. */
const leaveNothing = async (customer: Customer) => {
  expect((await saveCard(customer, 'tok_visa')).status).toBe(201);
};

describe('a gateway that is silent around a challenge', () => {
  test('[INV-12] on confirm: 502 undecided, and the next confirm finishes it', async () => {
    const customer = await h.makeCustomer({ card: CHALLENGE_CARD });
    const { attemptId } = await expectChallenge(buy(customer, starterYearly));
    await answerBank(h, attemptId, 'approve');
    h.faults.fail('retrieve', 'silent-before', { times: 1 });
    expect(await refusal(confirm(customer, attemptId))).toEqual([502, 'PAYMENT_GATEWAY_ERROR']);
    expect((await confirm(customer, attemptId)).status).toBe(200);
  });

  test('[INV-12] when a new try ends it: the new one waits, and recovery makes it right', async () => {
    const customer = await h.makeCustomer({ card: CHALLENGE_CARD, clock: START });
    await expectChallenge(buy(customer, starterYearly));
    h.faults.fail('cancel', 'silent-after');
    expect(await refusal(buy(customer, starterYearly))).toEqual([409, 'OPERATION_IN_PROGRESS']);
    h.faults.clear();
    const next = await expectChallenge(buy(customer, starterYearly));
    await answerBank(h, next.attemptId, 'approve');
    expect((await confirm(customer, next.attemptId)).status).toBe(200);
    expect(await amounts(h, customer)).toEqual([32462]);
  });

  test('[INV-12] when time ends it: recovery goes on asking', async () => {
    const customer = await h.makeCustomer({ card: CHALLENGE_CARD, clock: START });
    const { attemptId } = await expectChallenge(buy(customer, starterYearly));
    h.faults.fail('cancel', 'silent-before');
    await leaveOpen(customer);
    expect(await refusal(confirm(customer, attemptId))).toEqual([409, 'OPERATION_IN_PROGRESS']);
    h.faults.clear();
    await h.expireLeases();
    expect(await h.work.recoverAttempts()).toBe(1);
    expect(await refusal(confirm(customer, attemptId))).toEqual([410, 'EXPIRED']);
  });
});

describe('[PM-09] an open receipt', () => {
  test('a renewal that the bank wants to be asked about is paid by Pay now, with the challenge', async () => {
    const { customer } = await makeHolder(h, { planId: 'pln_drive_starter', interval: 'monthly' });
    const saving = await expectChallenge(saveCard(customer, 'pm_card_authenticationRequired'));
    await answerBank(h, saving.attemptId, 'approve');
    await confirm(customer, saving.attemptId);
    await h.advance(customer, { until: 'next_renewal' });
    const [open] = await h.receipts(customer);
    expect(open?.status).toBe('Payment Failed');
    const pay = () => customer.client.post<Receipt>(`/api/account/me/receipts/${open?.id}/pay`, {});
    await expectChallenge(pay());
    const action = await expectChallenge(pay());
    await answerBank(h, action.attemptId, 'approve');
    const paid = await confirm<Receipt>(customer, action.attemptId);
    expect([paid.status, paid.body.id, paid.body.status]).toEqual([200, open?.id, 'Paid']);
    expect(await h.subscriptions(customer)).toMatchObject([{ status: 'active' }]);
    expect(await amounts(h, customer)).toEqual([3220, 3220]);
  });

  test('a change of plan: the old plan holds until the bank is answered', async () => {
    const { customer, id } = await makeHolder(h, starterYearly, { card: 'tok_visa' });
    await saveCard(customer, CHALLENGE_CARD);
    const change = () => customer.client.patch<Changed>(`${BUY}/${id}`, { planId: 'pln_drive_ultimate' });
    const { attemptId } = await expectChallenge(change());
    expect(await h.subscriptions(customer)).toMatchObject([{ plan: { id: 'pln_drive_starter' } }]);
    await answerBank(h, attemptId, 'approve');
    const changed = await confirm<Changed>(customer, attemptId);
    expect(changed.body.subscription.plan.id).toBe('pln_drive_ultimate');
  });
});

test('[SC-10] closing the account ends a challenge first: it is no payment that nobody knows of', async () => {
  const customer = await makeCustomerToClose(h, { card: CHALLENGE_CARD });
  const { attemptId } = await expectChallenge(buy(customer, starterYearly));
  expect((await planOf(customer)).blocked).toBeNull();
  expect((await close(h, customer)).status).toBe(204);
  await answerBank(h, attemptId, 'approve');
  expect(await amounts(h, customer)).toEqual([]);
});

test('the bank’s page: asks once with amount and card, says what came of it, and knows nobody else', async () => {
  const customer = await h.makeCustomer({ card: CHALLENGE_CARD });
  const { attemptId, url = '' } = await expectChallenge(buy(customer, starterYearly));
  const page = await h.app.inject({ method: 'GET', url });
  expect(page.body).toContain('value="approve"');
  expect(page.body).toContain('<a class="back"');
  const styles = await h.app.inject({ method: 'GET', url: '/sandbox/3ds.css' });
  const [, font = ''] = /src:url\(([^)]+)\)/.exec(styles.body) ?? [];
  const file = await h.app.inject({ method: 'GET', url: font });
  expect([file.statusCode, file.headers['content-type']]).toEqual([200, 'font/woff']);
  const facts = (body: string) => [...body.matchAll(/<dd>(.*?)<\/dd>/g)].map(([, value]) => value);
  expect(facts(page.body)).toEqual(['$324.62', 'Visa ending in 0446']);
  const german = await h.app.inject({ method: 'GET', url, headers: { 'accept-language': 'de' } });
  expect(facts(german.body)).toEqual(['324,62\u00a0$', 'Visa mit den Endziffern 0446']);
  expect(page.headers['content-security-policy']).toContain("default-src 'none'");
  const noise = { 'content-type': 'application/x-www-form-urlencoded' };
  expect((await h.app.inject({ method: 'POST', url, headers: noise, payload: 'result=perhaps' })).statusCode).toBe(400);
  expect((await h.app.inject({ method: 'GET', url: '/sandbox/3ds/pi_nobody' })).statusCode).toBe(404);
  expect((await h.app.inject({ method: 'GET', url: '/sandbox/3ds/%00' })).statusCode).toBe(404);
  await answerBank(h, attemptId, 'fail');
  const after = await h.app.inject({ method: 'GET', url });
  expect(after.body).toContain('Not approved');
  expect(after.body).toContain('<a class="back button"');
  expect(facts(after.body)).toEqual([]);
  expect(after.body).not.toContain('<button');
  await confirm(customer, attemptId);
});
