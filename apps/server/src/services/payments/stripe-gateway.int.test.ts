import { createHmac } from 'node:crypto';
import type { OperatorWork } from '@foyer/contract/api/operator';
import type { OperatorCustomer } from '@foyer/contract/api/operator-customers';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { CHALLENGE_CARD, confirm, expectChallenge } from '../../../test/challenges.ts';
import { type Customer, type Harness, startHarness } from '../../../test/harness.ts';
import { makeOperator } from '../../../test/operators.ts';
import { buy, CARD, type Changed, makeLate, refusal, starterYearly } from '../../../test/shop.ts';
import { type StripeStandIn, startStripeStandIn } from '../../../test/stripe-stand-in/stand-in.ts';
import { makeStripeGateway } from '../../adapters/payment-gateway/stripe/stripe-gateway.ts';

/** The whole server with the stripe adapter, against the stand-in of Stripe's API. */

const SECRET_KEY = 'sk_test_standin';
const WEBHOOK_SECRET = 'whsec_standin';

let h: Harness;
let stripe: StripeStandIn;

beforeAll(async () => {
  stripe = await startStripeStandIn(SECRET_KEY);
  const settings = { secretKey: SECRET_KEY, publishableKey: 'pk_test_standin', webhookSecrets: [WEBHOOK_SECRET] };
  h = await startHarness({ gateway: makeStripeGateway({ ...settings, api: stripe.api }) });
});
afterEach(() => h.log.expectQuiet());
afterAll(async () => {
  await h.stop();
  await stripe.stop();
});

const chargedAmounts = () => stripe.books.charged().map(({ amount }) => amount);
const intentOf = async (attemptId: string) => {
  const [row] = await h.database.query<{ ref: string }>(
    'SELECT gateway_intent_ref AS ref FROM payment_attempts WHERE id = $1',
    [attemptId],
  );
  return row?.ref ?? '';
};
/** An event as Stripe posts it; one about a refund names the payment too. */
const postEvent = async (type: string, id: string, payment_intent?: string) => {
  const object = { id, payment_intent };
  const raw = JSON.stringify({ id: `evt_${type}_${id}`, object: 'event', type, data: { object } });
  const seconds = Math.floor(h.wall.now() / 1000);
  const signature = createHmac('sha256', WEBHOOK_SECRET).update(`${seconds}.${raw}`).digest('hex');
  const answer = await h.app.inject({
    method: 'POST',
    url: '/webhooks/stripe',
    headers: { 'content-type': 'application/json', 'stripe-signature': `t=${seconds},v1=${signature}` },
    payload: raw,
  });
  expect(answer.statusCode, answer.body).toBe(200);
};
const deliverEvent = async (...event: Parameters<typeof postEvent>) => {
  await postEvent(...event);
  await h.work.processWebhooks();
};
const receiptAmounts = async (customer: Customer) =>
  (await h.receipts(customer)).map(({ status, amount }) => [status, amount]);

test('a card is saved, a plan bought, and Stripe was asked once for each under our keys', async () => {
  const customer = await h.makeCustomer();
  const saved = await customer.client.post<{ last4: string }>(CARD, { type: 'stripe', token: 'tok_mastercard' });
  expect([saved.status, saved.body.last4], saved.text).toEqual([201, '4444']);
  const before = chargedAmounts().length;
  expect((await buy(customer, starterYearly)).status).toBe(201);
  expect(await receiptAmounts(customer)).toEqual([['Paid', 32462]]);
  expect(chargedAmounts().slice(before)).toEqual([32462]);
  const config = await customer.client.get('/api/account/payment-config');
  expect(config.body).toEqual({ gateway: 'stripe', publishableKey: 'pk_test_standin' });
  expect(stripe.seen.filter(({ method, key }) => method === 'POST' && key === null)).toEqual([]);
});

