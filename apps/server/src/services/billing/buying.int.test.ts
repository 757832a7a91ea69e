import type { Quote } from '@foyer/contract/api/shapes';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { berlin, portland } from '../../../test/customers.ts';
import { type Customer, type Harness, startHarness } from '../../../test/harness.ts';
import { BUY, bought, buy, CARD, expectAllRight, refusal, START, starterYearly } from '../../../test/shop.ts';

let h: Harness;

beforeAll(async () => {
  h = await startHarness();
});
afterEach(() => expectAllRight(h));
afterAll(() => h.stop());

const ledger = ({ accountId }: Customer) =>
  h.database.query<{ kind: string; debit: string; credit: string; amountCents: number }>(
    'SELECT kind, debit, credit, amount_cents FROM ledger_entries WHERE account_id = $1 ORDER BY created_at, id',
    [accountId],
  );
const rowsOf = (table: string, { accountId }: Customer) =>
  h.database.query<{ status: string }>(`SELECT status FROM ${table} WHERE account_id = $1 ORDER BY created_at, id`, [
    accountId,
  ]);

const expectNothing = async (customer: Customer) => {
  expect(await h.subscriptions(customer, true)).toEqual([]);
  expect(await h.receipts(customer)).toEqual([]);
  expect(await h.charges(customer)).toEqual([]);
  expect((await h.account(customer)).balanceCents).toBe(0);
};

describe('buying a plan', () => {
  test('[PY-06] Starter yearly in Boston is $324.62: preview, button, charge, receipt and books say the same', async () => {
    const customer = await h.makeCustomer({ card: 'tok_visa', clock: START });
    const { body: quote } = await customer.client.post<Quote>(`${BUY}/preview`, {
      planId: 'pln_drive_starter',
      interval: 'yearly',
    });
    expect(quote).toMatchObject({
      subtotal: 29988,
      tax: 2474,
      taxRatePercentage: 8.25,
      total: 32462,
      amountDueCents: 32462,
      renewalCents: 32462,
    });
    const { subscription, receipt } = await bought(customer, {
      planId: 'pln_drive_starter',
      interval: 'yearly',
      expectedTotalCents: quote.amountDueCents,
    });

    expect(subscription).toMatchObject({
      product: 'drive',
      type: 'Credit Card',
      status: 'active',
      entitled: true,
      effective: true,
      renews: true,
      currentPeriodStart: START,
      currentPeriodEnd: '2027-01-10T12:00:00.000Z',
      renewalCents: 32462,
      plan: { id: 'pln_drive_starter', interval: 'yearly', amount: 29988 },
    });
    expect(receipt).toMatchObject({
      subtotal: 29988,
      tax: 2474,
      taxRatePercentage: 8.25,
      totalCents: 32462,
      amountDueCents: 32462,
      amount: 32462,
      status: 'Paid',
      isPaid: true,
      cardBrand: 'visa',
      cardLast4: '4242',
      processedDate: START,
      creditTendered: 0,
      billTo: { city: 'Boston', postalCode: '02110' },
    });
    expect(receipt?.items.map(({ quantity, amountCents }) => [quantity, amountCents])).toEqual([[1, 29988]]);
    expect(await ledger(customer)).toEqual([
      { kind: 'invoice.finalised', debit: 'receivable', credit: 'revenue', amountCents: 29988 },
      { kind: 'invoice.finalised', debit: 'receivable', credit: 'tax_payable', amountCents: 2474 },
      { kind: 'payment.succeeded', debit: 'cash', credit: 'receivable', amountCents: 32462 },
    ]);
    expect(await h.charges(customer)).toMatchObject([{ id: receipt?.chargeId, amountCents: 32462 }]);
    expect((await h.account(customer)).nextPayment).toEqual({
      total: 32462,
      processedDate: '2027-01-10T12:00:00.000Z',
    });
  });

  test.each([
    ['an interval id', { planId: 'pln_drive_starter_monthly' }, 3220],
    ['the alias id', { id: 'pln_drive_starter', interval: 'monthly' }, 3220],
    ['a plan id alone, which means yearly', { planId: 'pln_drive_starter' }, 32462],
    ['three of a kind', { planId: 'pln_drive_starter', interval: 'monthly', quantity: 3 }, 9661],
    ['scope Starter', { planId: 'pln_scope_starter' }, 21758],
    ['without renewal', { planId: 'pln_drive_starter', cancelAtPeriodEnd: true }, 32462],
  ] as const)('%s', async (_what, body, cents) => {
    const customer = await h.makeCustomer({ card: 'tok_visa' });
    const { subscription } = await bought(customer, body);
    expect(await h.charges(customer)).toMatchObject([{ amountCents: cents }]);
    expect(subscription.renews).toBe(!('cancelAtPeriodEnd' in body));
  });

  test('where no tax is owed none is taken', async () => {
    const customer = await h.makeCustomer({ card: 'tok_visa', address: portland });
    const { receipt } = await bought(customer, { planId: 'pln_drive_starter' });
    expect(receipt).toMatchObject({ tax: 0, totalCents: 29988, taxRatePercentage: 0 });
  });

  test('Basic needs neither card nor address and leaves no receipt', async () => {
    const customer = await h.makeCustomer({ address: null });
    const { subscription, receipt } = await bought(customer, { planId: 'pln_drive_free' });
    expect(subscription).toMatchObject({ type: 'Basic', status: 'active', entitled: true });
    expect(receipt).toBeNull();
  });

  test('from Basic to a paid plan, and a decline on the way leaves Basic as it was', async () => {
    const customer = await h.makeCustomer({ card: 'tok_visa_chargeCustomerFail', clock: START });
    const { id } = await bought(customer, { planId: 'pln_drive_free' });
    expect(await refusal(buy(customer, { planId: 'pln_drive_starter' }))).toEqual([402, 'StripeCardError']);
    expect(await h.subscriptions(customer)).toMatchObject([{ id, type: 'Basic', status: 'active' }]);
    await customer.client.post(CARD, { type: 'stripe', token: 'tok_visa' });
    const paid = await buy(customer, { planId: 'pln_drive_starter' });
    expect([paid.status, paid.body.id]).toEqual([200, id]);
    expect(await h.charges(customer)).toMatchObject([{ amountCents: 32462 }]);
  });

  test('prices come from the catalogue whatever the request says (INV-5)', async () => {
    const customer = await h.makeCustomer({ card: 'tok_visa' });
    await bought(customer, {
      planId: 'pln_drive_starter',
      amount: 1,
      unitAmountCents: 1,
      price: 1,
      total: 1,
      taxRatePpm: 0,
      currency: 'JPY',
    });
    expect(await h.charges(customer)).toMatchObject([{ amountCents: 32462 }]);
  });
});

