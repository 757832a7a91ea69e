import type { Quote } from '@foyer/contract/api/shapes';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { CustomerOptions } from '../../../test/customers.ts';
import { type Customer, type Harness, startHarness } from '../../../test/harness.ts';
import { BUY, CARD, type Changed, expectAllRight, makeHolder, refusal, START } from '../../../test/shop.ts';

let h: Harness;

beforeAll(async () => {
  h = await startHarness();
});
afterEach(() => expectAllRight(h));
afterAll(() => h.stop());

const holder = (clock: string, body: object, options: CustomerOptions = {}) =>
  makeHolder(h, body, { clock, ...options });
const patch = (customer: Customer, id: string, body: object) => customer.client.patch<Changed>(`${BUY}/${id}`, body);
const patched = async (customer: Customer, id: string, body: object): Promise<Changed> => {
  const answer = await patch(customer, id, body);
  expect(answer.status, answer.text).toBe(200);
  return answer.body;
};
const quoted = async (customer: Customer, subscriptionId: string, body: object) =>
  (await customer.client.post<Quote>(`${BUY}/preview`, { ...body, subscriptionId })).body;

describe('changing the plan in the middle of a period (billing.md §2.3)', () => {
  test('[PY-06] #1 Starter to Ultimate, yearly, after 100 of 365 days: 47136, the period stays', async () => {
    const { customer, id } = await holder('2026-01-10T12:00:00.000Z', { planId: 'pln_drive_starter' });
    await h.advance(customer, { to: '2026-04-20T18:00:00.000Z' });
    const quote = await quoted(customer, id, { planId: 'pln_drive_ultimate', interval: 'yearly' });
    expect(quote).toMatchObject({
      subtotal: 43544,
      tax: 3592,
      amountDueCents: 47136,
      newPeriodEnd: '2027-01-10T12:00:00.000Z',
      prorationDay: 100,
    });
    const { subscription, receipt } = await patched(customer, id, {
      planId: 'pln_drive_ultimate',
      interval: 'yearly',
      expectedTotalCents: 47136,
    });
    expect(receipt).toMatchObject({ subtotal: 43544, tax: 3592, totalCents: 47136, amount: 47136, status: 'Paid' });
    expect(receipt?.items.map(({ amountCents }) => amountCents)).toEqual([-21772, 65316]);
    expect(subscription).toMatchObject({
      id,
      plan: { id: 'pln_drive_ultimate' },
      currentPeriodStart: '2026-01-10T12:00:00.000Z',
      currentPeriodEnd: '2027-01-10T12:00:00.000Z',
    });
    expect((await h.charges(customer)).map(({ amountCents }) => amountCents)).toEqual([32462, 47136]);
  });

  test('#2 scope Starter monthly to yearly after 10 of 28 days: 20366 and a new period', async () => {
    const { customer, id } = await holder('2026-01-31T09:00:00.000Z', { planId: 'pln_scope_starter_monthly' });
    await h.advance(customer, { to: '2026-02-10T09:30:00.000Z' });
    const { subscription, receipt } = await patched(customer, id, { interval: 'yearly' });
    expect(receipt?.items.map(({ amountCents }) => amountCents)).toEqual([-1286, 20100]);
    expect(receipt).toMatchObject({ subtotal: 18814, tax: 1552, amount: 20366 });
    expect(subscription).toMatchObject({
      currentPeriodStart: '2026-02-10T09:30:00.000Z',
      currentPeriodEnd: '2027-02-10T09:30:00.000Z',
    });
  });

  test('[PY-04, PY-06] #3 Ultimate to Starter gives credit, #5 the next renewals use it up', async () => {
    const { customer, id } = await holder('2026-01-31T12:00:00.000Z', { planId: 'pln_drive_ultimate_monthly' });
    await h.advance(customer, { to: '2026-05-11T12:00:00.000Z' });
    const { subscription, receipt } = await patched(customer, id, { planId: 'pln_drive_starter', interval: 'monthly' });
    expect(receipt).toMatchObject({
      subtotal: -3839,
      tax: -317,
      totalCents: -4156,
      amount: 0,
      creditAdded: 4156,
      remainingCredit: 4156,
      status: 'No Payment Necessary',
    });
    expect(receipt?.items.map(({ amountCents }) => amountCents)).toEqual([-5758, 1919]);
    expect(subscription.currentPeriodEnd).toBe('2026-05-31T12:00:00.000Z');
    expect(await h.account(customer)).toMatchObject({ balanceCents: -4156, accountBalance: { balance: -4156 } });
    const charged = (await h.charges(customer)).length;

    await h.advance(customer, { until: 'next_renewal' });
    const [renewal] = await h.receipts(customer);
    expect(renewal).toMatchObject({
      totalCents: 3220,
      creditTendered: 3220,
      amount: 0,
      remainingCredit: 936,
      status: 'No Payment Necessary',
      createdOn: '2026-05-31T12:00:00.000Z',
    });
    expect(await h.charges(customer)).toHaveLength(charged);
    expect((await h.account(customer)).nextPayment).toEqual({ total: 2284, processedDate: '2026-06-30T12:00:00.000Z' });

    await h.advance(customer, { until: 'next_renewal' });
    const [next] = await h.receipts(customer);
    expect(next).toMatchObject({
      totalCents: 3220,
      creditTendered: 936,
      amount: 2284,
      remainingCredit: 0,
      status: 'Paid',
    });
    expect((await h.charges(customer)).at(-1)?.amountCents).toBe(2284);
    const ledger = await h.database.query<{ debit: string; credit: string; amountCents: number }>(
      'SELECT debit, credit, amount_cents FROM ledger_entries WHERE account_id = $1 ORDER BY created_at DESC, id DESC LIMIT 9',
      [customer.accountId],
    );
    expect(ledger.reverse().map(({ debit, credit, amountCents }) => `${debit} < ${credit} ${amountCents}`)).toEqual([
      'revenue < customer_credit 3839',
      'tax_payable < customer_credit 317',
      'receivable < revenue 2975',
      'receivable < tax_payable 245',
      'customer_credit < receivable 3220',
      'receivable < revenue 2975',
      'receivable < tax_payable 245',
      'customer_credit < receivable 936',
      'cash < receivable 2284',
    ]);
  });

  test('there and back within a day nets to nothing (I11), and a third change stands on the second', async () => {
    const { customer, id } = await holder('2026-01-10T12:00:00.000Z', { planId: 'pln_drive_starter' });
    await h.advance(customer, { to: '2026-04-20T18:00:00.000Z' });
    await patched(customer, id, { planId: 'pln_drive_ultimate' });
    await patched(customer, id, { planId: 'pln_drive_starter' });
    expect((await h.account(customer)).balanceCents).toBe(-47136);
    await patched(customer, id, { planId: 'pln_drive_ultimate' });
    expect((await h.account(customer)).balanceCents).toBe(0);
    expect((await h.charges(customer)).map(({ amountCents }) => amountCents)).toEqual([32462, 47136]);
  });

  test('the same plan again costs nothing and changes nothing', async () => {
    const { customer, id } = await holder('2026-01-10T12:00:00.000Z', { planId: 'pln_drive_starter' });
    const { receipt, subscription } = await patched(customer, id, { planId: 'pln_drive_starter', interval: 'yearly' });
    expect([receipt, subscription.id]).toEqual([null, id]);
    expect(await h.receipts(customer)).toHaveLength(1);
  });

  test('a POST while a drive plan is held is a change of it (D17)', async () => {
    const { customer, id } = await holder('2026-01-10T12:00:00.000Z', { planId: 'pln_drive_starter' });
    const answer = await customer.client.post<Changed>(BUY, { planId: 'pln_drive_ultimate' });
    expect([answer.status, answer.body.id]).toEqual([200, id]);
    expect(await h.subscriptions(customer, true)).toHaveLength(1);
  });

  test.each(['pln_scope_ultimate', 'pln_iot_individual_monthly', 'pln_drive_enterprise', 'pln_nothing'])(
    '%s is no plan to change a drive plan to',
    async (planId) => {
      const { customer, id } = await holder('2026-01-10T12:00:00.000Z', { planId: 'pln_drive_starter' });
      expect(await refusal(patch(customer, id, { planId }))).toEqual([400, 'INVALID_PLAN']);
      expect(await h.subscriptions(customer)).toMatchObject([{ id, plan: { id: 'pln_drive_starter' } }]);
    },
  );

  test('a declined change leaves the plan as it was, voids its invoice and gives the credit back', async () => {
    const { customer, id } = await holder('2026-01-31T12:00:00.000Z', { planId: 'pln_drive_ultimate_monthly' });
    await h.advance(customer, { to: '2026-02-10T12:00:00.000Z' });
    await patched(customer, id, { planId: 'pln_drive_starter', interval: 'monthly' });
    const before = await h.account(customer);
    expect(before.balanceCents).toBeLessThan(0);
    await customer.client.post(CARD, { type: 'stripe', token: 'tok_visa_chargeCustomerFail' });
    expect(await refusal(patch(customer, id, { planId: 'pln_drive_ultimate', interval: 'yearly' }))).toEqual([
      402,
      'StripeCardError',
    ]);
    expect(await h.account(customer)).toMatchObject({
      balanceCents: before.balanceCents,
      nextPayment: before.nextPayment,
    });
    expect(await h.subscriptions(customer)).toMatchObject([
      { id, status: 'active', plan: { id: 'pln_drive_starter' }, pendingChange: null },
    ]);
    expect((await h.receipts(customer)).map(({ status }) => status)).toEqual(['No Payment Necessary', 'Paid']);
    await customer.client.post(CARD, { type: 'stripe', token: 'tok_visa' });
    await patched(customer, id, { planId: 'pln_drive_ultimate', interval: 'yearly' });
  });

  test('ten changes at the same moment: the books are right and the answers are no faults', async () => {
    const { customer, id } = await holder('2026-01-10T12:00:00.000Z', { planId: 'pln_drive_starter' });
    await h.advance(customer, { to: '2026-04-20T18:00:00.000Z' });
    const plans = ['pln_drive_tier1', 'pln_drive_pro', 'pln_drive_tier2', 'pln_drive_ultimate', 'pln_drive_starter'];
    const answers = await Promise.all([...plans, ...plans].map((planId) => patch(customer, id, { planId })));
    expect(answers.map(({ status }) => status).filter((status) => status !== 200 && status !== 409)).toEqual([]);
    expect(await h.subscriptions(customer)).toHaveLength(1);
  });
});