test('[PM-02] the very same card saved twice, because the first answer was lost: it stays on file, and stays at Stripe', async () => {
  const customer = await h.makeCustomer({ card: 'tok_visa' });
  const made = stripe.books.createMethod({ card: { token: 'tok_mastercard' } });
  const { id: token } = made.body as { id: string };
  const detached = h.queuedDetachments.length;
  for (let again = 0; again < 2; again += 1) {
    const saved = await customer.client.post(CARD, { type: 'stripe', token });
    expect(saved.status, saved.text).toBe(201);
  }
  expect((await h.account(customer)).paymentMethod).toMatchObject({ last4: '4444' });
  expect(h.queuedDetachments.length - detached, 'the one before').toBe(1);
  expect((await buy(customer, starterYearly)).status).toBe(201);
});

test('declines are told in Stripe’s words', async () => {
  const customer = await h.makeCustomer();
  const declined = await customer.client.post(CARD, { type: 'stripe', token: 'tok_chargeDeclinedInsufficientFunds' });
  expect([declined.status, declined.body.error.declineCode]).toEqual([402, 'insufficient_funds']);
  expect(declined.body.error.message).toBe('Your card has insufficient funds.');
});

test('[INV-12] the answer is lost for good: undecided, found again, and charged once', async () => {
  const customer = await h.makeCustomer({ card: 'tok_visa' });
  const before = chargedAmounts().length;
  stripe.fail('payment_intents', 'lost', 10);
  expect(await refusal(buy(customer, starterYearly))).toEqual([502, 'PAYMENT_GATEWAY_ERROR']);
  stripe.fail('payment_intents', 'lost', 0);
  // A day later no key is known any more: it is looked up and not sent again.
  stripe.forgetKeys();
  await h.database.query(
    `UPDATE payment_attempts SET created_at = now() - interval '1 day' WHERE account_id = $1 AND kind = 'charge'`,
    [customer.accountId],
  );
  await h.expireLeases();
  await h.work.recoverAttempts();
  expect(await receiptAmounts(customer)).toEqual([['Paid', 32462]]);
  expect(chargedAmounts().slice(before)).toEqual([32462]);
});

test.each([
  ['lost', 'succeeded', [32462]],
  ['unreached', 'errored', []],
] as const)(
  '[INV-12] a payment given up after seven days, its answer %s: asked about when every key is forgotten, it is %s',
  async (how, status, charged) => {
    const customer = await h.makeCustomer({ card: 'tok_visa' });
    const before = chargedAmounts().length;
    stripe.fail('payment_intents', how, 10);
    expect(await refusal(buy(customer, starterYearly))).toEqual([502, 'PAYMENT_GATEWAY_ERROR']);
    stripe.fail('payment_intents', how, 0);
    stripe.forgetKeys();
    await h.database.query(
      `UPDATE payment_attempts SET created_at = now() - interval '31 days' WHERE account_id = $1 AND kind = 'charge'`,
      [customer.accountId],
    );
    await h.expireLeases();
    await h.work.recoverAttempts();
    expect(h.log.takeErrors().join()).toContain('undecided for seven days');
    const [attempt] = await h.database.query<{ id: string }>(
      `SELECT id FROM payment_attempts WHERE account_id = $1 AND kind = 'charge'`,
      [customer.accountId],
    );
    const asked = await h.operator.askPayment(attempt?.id ?? '', { actor: 'jo', reason: 'a test' });
    const moneyBack = status === 'succeeded' ? { kind: 'booked', refundedCents: 0 } : null;
    expect(asked).toEqual({ status, outcome: status, isDecided: true, amountCents: 32462, problem: null, moneyBack });
    expect(chargedAmounts().slice(before)).toEqual(charged);
    expect(await receiptAmounts(customer)).toEqual(charged.map((amount) => ['Paid', amount]));
  },
);