describe('refused before money moves', () => {
  test('another amount than the button said: QUOTE_CHANGED, with the new one, and nothing done', async () => {
    const customer = await h.makeCustomer({ card: 'tok_visa' });
    const answer = await buy(customer, { planId: 'pln_drive_starter', expectedTotalCents: 32461 });
    expect([answer.status, answer.body.error.type]).toEqual([409, 'QUOTE_CHANGED']);
    expect(answer.body.error.quote).toMatchObject({ amountDueCents: 32462 });
    await expectNothing(customer);
  });

  test.each([
    ['no card', {}, 'pln_drive_starter', 402, 'PAYMENT_METHOD_REQUIRED'],
    ['no address', { address: null }, 'pln_drive_starter', 400, 'MISSING_ADDRESS'],
    ['no address, free scope plan', { address: null }, 'pln_scope_free', 400, 'MISSING_ADDRESS'],
    ['an address elsewhere', { address: berlin }, 'pln_drive_starter', 409, 'CARD_COUNTRY_UNSUPPORTED'],
    ['a plan that does not exist', { card: 'tok_visa' }, 'pln_drive_nothing', 400, 'INVALID_PLAN'],
    ['a plan no longer sold', { card: 'tok_visa' }, 'pln_scope_base', 400, 'INVALID_PLAN'],
    ['a promotional plan', { card: 'tok_visa' }, 'pln_drive_starterpromotional', 400, 'INVALID_PLAN'],
    ['a plan of a promotion only', { card: 'tok_visa' }, 'pln_drive_portal', 400, 'INVALID_PLAN'],
    ['a plan sold by people', { card: 'tok_visa' }, 'pln_drive_enterprise', 400, 'INVALID_PLAN'],
    ['a price id, which is no reference', { card: 'tok_visa' }, 'prc_drive_starter_yearly', 400, 'INVALID_PLAN'],
    ['a student plan without a school address', { card: 'tok_visa' }, 'pln_iot_student', 403, 'STUDENT_EMAIL_REQUIRED'],
    [
      'an export review that is open',
      { card: 'tok_visa', exportStatus: 'pending' },
      'pln_scope_starter',
      403,
      'NEEDS_REVIEW',
    ],
    [
      'an export review that was denied',
      { card: 'tok_visa', exportStatus: 'denied' },
      'pln_scope_starter',
      403,
      'EXPORT_DENIED',
    ],
  ] as const)('%s', async (_what, options, planId, status, type) => {
    const customer = await h.makeCustomer(options);
    expect(await refusal(buy(customer, { planId }))).toEqual([status, type]);
    await expectNothing(customer);
  });

  test('an interval that contradicts the plan, or is not sold', async () => {
    const customer = await h.makeCustomer({ card: 'tok_visa' });
    expect(await refusal(buy(customer, { planId: 'pln_drive_starter_monthly', interval: 'yearly' }))).toEqual([
      400,
      'INVALID_PLAN',
    ]);
    expect(await refusal(buy(customer, { planId: 'pln_drive_free', interval: 'monthly' }))).toEqual([
      400,
      'INVALID_PLAN',
    ]);
    expect(await refusal(buy(customer, {}))).toEqual([400, 'INVALID_REQUEST']);
  });

  test('an eleventh scope plan of one kind: SUBSCRIPTION_LIMIT', async () => {
    const customer = await h.makeCustomer({ card: 'tok_visa' });
    for (let n = 0; n < 10; n += 1) await bought(customer, { planId: 'pln_scope_free' });
    expect(await refusal(buy(customer, { planId: 'pln_scope_free' }))).toEqual([409, 'SUBSCRIPTION_LIMIT']);
  });
});

