import type { Quote } from '@foyer/contract/api/shapes';
import { describe, expect, test } from 'vitest';
import { berlin, portland } from '../../../test/customers.ts';
import type { Customer } from '../../../test/harness.ts';
import { BUY, buy, CARD, makePurchase, refusal, START, starterYearly } from '../../../test/shop.ts';
import { useShop } from '../../../test/use-harness.ts';

const h = useShop();

const ledger = ({ accountId }: Customer) =>
  h.database.query<{ kind: string; debit: string; credit: string; amountCents: number }>(
    'SELECT kind, debit, credit, amount_cents FROM ledger_entries WHERE account_id = $1 ORDER BY created_at, id',
    [accountId],
  );

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
      coming: [
        {
          kind: 'renews',
          at: '2027-01-10T12:00:00.000Z',
          ordered: true,
          planName: 'Starter',
          interval: 'yearly',
          bill: { total: 32462, wholePeriod: true, credit: 0, creditAdded: 0, amountDueCents: 32462 },
        },
      ],
    });
    const { subscription, receipt } = await makePurchase(customer, {
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
    const { subscription } = await makePurchase(customer, body);
    expect(await h.charges(customer)).toMatchObject([{ amountCents: cents }]);
    expect(subscription.renews).toBe(!('cancelAtPeriodEnd' in body));
  });

  test('where no tax is owed none is taken', async () => {
    const customer = await h.makeCustomer({ card: 'tok_visa', address: portland });
    const { receipt } = await makePurchase(customer, { planId: 'pln_drive_starter' });
    expect(receipt).toMatchObject({ tax: 0, totalCents: 29988, taxRatePercentage: 0 });
  });

  test('Basic needs neither card nor address and leaves no receipt', async () => {
    const customer = await h.makeCustomer({ address: null });
    const { subscription, receipt } = await makePurchase(customer, { planId: 'pln_drive_free' });
    expect(subscription).toMatchObject({ type: 'Basic', status: 'active', entitled: true });
    expect(receipt).toBeNull();
  });

  test('from Basic to a paid plan, and a decline on the way leaves Basic as it was', async () => {
    const customer = await h.makeCustomer({ card: 'tok_visa_chargeCustomerFail', clock: START });
    const { id } = await makePurchase(customer, { planId: 'pln_drive_free' });
    expect(await refusal(buy(customer, { planId: 'pln_drive_starter' }))).toEqual([402, 'StripeCardError']);
    expect(await h.subscriptions(customer)).toMatchObject([{ id, type: 'Basic', status: 'active' }]);
    await customer.client.post(CARD, { type: 'stripe', token: 'tok_visa' });
    const paid = await buy(customer, { planId: 'pln_drive_starter' });
    expect([paid.status, paid.body.id]).toEqual([200, id]);
    expect(await h.charges(customer)).toMatchObject([{ amountCents: 32462 }]);
  });

  test('prices come from the catalogue whatever the request says (INV-5)', async () => {
    const customer = await h.makeCustomer({ card: 'tok_visa' });
    await makePurchase(customer, {
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

  test('[SP-03] [INV-9] two tabs buy the same plan, each having shown none: one is charged, one is refused', async () => {
    const customer = await h.makeCustomer({ card: 'tok_visa' });
    const order = { planId: 'pln_scope_starter_yearly', expectedHeldCount: 0 };
    const [first, second] = await Promise.all([buy(customer, order, 'tab-1'), buy(customer, order, 'tab-2')]);
    const [done, refused] = first.status === 201 ? [first, second] : [second, first];
    expect(done.status).toBe(201);
    expect(['ALREADY_HELD', 'OPERATION_IN_PROGRESS']).toContain(refused.body.error.type);
    expect((await buy(customer, order, 'tab-3')).body.error.type).toBe('ALREADY_HELD');
    expect(await h.charges(customer)).toHaveLength(1);
    expect((await buy(customer, { ...order, expectedHeldCount: 1 }, 'tab-4')).status).toBe(201);
    expect(await h.charges(customer)).toHaveLength(2);
  });

  test('[INV-9] [INV-22] a repeated order whose answer an earlier release stored: without the members that it lacked, and no others', async () => {
    const customer = await h.makeCustomer({ card: 'tok_visa' });
    const first = await buy(customer, starterYearly, 'earlier');
    await h.database.query(
      `UPDATE idempotency_keys SET response = response::jsonb #- '{subscription,endedAsTrial}' || '{"internal": 1}' WHERE account_id = $1 AND key = 'earlier'`,
      [customer.accountId],
    );
    const again = await buy(customer, starterYearly, 'earlier');
    const { subscription, ...rest } = first.body as unknown as { subscription: { endedAsTrial: boolean } };
    const { endedAsTrial, ...lacking } = subscription;
    expect(endedAsTrial).toBe(false);
    expect([again.status, again.body]).toEqual([201, { ...rest, subscription: lacking }]);
    expect(await h.charges(customer)).toHaveLength(1);
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
    for (let n = 0; n < 10; n += 1) await makePurchase(customer, { planId: 'pln_scope_free' });
    expect(await refusal(buy(customer, { planId: 'pln_scope_free' }))).toEqual([409, 'SUBSCRIPTION_LIMIT']);
  });
});

describe('what belongs to somebody else (INV-20)', () => {
  test('answers on every call like what does not exist', async () => {
    const owner = await h.makeCustomer({ card: 'tok_visa', clock: START });
    const { id, receipt } = await makePurchase(owner, { planId: 'pln_drive_starter' });
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