describe('at the end of the period', () => {
  test('a change that is asked for then costs nothing today, shows, and happens at the boundary', async () => {
    const { customer, id } = await holder('2026-01-10T12:00:00.000Z', { planId: 'pln_drive_ultimate_monthly' });
    const { subscription, receipt } = await patched(customer, id, {
      planId: 'pln_drive_starter',
      interval: 'monthly',
      transitionAtEnd: true,
    });
    expect(receipt).toBeNull();
    expect(subscription).toMatchObject({
      plan: { id: 'pln_drive_ultimate' },
      pendingChange: { planId: 'pln_drive_starter', interval: 'monthly', applyAt: '2026-02-10T12:00:00.000Z' },
    });
    expect((await h.account(customer)).nextPayment).toEqual({ total: 3220, processedDate: '2026-02-10T12:00:00.000Z' });
    await h.advance(customer, { until: 'next_renewal' });
    expect(await h.subscriptions(customer)).toMatchObject([
      { id, plan: { id: 'pln_drive_starter' }, pendingChange: null, currentPeriodEnd: '2026-03-10T12:00:00.000Z' },
    ]);
    expect((await h.charges(customer)).map(({ amountCents }) => amountCents)).toEqual([9661, 3220]);
  });

  test('to Basic always waits; the wish can be taken back', async () => {
    const { customer, id } = await holder('2026-01-10T12:00:00.000Z', { planId: 'pln_drive_starter_monthly' });
    expect((await patched(customer, id, { planId: 'pln_drive_free' })).subscription.pendingChange).toMatchObject({
      planId: 'pln_drive_free',
    });
    expect((await patched(customer, id, { transitionAtEnd: false })).subscription.pendingChange).toBeNull();
    expect(await refusal(patch(customer, id, { transitionAtEnd: true }))).toEqual([409, 'NOT_RENEWABLE']);
    await patched(customer, id, { planId: 'pln_drive_free' });
    await h.advance(customer, { until: 'next_renewal' });
    expect(await h.subscriptions(customer)).toMatchObject([
      { id, type: 'Basic', status: 'active', plan: { id: 'pln_drive_free' } },
    ]);
    expect(await h.charges(customer)).toHaveLength(1);
    expect((await h.account(customer)).nextPayment).toBeNull();
    await h.advance(customer, { by: 'P14M' });
    expect(await h.subscriptions(customer)).toMatchObject([{ id, type: 'Basic', status: 'active' }]);
    expect(await h.charges(customer)).toHaveLength(1);
  });
});