describe('cards', () => {
  test('[PM-02] the sandbox takes listed test numbers only; the number and its code are kept nowhere (INV-21)', async () => {
    const customer = await h.makeCustomer();
    const made = await customer.client.post<{ id: string; card: object }>('/sandbox/tokens', {
      number: '4242 4242 4242 4242',
      expMonth: 4,
      expYear: 2031,
      cvc: '987',
    });
    expect(made.body.card).toEqual({ brand: 'visa', last4: '4242' });
    const saved = await customer.client.post(CARD, { type: 'stripe', token: made.body.id });
    expect([saved.status, saved.body]).toMatchObject([
      201,
      {
        brand: 'visa',
        last4: '4242',
        expirationMonth: 4,
        expirationYear: 2031,
        isDefault: true,
        expired: false,
        retried: [],
      },
    ]);
    expect((await h.account(customer)).paymentMethod).toMatchObject({ last4: '4242' });
    const other = await customer.client.post('/sandbox/tokens', {
      number: '4111111111111111',
      expMonth: 4,
      expYear: 2031,
      cvc: '987',
    });
    expect([other.status, other.body.error.code]).toEqual([402, 'incorrect_number']);
    const kept = await h.database.query(
      `SELECT 1 FROM sandbox.tokens t WHERE t::text LIKE '%42424242%' OR t::text LIKE '%4111%'`,
    );
    expect(kept).toEqual([]);
    expect(h.log.lines.join('')).not.toMatch(/4242 ?4242|4111 ?1111|"987"/);
  });

  test('declined when saved: the provider’s words, no card and no debt', async () => {
    const customer = await h.makeCustomer();
    const answer = await customer.client.post(CARD, {
      type: 'stripe',
      token: 'tok_visa_chargeDeclinedInsufficientFunds',
    });
    expect(answer.status).toBe(402);
    expect(answer.body.error).toMatchObject({
      type: 'StripeCardError',
      message: 'Your card has insufficient funds.',
      code: 'card_declined',
      declineCode: 'insufficient_funds',
    });
    expect(answer.body.message).toBe('Your card has insufficient funds.');
    expect((await h.account(customer)).paymentMethod).toBeNull();
    await expectNothing(customer);
    expect((await customer.client.post(CARD, { type: 'stripe', token: 'tok_visa' })).status).toBe(201);
  });

  test('a card declined when saved leaves the one before in place', async () => {
    const customer = await h.makeCustomer({ card: 'tok_visa' });
    await customer.client.post(CARD, { type: 'stripe', token: 'tok_chargeDeclinedExpiredCard' });
    expect((await h.account(customer)).paymentMethod).toMatchObject({ last4: '4242' });
    await customer.client.post(CARD, { type: 'stripe', token: 'tok_mastercard' });
    expect((await h.account(customer)).paymentMethod).toMatchObject({ brand: 'mastercard', last4: '4444' });
  });

  test('a token that is none: INVALID_REQUEST', async () => {
    const customer = await h.makeCustomer();
    expect(await refusal(customer.client.post(CARD, { type: 'stripe', token: 'tok_nothing' }))).toEqual([
      400,
      'INVALID_REQUEST',
    ]);
    expect((await h.account(customer)).paymentMethod).toBeNull();
  });

  test('outside the card countries, and in the scope brand without an address, none can be saved', async () => {
    const card = { type: 'stripe', token: 'tok_visa' };
    const otto = await h.makeCustomer({ address: berlin });
    expect(await refusal(otto.client.post(CARD, card))).toEqual([409, 'CARD_COUNTRY_UNSUPPORTED']);
    expect((await h.account(otto)).canAddPaymentMethod).toBe(false);
    const grace = await h.makeCustomer({ address: null, brand: 'scope' });
    expect(await refusal(grace.client.post(CARD, card))).toEqual([400, 'MISSING_ADDRESS']);
    const drive = await h.makeCustomer({ address: null });
    expect((await drive.client.post(CARD, card)).status).toBe(201);
  });

  test('ten cards saved at the same moment: one is the card, and none of the answers is a fault', async () => {
    const customer = await h.makeCustomer();
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => customer.client.post(CARD, { type: 'stripe', token: 'tok_visa' })),
    );
    expect(answers.map(({ status }) => status).filter((status) => status !== 201 && status !== 409)).toEqual([]);
    const active = (await rowsOf('payment_methods', customer)).filter(({ status }) => status === 'active');
    expect(active).toHaveLength(1);
  });

  test('declined at the first charge: no subscription, a void invoice, empty books; a good card buys the same plan', async () => {
    const customer = await h.makeCustomer({ card: 'tok_visa_chargeCustomerFail' });
    const answer = await buy(customer, { planId: 'pln_drive_starter' });
    expect(answer.status).toBe(402);
    expect(answer.body.error).toMatchObject({
      type: 'StripeCardError',
      message: 'Your card was declined.',
      code: 'card_declined',
      declineCode: 'generic_decline',
    });
    await expectNothing(customer);
    expect(await rowsOf('invoices', customer)).toEqual([{ status: 'void' }]);
    expect(await rowsOf('subscriptions', customer)).toEqual([{ status: 'incomplete_expired' }]);
    const [invoice] = await h.database.query<{ id: string }>('SELECT id FROM invoices WHERE account_id = $1', [
      customer.accountId,
    ]);
    expect(await refusal(customer.client.get(`/api/account/me/receipts/${invoice?.id}`))).toEqual([404, 'NOT_FOUND']);

    await customer.client.post(CARD, { type: 'stripe', token: 'tok_visa' });
    await bought(customer, { planId: 'pln_drive_starter' });
    expect(await h.charges(customer)).toMatchObject([{ amountCents: 32462 }]);
  });
});

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

  test('twenty at the same moment without a key: one charge', async () => {
    const customer = await h.makeCustomer({ card: 'tok_visa' });
    const answers = await Promise.all(Array.from({ length: 20 }, () => buy(customer, { planId: 'pln_drive_starter' })));
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => ![200, 201, 409].includes(status))).toEqual([]);
    expect(statuses.filter((status) => status === 201)).toHaveLength(1);
    expect(await h.charges(customer)).toHaveLength(1);
    expect(await h.subscriptions(customer, true)).toHaveLength(1);
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