test('[INV-12] a 500 that Stripe keeps under the key: looked up at once, whether it was charged or not', async () => {
  const lucky = await h.makeCustomer({ card: 'tok_visa' });
  stripe.fail('payment_intents', 'failed-after');
  expect((await buy(lucky, starterYearly)).status).toBe(201);
  const unlucky = await h.makeCustomer({ card: 'tok_visa' });
  const before = chargedAmounts().length;
  stripe.fail('payment_intents', 'failed');
  expect(await refusal(buy(unlucky, starterYearly))).toEqual([502, 'PAYMENT_GATEWAY_ERROR']);
  expect(await h.subscriptions(unlucky, true)).toEqual([]);
  expect((await buy(unlucky, starterYearly)).status).toBe(201);
  expect(chargedAmounts().slice(before)).toEqual([32462]);
});

test('3-D Secure: the page gets the secret, confirm asks Stripe, and a failed one can be confirmed no more', async () => {
  const customer = await h.makeCustomer({ card: CHALLENGE_CARD });
  const failing = await expectChallenge(buy(customer, starterYearly));
  expect(failing).toMatchObject({ gateway: 'stripe', kind: 'payment' });
  expect(failing.clientSecret).toMatch(/^pi_.*_secret_/);
  const failed = await intentOf(failing.attemptId);
  stripe.books.answerBank(failed, false);
  expect(await refusal(confirm(customer, failing.attemptId))).toEqual([402, 'StripeCardError']);
  expect(() => stripe.books.answerBank(failed, true)).toThrow();
  expect(stripe.seen.some(({ path }) => path === `/v1/payment_intents/${failed}/cancel`)).toBe(true);

  const action = await expectChallenge(buy(customer, starterYearly));
  stripe.books.answerBank(await intentOf(action.attemptId), true);
  const done = await confirm<Changed>(customer, action.attemptId);
  expect([done.status, done.body.subscription.status]).toEqual([200, 'active']);
});

test('[INV-12] a 500 that meets the end of a challenge is not kept: it is ended by the next try, and blocks nothing', async () => {
  const customer = await h.makeCustomer({ card: CHALLENGE_CARD });
  const { attemptId } = await expectChallenge(buy(customer, starterYearly));
  const left = await intentOf(attemptId);
  const before = chargedAmounts().length;
  stripe.fail(`payment_intents/${left}/cancel`, 'failed');
  const action = await expectChallenge(buy(customer, starterYearly));
  expect(() => stripe.books.answerBank(left, true)).toThrow();
  stripe.books.answerBank(await intentOf(action.attemptId), true);
  expect((await confirm(customer, action.attemptId)).status).toBe(200);
  expect(chargedAmounts().slice(before)).toEqual([32462]);
});

test('[INV-10] a signed event of Stripe settles a payment whose customer did not come back', async () => {
  const customer = await h.makeCustomer({ card: CHALLENGE_CARD });
  const { attemptId } = await expectChallenge(buy(customer, starterYearly));
  const intent = await intentOf(attemptId);
  stripe.books.answerBank(intent, true);
  for (const type of ['payment_intent.payment_failed', 'payment_intent.succeeded']) await deliverEvent(type, intent);
  expect(await receiptAmounts(customer)).toEqual([['Paid', 32462]]);
});

test('a card that is asked about when it is saved: told by a setup event', async () => {
  const customer = await h.makeCustomer();
  const token = 'pm_card_authenticationRequiredOnSetup';
  const { attemptId, kind } = await expectChallenge(customer.client.post(CARD, { type: 'stripe', token }));
  expect(kind).toBe('setup');
  const intent = await intentOf(attemptId);
  stripe.books.answerBank(intent, true);
  await deliverEvent('setup_intent.succeeded', intent);
  expect((await h.account(customer)).paymentMethod?.last4).toBe('3155');
});

