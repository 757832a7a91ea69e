import { describe, expect, test } from 'vitest';
import { answerBank, CHALLENGE_CARD, confirm, deliverEvents, expectChallenge } from '../../test/challenges.ts';
import { type Customer, SECRET } from '../../test/harness.ts';
import { amounts, buy, refusal, starterYearly } from '../../test/shop.ts';
import { useShop } from '../../test/use-harness.ts';
import { makeSandboxEvents, type SignedEvent } from '../adapters/payment-gateway/sandbox/events.ts';
import { signEvent } from '../adapters/payment-gateway/signature.ts';
import { readDatabaseFacts } from '../adapters/postgres/metric-reads.ts';
import { deliverToWebhook, sandboxWebhookSecret } from '../gateway.ts';

const h = useShop();

let made = 0;
const signedEvent = (type: string, object: string, secret = sandboxWebhookSecret(SECRET)) => {
  made += 1;
  const raw = Buffer.from(JSON.stringify({ id: `evt_made_${made}`, type, object, created: 0 }));
  return { raw, signature: signEvent(raw, secret, h.wall.now()) };
};
const postEvent = (raw: Buffer | string, headers: Record<string, string>, url = '/webhooks/sandbox') =>
  h.app.inject({ method: 'POST', url, headers, payload: raw });
const storedEventIds = () =>
  h.database.query<{ eventId: string }>('SELECT event_id FROM webhook_events ORDER BY event_id');
const intentOf = async (attemptId: string) => {
  const [row] = await h.database.query<{ id: string }>('SELECT id FROM sandbox.intents WHERE attempt_id = $1', [
    attemptId,
  ]);
  return row?.id ?? '';
};
const deliverEvent = async (event: Pick<SignedEvent, 'raw' | 'signature'>) => {
  expect(await deliverToWebhook(h.app)(event)).toBe(true);
  await h.work.processWebhooks();
};

describe('access', () => {
  test('[INV-10] an event without a signature, with a foreign one, or altered: 400, and nothing is stored', async () => {
    const before = await storedEventIds();
    const { raw, signature } = signedEvent('payment_intent.succeeded', 'pi_1');
    const stranger = signedEvent('payment_intent.succeeded', 'pi_1', 'a stranger');
    for (const answer of [
      await postEvent(raw, { 'content-type': 'application/json' }),
      await postEvent(raw, { 'content-type': 'application/json', 'sandbox-signature': 'noise' }),
      await postEvent(stranger.raw, { 'content-type': 'application/json', 'sandbox-signature': stranger.signature }),
      await postEvent(`${raw} `, { 'content-type': 'application/json', 'sandbox-signature': signature }),
      await postEvent('', { 'content-type': 'application/json', 'sandbox-signature': signature }),
    ]) {
      expect([answer.statusCode, answer.json().error.type], answer.body).toEqual([400, 'INVALID_REQUEST']);
      expect(answer.json().error.field).toBe('signature');
    }
    expect(await storedEventIds()).toEqual(before);
    const refused = h.log.lines.filter((line) => line.includes('webhook refused'));
    expect(refused).toHaveLength(5);
    for (const line of refused)
      expect(JSON.parse(line)).toMatchObject({
        address: '127.0.0.1',
        msg: expect.stringContaining('check the signing secret'),
      });
  });

  test('[O17] a body that is signed with the true secret and is no event: 400, and nothing is kept', async () => {
    const before = await storedEventIds();
    for (const raw of ['null', '{}', '[]', 'no json', '{"id":"evt_\\u0000","type":"x","object":"pi_1"}']) {
      const signature = signEvent(Buffer.from(raw), sandboxWebhookSecret(SECRET), h.wall.now());
      const answer = await postEvent(raw, { 'content-type': 'application/json', 'sandbox-signature': signature });
      expect([answer.statusCode, answer.json().error.type], raw).toEqual([400, 'INVALID_REQUEST']);
      expect([answer.json().error.field, answer.json().error.message]).toEqual([
        'body',
        expect.stringContaining('signature is right, but the body is no event'),
      ]);
    }
    expect(await storedEventIds()).toEqual(before);
    const refused = h.log.lines.filter((line) => line.includes('webhook refused')).slice(-5);
    for (const line of refused) expect(JSON.parse(line).msg).toMatch(/signature is right.*check which events/);
  });

  test('a repeated event is stored once, with any content type', async () => {
    const before = (await storedEventIds()).length;
    const { raw, signature } = signedEvent('customer.created', 'cus_1');
    for (const type of ['application/json', 'application/json; charset=utf-8', 'text/plain'])
      expect((await postEvent(raw, { 'content-type': type, 'sandbox-signature': signature })).statusCode).toBe(200);
    expect(await storedEventIds()).toHaveLength(before + 1);
    expect(await h.work.processWebhooks()).toBe(1);
    expect(await h.work.processWebhooks()).toBe(0);
  });

  test('a megabyte is the limit, and the other gateway has no address here', async () => {
    const huge = await postEvent('x'.repeat(1_100_000), { 'content-type': 'application/json' });
    expect(huge.statusCode).toBe(413);
    expect((await postEvent('{}', { 'content-type': 'application/json' }, '/webhooks/stripe')).statusCode).toBe(404);
  });
});