describe('what belongs to somebody else (INV-20)', () => {
  test('answers on every call like what does not exist', async () => {
    const owner = await h.makeCustomer({ card: 'tok_visa', clock: START });
    const { id, receipt } = await bought(owner, { planId: 'pln_drive_starter' });
    const stranger = await h.makeCustomer({ card: 'tok_visa', clock: START });
    const { client } = stranger;
    const calls = (subscription: string, paid: string) => [
      client.get(`${BUY}/${subscription}`),
      client.patch(`${BUY}/${subscription}`, { planId: 'pln_drive_ultimate' }),
      client.patch(`${BUY}/${subscription}`, { cancelAtPeriodEnd: true }),
      client.patch(`${BUY}/${subscription}`, { transitionAtEnd: false }),
      client.post(`${BUY}/preview`, { planId: 'pln_drive_ultimate', subscriptionId: subscription }),
      client.get(`/api/account/me/receipts/${paid}`),
      client.post(`/api/account/me/receipts/${paid}/pay`, {}),
    ];
    const anonymous = (answers: { status: number; body: { error: { requestId: string } } }[]) =>
      answers.map(({ status, body }) => ({
        status,
        body: { ...starterYearly, error: { ...body.error, requestId: '' } },
      }));
    const theirs = anonymous(await Promise.all(calls(id, receipt?.id ?? '')));
    const none = anonymous(
      await Promise.all(calls('sub_00000000000000000000000000', 'inv_00000000000000000000000000')),
    );
    expect(theirs.map(({ status }) => status)).toEqual(Array(7).fill(404));
    expect(theirs).toEqual(none);
    expect(await refusal(client.get(`/api/account/me/receipts/${receipt?.chargeId}`))).toEqual([404, 'NOT_FOUND']);
    expect(await h.subscriptions(owner)).toMatchObject([
      { id, status: 'active', cancelAtPeriodEnd: false, plan: { id: 'pln_drive_starter' } },
    ]);
    expect(await h.subscriptions(stranger, true)).toEqual([]);
  });
});