test.each([true, false])(
  '[PM-09] a new card pays what is open, and its bank asks about that: told as any question, answered %s; the card is kept',
  async (isApproved) => {
    const { customer, receipt } = await makeLate(h);
    const saved = await customer.client.post<{ retried: string[] }>(CARD, { type: 'stripe', token: CHALLENGE_CARD });
    expect([saved.status, saved.body.retried], saved.text).toEqual([201, [receipt]]);
    const [open] = (await h.account(customer)).openChallenges;
    expect(open).toMatchObject({ kind: 'receipt', receiptId: receipt, amountCents: 3220 });
    const action = await expectChallenge(confirm(customer, open?.attemptId ?? '', { again: true }));
    expect(action).toMatchObject({ gateway: 'stripe', kind: 'payment' });
    stripe.books.answerBank(await intentOf(action.attemptId), isApproved);
    expect((await confirm(customer, action.attemptId)).status).toBe(isApproved ? 200 : 402);
    const { paymentMethod, openAmountCents, openChallenges } = await h.account(customer);
    expect([paymentMethod?.last4, openAmountCents, openChallenges]).toEqual(['0446', isApproved ? 0 : 3220, []]);
  },
);

test.each(['refund.failed', 'charge.refund.updated'])(
  '[PY-05] [INV-10] %s: a refund that the bank could not credit is taken back in the books once, and the vendor is told',
  async (type) => {
    const customer = await h.makeCustomer({ card: 'tok_visa' });
    const { receipt, subscription } = (await buy(customer, starterYearly)).body;
    await h.operator.refund(receipt?.id ?? '', null, { actor: 'jo@vendor.example', reason: 'ticket 1' });
    expect(await receiptAmounts(customer)).toEqual([['Refunded', 32462]]);
    const [row] = await h.database.query<{ gatewayRef: string; intent: string }>(
      'SELECT r.gateway_ref, t.gateway_intent_ref AS intent FROM refunds r JOIN payment_attempts t ON t.id = r.attempt_id WHERE r.account_id = $1',
      [customer.accountId],
    );
    const { gatewayRef = '', intent = '' } = row ?? {};
    // Told before it is so: the object is looked at and nothing is believed.
    await deliverEvent(type, `${gatewayRef}_early`, intent);
    expect(await receiptAmounts(customer)).toEqual([['Refunded', 32462]]);
    stripe.books.failRefund(gatewayRef);
    await deliverEvent(type, gatewayRef, intent);
    await deliverEvent(type, `${gatewayRef}_again`, intent);
    expect(await receiptAmounts(customer)).toEqual([['Paid', 32462]]);
    const [told, ...others] = h.log.takeErrors();
    expect([told, others]).toEqual([expect.stringContaining('could not credit a refund'), []]);
    expect((await h.subscriptions(customer)).map(({ id }) => id)).toEqual([subscription.id]);
    const books = await h.ledgerCheck();
    expect(books.filter((problem) => !problem.startsWith('I5'))).toEqual([]);
    await h.operator.refund(receipt?.id ?? '', null, { actor: 'jo@vendor.example', reason: 'again' });
    expect(await receiptAmounts(customer)).toEqual([['Refunded', 32462]]);
  },
);

test('[PY-05] [INV-10] a refund that was made in Stripe’s own pages is booked once, under whichever name its events come', async () => {
  const customer = await h.makeCustomer({ card: 'tok_visa' });
  const { receipt } = (await buy(customer, starterYearly)).body;
  const [row] = await h.database.query<{ charge: string; intent: string }>(
    `SELECT gateway_charge_ref AS charge, gateway_intent_ref AS intent FROM payment_attempts WHERE account_id = $1 AND kind = 'charge'`,
    [customer.accountId],
  );
  const { charge = '', intent = '' } = row ?? {};
  stripe.books.createRefund({ charge, amount: '10000' });
  for (const type of ['refund.created', 'charge.refunded', 'refund.updated'])
    await deliverEvent(type, `${charge}_${type}`, intent);
  expect(await receiptAmounts(customer)).toEqual([['Partially refunded', 32462]]);
  // One of ours beside it is known by the id that travelled with it.
  await h.operator.refund(receipt?.id ?? '', null, { actor: 'jo@vendor.example', reason: 'ticket 1' });
  await deliverEvent('charge.refunded', `${charge}_again`, intent);
  const refunds = await h.database.query(
    'SELECT amount_cents, tax_cents, status FROM refunds WHERE account_id = $1 ORDER BY amount_cents',
    [customer.accountId],
  );
  expect(refunds).toEqual([
    { amountCents: 10_000, taxCents: 762, status: 'succeeded' },
    { amountCents: 22_462, taxCents: 1_712, status: 'succeeded' },
  ]);
});

