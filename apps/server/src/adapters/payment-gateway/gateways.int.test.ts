import { aPurpose } from '@foyer/domain/testing/builders';
import Stripe from 'stripe';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase } from '../../../test/database.ts';
import { type GatewayUnderTest, gatewayContract } from '../../../test/gateway-contract.ts';
import { type StripeStandIn, startStripeStandIn } from '../../../test/stripe-stand-in/stand-in.ts';
import { GatewayRejected, GatewayUnavailable, type PaymentGateway } from '../../services/billing/ports.ts';
import { openDatabase } from '../postgres/database.ts';
import { makeAnswerChallenge } from './sandbox/events.ts';
import { refundByHand } from './sandbox/refunds.ts';
import { makeSandboxGateway } from './sandbox/sandbox-gateway.ts';
import { makeStripeGateway } from './stripe/stripe-gateway.ts';

const SECRET_KEY = 'sk_test_standin';
const endings: (() => Promise<unknown>)[] = [];
afterAll(async () => {
  for (const end of endings.reverse()) await end();
});

const settings = { secretKey: SECRET_KEY, publishableKey: 'pk_test_standin', webhookSecrets: ['whsec_standin'] };

gatewayContract('sandbox', async (): Promise<GatewayUnderTest> => {
  const own = await createTestDatabase();
  const database = openDatabase(own.config, () => {});
  endings.push(own.drop, database.close);
  const challenges = makeAnswerChallenge(database);
  return {
    gateway: makeSandboxGateway(database, 'secret'),
    answerBank: async (intentRef, approved) => void (await challenges.answer(intentRef, approved)),
    refundByHand: (chargeRef, amountCents) =>
      database.transaction((sql) => refundByHand(sql, { chargeRef, amountCents })),
  };
});

gatewayContract('stripe (stand-in)', async (): Promise<GatewayUnderTest> => {
  const standIn = await startStripeStandIn(SECRET_KEY);
  endings.push(standIn.stop);
  return {
    gateway: makeStripeGateway({ ...settings, api: standIn.api }),
    answerBank: async (intentRef, approved) => standIn.books.answerBank(intentRef, approved),
    refundByHand: async (charge, amountCents) => standIn.books.createRefund({ charge, amount: String(amountCents) }),
  };
});

const testKey = process.env.STRIPE_TEST_KEY;
// Nobody can answer a bank without a browser: with the real Stripe those parts are left out.
if (testKey) {
  gatewayContract('stripe (test mode)', async () => ({
    gateway: makeStripeGateway({ ...settings, secretKey: testKey }),
    answerBank: null,
    refundByHand: (charge, amount) => new Stripe(testKey).refunds.create({ charge, amount }),
  }));
}

describe('the stripe adapter, when Stripe fails', () => {
  let standIn: StripeStandIn;
  let gateway: PaymentGateway;
  let customerRef: string;
  let cardRef: string;

  beforeAll(async () => {
    standIn = await startStripeStandIn(SECRET_KEY);
    endings.push(standIn.stop);
    gateway = makeStripeGateway({ ...settings, api: standIn.api });
    customerRef = await gateway.createCustomer('acc_1', 'customer');
    const saved = await gateway.saveCard({ customerRef, token: 'tok_visa', attemptId: 'att_card', key: 'card' });
    if (saved.kind !== 'saved') throw new Error(saved.kind);
    cardRef = saved.card.gatewayRef;
  });

  const charge = (attemptId: string) =>
    gateway.charge({
      amountCents: 2_975,
      currency: 'usd',
      customerRef,
      cardRef,
      onSession: true,
      attemptId,
      attemptNo: 1,
      purpose: aPurpose(),
      key: `${attemptId}:charge`,
    });
  const thrown = (call: Promise<unknown>): Promise<unknown> => call.then(() => null).catch((error: unknown) => error);

  test('[INV-12] a connection that breaks, before or after, is an unknown; the same key then charges once', async () => {
    for (const how of ['unreached', 'lost'] as const) {
      const before = standIn.books.charged().length;
      // Twice, because the SDK itself repeats a call, under its key, whose connection was closed.
      standIn.fail('payment_intents', how, 2);
      expect(await thrown(charge(`att_${how}`))).toMatchObject({ name: 'GatewayUnavailable', replayed: false });
      expect((await charge(`att_${how}`)).kind).toBe('succeeded');
      expect(standIn.books.charged()).toHaveLength(before + 1);
    }
  });

  test('[INV-12] a kept 500 is repeated for ever, and said to be; the payment is found without its key', async () => {
    standIn.fail('payment_intents', 'failed-after');
    expect(await thrown(charge('att_500'))).toMatchObject({ name: 'GatewayUnavailable', replayed: false });
    expect(await thrown(charge('att_500'))).toMatchObject({ name: 'GatewayUnavailable', replayed: true });
    expect((await gateway.findByAttempt('att_500', customerRef, Date.now()))?.state.kind).toBe('succeeded');
    standIn.fail('payment_intents', 'failed');
    await thrown(charge('att_500_before'));
    expect(await gateway.findByAttempt('att_500_before', customerRef, Date.now())).toBeNull();
  });

  test('[INV-12] the same key in flight, and too many calls, are unknowns and no refusals', async () => {
    const { arrived, release } = standIn.hold('payment_intents');
    const first = charge('att_held');
    await arrived;
    expect(await thrown(charge('att_held'))).toBeInstanceOf(GatewayUnavailable);
    release();
    expect((await first).kind).toBe('succeeded');
    standIn.fail('payment_intents', 'limited');
    expect(await thrown(charge('att_limited'))).toBeInstanceOf(GatewayUnavailable);
  });

  test('[INV-22] a wrong key is a refusal, whose words hold neither key nor card', async () => {
    const stranger = makeStripeGateway({ ...settings, secretKey: 'sk_test_wrong', api: standIn.api });
    const error = await thrown(stranger.createCustomer('acc_2', 'key'));
    expect(error).toBeInstanceOf(GatewayRejected);
    expect(String(error)).not.toContain('sk_test_wrong');
  });

  test('what is sent: amount, customer, card only, our attempt, our key; without the customer off-session', async () => {
    await charge('att_sent');
    const sent = standIn.seen.findLast(({ path }) => path === '/v1/payment_intents');
    expect(sent).toMatchObject({
      key: 'att_sent:charge',
      form: {
        amount: '2975',
        currency: 'usd',
        customer: customerRef,
        confirm: 'true',
        off_session: 'false',
        allowed_payment_method_types: { 0: 'card' },
        metadata: { attempt_id: 'att_sent' },
      },
    });
  });
});