const permutations = <T>(list: readonly T[]): T[][] =>
  list.length < 2
    ? [[...list]]
    : list.flatMap((first, index) => permutations(list.toSpliced(index, 1)).map((rest) => [first, ...rest]));

describe('[INV-10] [I24] events commute', () => {
  const types = ['requires_action', 'processing', 'payment_failed', 'succeeded'];
  /** State of a customer without ids and times, for comparison. */
  const ending = async (customer: Customer) => ({
    subscriptions: (await h.subscriptions(customer, true)).map(({ status, plan }) => [status, plan.id]),
    receipts: (await h.receipts(customer)).map(({ status, amount }) => [status, amount]),
    charged: await amounts(h, customer),
  });

  test.each([
    {
      bank: 'approve' as const,
      left: { subscriptions: [['active', 'pln_drive_starter']], receipts: [['Paid', 32462]], charged: [32462] },
    },
    { bank: 'fail' as const, left: { subscriptions: [], receipts: [], charged: [] } },
  ])('in all 24 orders and twice over, where the customer chose to $bank', async ({ bank, left }) => {
    for (const order of permutations(types)) {
      const customer = await h.makeCustomer({ card: CHALLENGE_CARD });
      const { attemptId } = await expectChallenge(buy(customer, starterYearly));
      await answerBank(h, attemptId, bank);
      await h.sandboxEvents.take();
      const intent = await intentOf(attemptId);
      const events = order.map((type) => signedEvent(`payment_intent.${type}`, intent));
      for (const event of [...events, ...events.toReversed()]) await deliverEvent(event);
      expect(await ending(customer), order.join()).toEqual(left);
    }
  });

  test('told before it has happened: an event only makes us look', async () => {
    const customer = await h.makeCustomer({ card: CHALLENGE_CARD });
    const { attemptId } = await expectChallenge(buy(customer, starterYearly));
    await deliverEvent(signedEvent('payment_intent.succeeded', await intentOf(attemptId)));
    expect(await h.subscriptions(customer)).toEqual([]);
    await answerBank(h, attemptId, 'fail');
    await confirm(customer, attemptId);
  });

  test('twice each, mixed up and late: everything arrives in the end', async () => {
    const customers = [await h.makeCustomer({ card: CHALLENGE_CARD }), await h.makeCustomer({ card: CHALLENGE_CARD })];
    await h.sandboxEvents.take();
    for (const customer of customers) {
      const { attemptId } = await expectChallenge(buy(customer, starterYearly));
      await answerBank(h, attemptId, 'approve');
    }
    let seed = 7;
    const random = () => {
      seed = (seed * 16_807) % 2_147_483_647;
      return seed / 2_147_483_647;
    };
    const events = makeSandboxEvents({
      database: h.database,
      webhookSecret: sandboxWebhookSecret(SECRET),
      wallNow: h.wall.now,
      switches: { duplicate: true, shuffle: true, delay: true },
      random,
    });
    for (let turn = 0; turn < 20; turn += 1) {
      await events.deliver(deliverToWebhook(h.app));
      await h.work.processWebhooks();
    }
    expect(await h.database.query('SELECT 1 FROM sandbox.events')).toEqual([]);
    for (const customer of customers) expect(await amounts(h, customer)).toEqual([32462]);
  });
});