test('[INV-2] [INV-10] a dispute that is won changes nothing; one that is lost leaves the books, once', async () => {
  const customer = await h.makeCustomer({ card: 'tok_visa' });
  const { receipt } = (await buy(customer, starterYearly)).body;
  const [row] = await h.database.query<{ intent: string }>(
    `SELECT gateway_intent_ref AS intent FROM payment_attempts WHERE account_id = $1 AND kind = 'charge'`,
    [customer.accountId],
  );
  const intent = row?.intent ?? '';
  const disputeEntries = () =>
    h.database.query<{ amountCents: number }>(
      `SELECT amount_cents FROM ledger_entries WHERE account_id = $1 AND kind = 'payment.dispute_lost'`,
      [customer.accountId],
    );
  stripe.books.closeDispute(intent, 32462, 'won');
  await deliverEvent('charge.dispute.closed', 'dp_1', intent);
  expect(await disputeEntries()).toEqual([]);
  stripe.books.closeDispute(intent, 32462, 'lost');
  await deliverEvent('charge.dispute.closed', 'dp_2', intent);
  await deliverEvent('charge.dispute.closed', 'dp_2_again', intent);
  expect(await disputeEntries()).toEqual([{ amountCents: 32462 }]);
  // The same money is not given back once more.
  const refunding = h.operator.refund(receipt?.id ?? '', null, { actor: 'jo@vendor.example', reason: 'ticket 1' });
  await expect(refunding).rejects.toMatchObject({ detail: { code: 'nothing_left' } });
  expect((await h.ledgerCheck()).filter((problem) => !problem.startsWith('I5'))).toEqual([]);
  expect(h.log.takeErrors()).toEqual([expect.stringContaining('a dispute is lost')]);
});

test('[INV-10] a lost dispute that is won after all is booked back, once', async () => {
  const customer = await h.makeCustomer({ card: 'tok_visa' });
  await buy(customer, starterYearly);
  const [row] = await h.database.query<{ intent: string }>(
    `SELECT gateway_intent_ref AS intent FROM payment_attempts WHERE account_id = $1 AND kind = 'charge'`,
    [customer.accountId],
  );
  const intent = row?.intent ?? '';
  stripe.books.closeDispute(intent, 32462, 'lost');
  await deliverEvent('charge.dispute.closed', 'dp_turned', intent);
  expect(h.log.takeErrors()).toEqual([expect.stringContaining('a dispute is lost')]);
  stripe.books.decideDispute(intent, 'won');
  await deliverEvent('charge.dispute.funds_reinstated', 'dp_turned', intent);
  await deliverEvent('charge.dispute.funds_reinstated', 'dp_turned_again', intent);
  const entries = await h.database.query(
    `SELECT kind, debit, amount_cents FROM ledger_entries WHERE account_id = $1 AND kind LIKE 'payment.dispute%' ORDER BY created_at`,
    [customer.accountId],
  );
  expect(entries).toEqual([
    { kind: 'payment.dispute_lost', debit: 'write_off', amountCents: 32462 },
    { kind: 'payment.dispute_won', debit: 'cash', amountCents: 32462 },
  ]);
  expect(h.log.takeErrors()).toEqual([expect.stringContaining('$324.62 came back and is booked')]);
  // The books are compared with charges of the sandbox, which has none here.
  await h.database.query('UPDATE accounts SET gateway = (SELECT min(gateway) FROM payment_methods)');
  expect(await h.ledgerCheck()).toEqual([]);
});