describe('the renewal switch', () => {
  test('[SU-05] off: the plan runs out and nothing is charged', async () => {
    const { customer, id } = await holder('2026-01-10T12:00:00.000Z', { planId: 'pln_drive_starter' });
    const { subscription } = await patched(customer, id, { cancelAtPeriodEnd: true });
    expect(subscription).toMatchObject({
      cancelAtPeriodEnd: true,
      renews: false,
      renewalCents: null,
      status: 'active',
    });
    expect((await h.account(customer)).nextPayment).toBeNull();
    await h.advance(customer, { by: 'P1Y' });
    expect(await h.subscriptions(customer)).toEqual([]);
    expect(await h.subscriptions(customer, true)).toMatchObject([{ id, status: 'canceled', entitled: false }]);
    expect(await h.charges(customer)).toHaveLength(1);
    expect(await refusal(patch(customer, id, { cancelAtPeriodEnd: false }))).toEqual([404, 'NOT_FOUND']);
  });

  test('[SU-05] off and on again before the end: it renews', async () => {
    const { customer, id } = await holder('2026-01-10T12:00:00.000Z', { planId: 'pln_drive_starter' });
    await patched(customer, id, { cancelAtPeriodEnd: true });
    await h.advance(customer, { by: 'P11M' });
    expect((await patched(customer, id, { cancelAtPeriodEnd: false })).subscription).toMatchObject({
      renews: true,
      renewalCents: 32462,
    });
    await h.advance(customer, { by: 'P2M' });
    expect(await h.charges(customer)).toHaveLength(2);
  });

  test('plan and switch in one request', async () => {
    const { customer, id } = await holder('2026-01-10T12:00:00.000Z', { planId: 'pln_drive_starter' });
    const { subscription } = await patched(customer, id, { planId: 'pln_drive_ultimate', cancelAtPeriodEnd: true });
    expect(subscription).toMatchObject({ plan: { id: 'pln_drive_ultimate' }, cancelAtPeriodEnd: true });
  });
});

