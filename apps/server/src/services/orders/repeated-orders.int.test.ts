import type { Quote } from '@foyer/contract/api/shapes';
import { describe, expect, test } from 'vitest';
import { deliverEvents } from '../../../test/challenges.ts';
import { expectDocumentedErrors } from '../../../test/documented-errors.ts';
import { amounts, BUY, buy, CARD, makeHolder, refusal, START, starterYearly } from '../../../test/shop.ts';
import { useShop } from '../../../test/use-harness.ts';

const h = useShop();

describe('the same request more than once', () => {
  test('twenty at the same moment under one key: one charge, and everybody hears of it in the end', async () => {
    const customer = await h.makeCustomer({ card: 'tok_visa' });
    const answers = await Promise.all(Array.from({ length: 20 }, () => buy(customer, starterYearly, 'step-1')));
    expect(answers.map(({ status }) => status).filter((status) => status !== 201 && status !== 409)).toEqual([]);
    expect(
      answers
        .filter(({ status }) => status === 409)
        .every((answer) => answer.body.error.type === 'OPERATION_IN_PROGRESS'),
    ).toBe(true);
    const first = answers.find(({ status }) => status === 201);
    const again = await buy(customer, starterYearly, 'step-1');
    expect([again.status, again.body]).toEqual([201, first?.body]);
    expect(await h.charges(customer)).toHaveLength(1);
    expect(await h.subscriptions(customer, true)).toHaveLength(1);
  });

  test.each(['pln_drive_starter', 'pln_scope_ultimate', 'pln_iot_individual'])(
    'twenty at the same moment without a key: one charge, of %s',
    async (planId) => {
      const customer = await h.makeCustomer({ card: 'tok_visa' });
      const answers = await Promise.all(Array.from({ length: 20 }, () => buy(customer, { planId })));
      const statuses = answers.map(({ status }) => status);
      expect(statuses.filter((status) => ![200, 201, 409].includes(status))).toEqual([]);
      expect(statuses.filter((status) => status === 201)).toHaveLength(1);
      expect(await h.charges(customer)).toHaveLength(1);
      expect(await h.subscriptions(customer, true)).toHaveLength(1);
    },
  );

  test.each([
    ['drive', { planId: 'pln_drive_starter_monthly', expectedTotalCents: 3220 }],
    ['IoT', { planId: 'pln_iot_individual_monthly', expectedTotalCents: 1083 }],
  ])('[DR-04] [IO-02] %s: the order of a second tab, under its own key, is refused; charged once', async (_, order) => {
    const customer = await h.makeCustomer({ card: 'tok_visa', clock: START });
    expect((await buy(customer, order, 'first-tab')).status).toBe(201);
    expect(await refusal(buy(customer, order, 'second-tab'))).toEqual([409, 'QUOTE_CHANGED']);
    expect(await amounts(h, customer)).toEqual([order.expectedTotalCents]);
    expect(await h.subscriptions(customer, true)).toHaveLength(1);
  });

  test('[DR-04] [PY-06] the same change in two tabs at the same moment: one is charged, the other is refused', async () => {
    const { customer, id } = await makeHolder(h, { planId: 'pln_drive_starter_monthly' });
    const yearly = { planId: 'pln_drive_starter', interval: 'yearly' };
    const quote = await customer.client.post<Quote>(`${BUY}/preview`, { ...yearly, subscriptionId: id });
    const order = { ...yearly, expectedTotalCents: quote.body.amountDueCents };
    const change = (key: string) => customer.client.patch(`${BUY}/${id}`, order, { key });
    const answers = await Promise.all(['first-tab', 'second-tab'].map(change));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect(await amounts(h, customer)).toEqual([3220, quote.body.amountDueCents]);
  });

  test('the same plan once more, without a key and within ten seconds, is the same press of a button', async () => {
    const customer = await h.makeCustomer({ card: 'tok_visa' });
    const order = { planId: 'pln_scope_starter' };
    expect((await buy(customer, order)).status).toBe(201);
    const again = await buy(customer, order);
    expect([again.status, again.body.error.type, again.body.error.code]).toEqual([
      409,
      'ACTION_REFUSED',
      'bought_just_now',
    ]);
    expect((await buy(customer, order, 'agreed-to-once-more')).status).toBe(201);
    h.wall.advance(10_000);
    expect((await buy(customer, order)).status).toBe(201);
    expect(await h.charges(customer)).toHaveLength(3);
  });

  test('on a sandbox clock that stands still the second purchase without a key is refused for good, and says how to buy', async () => {
    const customer = await h.makeCustomer({ card: 'tok_visa', clock: START });
    const order = { planId: 'pln_scope_starter' };
    expect((await buy(customer, order)).status).toBe(201);
    h.wall.advance(60_000);
    const again = await buy(customer, order);
    expect([again.status, again.body.error.type]).toEqual([409, 'ACTION_REFUSED']);
    expect(again.body.message).toContain('Send an Idempotency-Key to buy it once more.');
    expect((await buy(customer, order, 'once-more')).status).toBe(201);
    expect(await h.charges(customer)).toHaveLength(2);
    await expectDocumentedErrors(h.app);
  });

  test('[SU-08] while a new scope subscription is not decided another new one waits, and the account says so', async () => {
    const customer = await h.makeCustomer({ card: 'tok_sandbox_processing' });
    const order = { planId: 'pln_scope_starter' };
    expect(await refusal(buy(customer, order))).toEqual([502, 'PAYMENT_GATEWAY_ERROR']);
    expect((await h.account(customer)).pendingOrders).toEqual([{ product: 'scope', subscriptionId: null }]);
    expect(await refusal(buy(customer, order))).toEqual([409, 'OPERATION_IN_PROGRESS']);
    await deliverEvents(h);
    expect((await h.account(customer)).pendingOrders).toEqual([]);
    expect(await h.subscriptions(customer)).toHaveLength(1);
    expect(await h.charges(customer)).toHaveLength(1);
  });

  test('the same key with another body, or on another call: IDEMPOTENCY_MISMATCH', async () => {
    const customer = await h.makeCustomer({ card: 'tok_visa' });
    expect((await buy(customer, starterYearly, 'once')).status).toBe(201);
    expect(await refusal(buy(customer, { planId: 'pln_drive_ultimate' }, 'once'))).toEqual([
      422,
      'IDEMPOTENCY_MISMATCH',
    ]);
    expect(await refusal(customer.client.post(CARD, { type: 'stripe', token: 'tok_visa' }, { key: 'once' }))).toEqual([
      422,
      'IDEMPOTENCY_MISMATCH',
    ]);
    expect(await h.charges(customer)).toHaveLength(1);
  });

  test('a key belongs to its account', async () => {
    const one = await h.makeCustomer({ card: 'tok_visa' });
    const two = await h.makeCustomer({ card: 'tok_visa' });
    const first = await buy(one, starterYearly, 'shared');
    const second = await buy(two, starterYearly, 'shared');
    expect([first.status, second.status]).toEqual([201, 201]);
    expect(first.body.id).not.toBe(second.body.id);
  });

  test('a refusal is repeated too; a new try is a new key', async () => {
    const customer = await h.makeCustomer({ card: 'tok_visa_chargeCustomerFail' });
    const first = await buy(customer, starterYearly, 'try-1');
    expect(first.status).toBe(402);
    await customer.client.post(CARD, { type: 'stripe', token: 'tok_visa' });
    const again = await buy(customer, starterYearly, 'try-1');
    expect([again.status, again.body]).toEqual([402, first.body]);
    expect(await h.charges(customer)).toEqual([]);
    expect((await buy(customer, starterYearly, 'try-2')).status).toBe(201);
  });

  test('a refused form does not use the key up', async () => {
    const customer = await h.makeCustomer({ card: 'tok_visa' });
    expect(await refusal(buy(customer, { ...starterYearly, quantity: 0 }, 'form'))).toEqual([400, 'INVALID_REQUEST']);
    expect((await buy(customer, starterYearly, 'form')).status).toBe(201);
  });

  test('ten purchases of one free scope plan under one key make one', async () => {
    const customer = await h.makeCustomer();
    await Promise.all(Array.from({ length: 10 }, () => buy(customer, { planId: 'pln_scope_free' }, 'free')));
    expect(await h.subscriptions(customer, true)).toHaveLength(1);
  });
});

test('[DR-04, PY-06] an order whose amount another order changed charges nothing, until the new amount is agreed to', async () => {
  const customer = await h.makeCustomer({ card: 'tok_visa' });
  const ultimate = { planId: 'pln_drive_ultimate', interval: 'yearly' };
  const { body } = await buy(customer, starterYearly);
  // with 8.25 % of tax: the whole plan, as it was seen before the other order, and the whole plan less the paid one
  const [seen, now] = [97_386, 64_924];
  expect(await refusal(buy(customer, { ...ultimate, expectedTotalCents: seen }))).toEqual([409, 'QUOTE_CHANGED']);
  expect(await amounts(h, customer)).toEqual([32_462]);
  const change = { ...ultimate, expectedTotalCents: now };
  const changed = await customer.client.patch(`${BUY}/${body.id}`, change);
  expect(changed.status, changed.text).toBe(200);
  expect(await amounts(h, customer)).toEqual([32_462, now]);
});