test.each(['won', 'lost'] as const)(
  '[OP-04] [INV-10] a payment in dispute is listed until its dispute is %s, also when its first event comes again later',
  async (end) => {
    const customer = await h.makeCustomer({ card: 'tok_visa' });
    await buy(customer, starterYearly);
    const [row] = await h.database.query<{ id: string; intent: string }>(
      `SELECT id, gateway_intent_ref AS intent FROM payment_attempts WHERE account_id = $1 AND kind = 'charge'`,
      [customer.accountId],
    );
    const { id = '', intent = '' } = row ?? {};
    const admin = await makeOperator(h, 'admin');
    const shown = async () => {
      const { disputes, inAll } = (await admin.call<OperatorWork>('GET', '/api/operator/work')).body;
      const { paid } = (await admin.call<OperatorCustomer>('GET', `/api/operator/customers/${customer.accountId}`))
        .body;
      expect(inAll.disputes).toBe(disputes.length);
      return [disputes.filter((each) => each.id === id), paid.disputedCents, paid.disputedSince];
    };
    expect(await shown()).toEqual([[], 0, null]);
    stripe.books.openDispute(intent, 32462);
    await deliverEvent('charge.dispute.created', `dp_${id}`, intent);
    await deliverEvent('charge.dispute.created', `dp_${id}_again`, intent);
    expect(h.log.takeErrors()).toEqual([expect.stringContaining(`disputes payment ${id}`)]);
    const [receipt] = await h.receipts(customer);
    const disputedAt = expect.any(String);
    const listed = { id, accountId: customer.accountId, email: customer.email, receipt: receipt?.invoice, disputedAt };
    expect(await shown()).toEqual([[{ ...listed, amountCents: 32462 }], 32462, disputedAt]);
    stripe.books.closeDispute(intent, 32462, end);
    await deliverEvent('charge.dispute.closed', `dp_${id}_closed`, intent);
    expect(h.log.takeErrors()).toHaveLength(end === 'lost' ? 1 : 0);
    expect(await shown()).toEqual([[], 0, null]);
    await deliverEvent('charge.dispute.created', `dp_${id}_late`, intent);
    expect(await shown()).toEqual([[], 0, null]);
    stripe.books.openDispute(intent, 32462);
    await deliverEvent('charge.dispute.created', `dp_${id}_second`, intent);
    expect([(await shown())[1], h.log.takeErrors().length]).toEqual([32462, 1]);
    stripe.books.closeDispute(intent, 32462, 'won');
    await deliverEvent('charge.dispute.closed', `dp_${id}_second_closed`, intent);
  },
);

test('[INV-10] two disputes of one payment are lost at once on two servers: the books lose what was paid, and no more', async () => {
  const customer = await h.makeCustomer({ card: 'tok_visa' });
  const { receipt } = (await buy(customer, starterYearly)).body;
  const [row] = await h.database.query<{ intent: string }>(
    `SELECT gateway_intent_ref AS intent FROM payment_attempts WHERE account_id = $1 AND kind = 'charge'`,
    [customer.accountId],
  );
  const intent = row?.intent ?? '';
  const servers: Promise<number>[] = [];
  await h.whileLocked(customer, async (waiting) => {
    for (const [nth, cents] of [20_000, 12_462].entries()) {
      stripe.books.closeDispute(intent, cents, 'lost');
      await postEvent('charge.dispute.closed', `dp_both_${nth}`, intent);
      servers.push(h.work.processWebhooks());
      await waiting(nth + 1);
    }
  });
  await Promise.all(servers);
  const [lost] = await h.database.query<{ cents: number }>(
    `SELECT sum(amount_cents)::bigint AS cents FROM ledger_entries WHERE account_id = $1 AND kind = 'payment.dispute_lost'`,
    [customer.accountId],
  );
  expect([receipt?.amount, lost?.cents]).toEqual([32_462, 32_462]);
  expect(h.log.takeErrors().every((line) => line.includes('a dispute is lost'))).toBe(true);
});