describe('trials', () => {
  const trial = { planId: 'pln_drive_pro', trial: true };

  test('needs no card, lasts as long as the brand says, ends by itself and is given once', async () => {
    const { customer } = await holder(START, trial, { card: null, address: null });
    expect(await h.subscriptions(customer)).toMatchObject([
      {
        type: 'Trial',
        status: 'trialing',
        isTrial: true,
        entitled: true,
        renews: false,
        trialDaysLeft: 14,
        trialExpiresOn: '2026-01-24T12:00:00.000Z',
      },
    ]);
    expect(await h.receipts(customer)).toEqual([]);
    await h.advance(customer, { to: '2026-01-24T11:59:59.000Z' });
    expect(await h.subscriptions(customer)).toMatchObject([{ status: 'trialing', entitled: true }]);
    await h.advance(customer, { to: '2026-01-24T12:00:00.000Z' });
    expect(await h.subscriptions(customer)).toEqual([]);
    expect(await h.subscriptions(customer, true)).toMatchObject([{ status: 'canceled', entitled: false }]);
    expect(await refusal(customer.client.post(BUY, { planId: 'pln_drive_starter_trial' }))).toEqual([
      409,
      'TRIAL_ALREADY_USED',
    ]);
    const { body } = await customer.client.get<{ plans: { hasTrial: boolean }[] }>(
      '/api/subscription/plans?product=drive',
    );
    expect(body.plans.filter(({ hasTrial }) => hasTrial)).toEqual([]);
  });

  test('the scope brand gives 30 days', async () => {
    const { customer } = await holder(
      START,
      { planId: 'pln_scope_ultimate', trial: true },
      { card: null, brand: 'scope' },
    );
    expect(await h.subscriptions(customer)).toMatchObject([{ trialDaysLeft: 30 }]);
  });

  test('switched on it goes on as a paid plan, charged when the trial ends (S6)', async () => {
    const { customer, id } = await holder(START, trial);
    expect((await patched(customer, id, { cancelAtPeriodEnd: false })).subscription).toMatchObject({
      renews: true,
      transitionAtEnd: true,
    });
    expect((await h.account(customer)).nextPayment).toEqual({
      total: 64924,
      processedDate: '2026-01-24T12:00:00.000Z',
    });
    await h.advance(customer, { by: 'P1M' });
    expect(await h.subscriptions(customer)).toMatchObject([
      {
        id,
        type: 'Credit Card',
        status: 'active',
        currentPeriodStart: '2026-01-24T12:00:00.000Z',
        currentPeriodEnd: '2027-01-24T12:00:00.000Z',
      },
    ]);
    expect(await h.charges(customer)).toMatchObject([{ amountCents: 64924 }]);
  });

  test('switched on without a card: PAYMENT_METHOD_REQUIRED', async () => {
    const { customer, id } = await holder(START, trial, { card: null });
    expect(await refusal(patch(customer, id, { transitionAtEnd: true }))).toEqual([402, 'PAYMENT_METHOD_REQUIRED']);
  });

  test('switched on with a card that then fails: not entitled, because never paid; in the end canceled without a debt', async () => {
    const { customer, id } = await holder(START, trial, { card: 'tok_visa_chargeCustomerFail' });
    await patched(customer, id, { transitionAtEnd: true });
    await h.advance(customer, { to: '2026-01-24T12:00:00.000Z' });
    expect(await h.subscriptions(customer)).toMatchObject([{ id, status: 'past_due', entitled: false }]);
    await h.advance(customer, { by: 'P1M' });
    expect(await h.subscriptions(customer, true)).toMatchObject([{ id, status: 'canceled' }]);
    expect(await h.account(customer)).toMatchObject({ balanceCents: 0, nextPayment: null });
    expect(await h.receipts(customer)).toEqual([]);
  });

  test('over a paid plan it lies on top, and the plan below keeps billing and is back afterwards (D9)', async () => {
    const { customer, id } = await holder(START, { planId: 'pln_drive_starter_monthly' });
    const started = await customer.client.post<Changed>(BUY, { planId: 'pln_drive_ultimate', trial: true });
    expect(started.status, started.text).toBe(201);
    expect((await h.subscriptions(customer)).map(({ id: each, effective }) => [each, effective])).toEqual([
      [started.body.id, true],
      [id, false],
    ]);
    await h.advance(customer, { by: 'P2M' });
    expect((await h.subscriptions(customer)).map(({ id: each, effective }) => [each, effective])).toEqual([[id, true]]);
    expect((await h.charges(customer)).map(({ amountCents }) => amountCents)).toEqual([3220, 3220, 3220]);
  });

  test('a paid plan bought during the trial ends it (S8)', async () => {
    const { customer, id } = await holder(START, trial);
    const paid = await customer.client.post<Changed>(BUY, { planId: 'pln_drive_starter' });
    expect(paid.status, paid.text).toBe(201);
    expect(await h.subscriptions(customer)).toMatchObject([{ id: paid.body.id, status: 'active' }]);
    expect((await h.subscriptions(customer, true)).find((each) => each.id === id)?.status).toBe('canceled');
  });

  test('a declined purchase during the trial leaves the trial alone', async () => {
    const { customer, id } = await holder(START, trial, { card: 'tok_visa_chargeCustomerFail' });
    expect(await refusal(patch(customer, id, { planId: 'pln_drive_starter' }))).toEqual([402, 'StripeCardError']);
    expect(await h.subscriptions(customer)).toMatchObject([{ id, status: 'trialing' }]);
  });

  test('ten trials at the same moment are one', async () => {
    const customer = await h.makeCustomer({ clock: START });
    const answers = await Promise.all(Array.from({ length: 10 }, () => customer.client.post(BUY, trial)));
    expect(answers.map(({ status }) => status).filter((status) => status === 201)).toHaveLength(1);
    expect(answers.map(({ status }) => status).filter((status) => status !== 201 && status !== 409)).toEqual([]);
    expect(await h.subscriptions(customer, true)).toHaveLength(1);
  });
});