describe('effects of events', () => {
  test('[INV-12] a payment whose answer was lost is settled by its event, before our own second half', async () => {
    const customer = await h.makeCustomer({ card: 'tok_visa' });
    h.faults.fail('charge', 'silent-after');
    expect(await refusal(buy(customer, starterYearly))).toEqual([502, 'PAYMENT_GATEWAY_ERROR']);
    h.faults.clear();
    await deliverEvents(h);
    expect(await h.subscriptions(customer)).toMatchObject([{ status: 'active' }]);
    expect(await amounts(h, customer)).toEqual([32462]);
  });

  test('a payment that the bank takes its time over: by its event, or by our own look when the event is lost', async () => {
    for (const lost of [false, true]) {
      const customer = await h.makeCustomer({ card: 'tok_sandbox_processing' });
      expect(await refusal(buy(customer, starterYearly))).toEqual([502, 'PAYMENT_GATEWAY_ERROR']);
      expect((await h.receipts(customer))[0]?.status).toBe('Processing');
      expect(await refusal(buy(customer, starterYearly))).toEqual([409, 'OPERATION_IN_PROGRESS']);
      if (lost) {
        await h.sandboxEvents.take();
        await h.expireLeases();
        await h.work.recoverAttempts();
      } else await deliverEvents(h);
      expect(await h.subscriptions(customer)).toMatchObject([{ status: 'active' }]);
    }
  });

  test('a dispute is logged once for an operator and changes no subscription', async () => {
    const customer = await h.makeCustomer({ card: 'tok_createDispute' });
    expect((await buy(customer, starterYearly)).status).toBe(201);
    await deliverEvents(h);
    expect(h.log.takeErrors().join()).toContain('disputes payment');
    const [attempt] = await h.database.query<{ disputedAt: number | null }>(
      `SELECT disputed_at FROM payment_attempts WHERE account_id = $1 AND kind = 'charge'`,
      [customer.accountId],
    );
    expect(attempt?.disputedAt).not.toBeNull();
    expect(await h.subscriptions(customer)).toMatchObject([{ status: 'active' }]);
  });

  test('a card that the network renewed has its new expiry', async () => {
    const customer = await h.makeCustomer({ card: 'tok_visa' });
    const [card] = await h.database.query<{ gatewayRef: string }>(
      `SELECT gateway_ref FROM payment_methods WHERE account_id = $1`,
      [customer.accountId],
    );
    await h.database.query('UPDATE sandbox.cards SET exp_year = 2044 WHERE id = $1', [card?.gatewayRef]);
    await deliverEvent(signedEvent('payment_method.automatically_updated', card?.gatewayRef ?? ''));
    expect((await h.account(customer)).paymentMethod?.expirationYear).toBe(2044);
  });

  test('another shop’s payment, an unknown type and a payment that is not there are done with', async () => {
    await deliverEvent(signedEvent('payment_intent.succeeded', 'pi_of_nobody'));
    await deliverEvent(signedEvent('invoice.finalized', 'in_1'));
    expect(await h.database.query('SELECT 1 FROM webhook_events WHERE processed_at IS NULL')).toEqual([]);
  });

  test('an event about an unknown attempt is processed again; after a day the log names it', async () => {
    const customer = await h.makeCustomer({ card: 'tok_visa' });
    await h.database.query(
      `INSERT INTO sandbox.intents (id, kind, customer_id, card_id, attempt_id, status, client_secret)
       SELECT 'pi_strange', 'charge', customer_id, id, 'att_strange', 'canceled', 's' FROM sandbox.cards
       WHERE customer_id = (SELECT gateway_customer_ref FROM accounts WHERE id = $1)`,
      [customer.accountId],
    );
    await deliverEvent(signedEvent('payment_intent.canceled', 'pi_strange'));
    const due = `UPDATE webhook_events SET next_try_at = now() WHERE object_ref = 'pi_strange'`;
    await h.database.query(due);
    expect(await h.work.processWebhooks()).toBe(1);
    h.log.expectQuiet();
    await h.database.query(
      `UPDATE webhook_events SET received_at = now() - interval '25 hours' WHERE object_ref = 'pi_strange'`,
    );
    await h.database.query(due);
    await h.work.processWebhooks();
    expect(h.log.takeErrors().join()).toContain('not in our books');
    await h.database.query(due);
    expect(await h.work.processWebhooks()).toBe(0);
  });

  test('an event that fails for a day is named, measured and given up; sent again, it is carried out', async () => {
    const customer = await h.makeCustomer({ card: CHALLENGE_CARD });
    const { attemptId } = await expectChallenge(buy(customer, starterYearly));
    await answerBank(h, attemptId, 'approve');
    const intent = await intentOf(attemptId);
    const event = signedEvent('payment_intent.succeeded', intent);
    const change = (what: string) =>
      h.database.query(`UPDATE webhook_events SET ${what} WHERE object_ref = $1`, [intent]);
    await h.database.query('DELETE FROM sandbox.events');
    const facts = () => readDatabaseFacts(h.database);
    const tryAgain = async () => {
      await change('next_try_at = now()');
      await h.work.processWebhooks();
    };
    h.faults.fail('retrieve', 'silent-before', { times: 100 });
    await deliverEvent(event);
    for (let tries = 1; tries < 6; tries += 1) await tryAgain();
    h.log.expectQuiet();
    await tryAgain();
    expect(h.log.takeErrors()).toEqual([expect.stringContaining('gateway event evt_made_')]);
    // The next try is in the future, and the event still counts.
    await change(`failing_since = now() - interval '1 hour'`);
    expect(await facts()).toMatchObject({ waitingEvents: 1, givenUpEvents: 0 });
    expect((await facts()).oldestEventSeconds).toBeGreaterThanOrEqual(3_600);

    await change(`received_at = now() - interval '25 hours'`);
    await tryAgain();
    expect(h.log.takeErrors()).toHaveLength(1);
    expect(await facts()).toMatchObject({ waitingEvents: 0, givenUpEvents: 1 });

    h.faults.clear();
    await deliverEvent(event);
    expect(await facts()).toMatchObject({ waitingEvents: 0, givenUpEvents: 0 });
    expect(await h.subscriptions(customer)).toMatchObject([{ status: 'active' }]);
  });

  test('a gateway that is silent when the object is fetched: the event comes again', async () => {
    const customer = await h.makeCustomer({ card: CHALLENGE_CARD });
    const { attemptId } = await expectChallenge(buy(customer, starterYearly));
    await answerBank(h, attemptId, 'approve');
    h.faults.fail('retrieve', 'silent-before', { times: 10 });
    await deliverEvents(h);
    expect(await h.subscriptions(customer)).toEqual([]);
    h.faults.clear();
    await h.database.query('UPDATE webhook_events SET next_try_at = now() WHERE processed_at IS NULL');
    await h.work.processWebhooks();
    expect(await h.subscriptions(customer)).toMatchObject([{ status: 'active' }]);
  });
});
