import type { Quote } from '@foyer/contract/api/shapes';
import { describe, expect, test } from 'vitest';
import type { CustomerOptions } from '../../../test/customers.ts';
import type { Customer } from '../../../test/harness.ts';
import { amounts, BUY, CARD, type Changed, makeHolder, refusal } from '../../../test/shop.ts';
import { useShop } from '../../../test/use-harness.ts';

const h = useShop();

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

describe('changing the plan in the middle of a period (D2)', () => {
  test('[PY-06] [I9] tax is given back along the whole chain: yearly to monthly, and then to a smaller plan', async () => {
    const { customer, id } = await holder('2026-01-10T12:00:00.000Z', { planId: 'pln_drive_ultimate' });
    await h.advance(customer, { by: 'P1D' });
    const monthly = await patched(customer, id, { planId: 'pln_drive_ultimate', interval: 'monthly' });
    expect(monthly.receipt).toMatchObject({ subtotal: -80_793, tax: -6665 });
    const smaller = await patched(customer, id, { planId: 'pln_drive_starter', interval: 'monthly' });
    // Of the 7422 that were collected 757 are left, and what is given back now was taxed with 491.
    expect(smaller.receipt).toMatchObject({ subtotal: -5950, tax: -491, creditAdded: 6441 });
  });

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

  test('[DR-04] [BY-03] time passes between the quote and the order: refused with the new amount, which is then charged', async () => {
    const { customer, id } = await holder('2026-01-10T12:00:00.000Z', { planId: 'pln_drive_starter' });
    const order = { planId: 'pln_drive_ultimate', interval: 'yearly', expectedTotalCents: 64_924 };
    await h.advance(customer, { by: 'P3M' });
    const refused = await patch(customer, id, order);
    expect([refused.status, refused.body.error.type]).toEqual([409, 'QUOTE_CHANGED']);
    const { amountDueCents } = refused.body.error.quote as Quote;
    expect(amountDueCents).toBeLessThan(64_924);
    expect(await amounts(h, customer)).toEqual([32_462]);
    await patched(customer, id, { ...order, expectedTotalCents: amountDueCents });
    expect(await amounts(h, customer)).toEqual([32_462, amountDueCents]);
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
      pendingChange: { planId: 'pln_drive_starter', planName: 'Starter', applyAt: '2026-02-10T12:00:00.000Z' },
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

  test('[SU-05] beside the plan one has already it is switched all the same, and only where it was given', async () => {
    const { customer, id } = await holder('2026-01-10T12:00:00.000Z', { planId: 'pln_drive_starter' });
    const same = { planId: 'pln_drive_starter' };
    const switched = { ...same, cancelAtPeriodEnd: true };
    for (const body of [switched, same])
      expect((await patched(customer, id, body)).subscription.cancelAtPeriodEnd).toBe(true);
    expect((await patched(customer, id, { ...same, cancelAtPeriodEnd: false })).subscription.renews).toBe(true);
    await patched(customer, id, switched);
    await h.advance(customer, { by: 'P1Y' });
    expect(await h.charges(customer)).toHaveLength(1);
  });

  test('[SU-05] a discount beside the switch alone is refused, not lost', async () => {
    const { customer, id } = await holder('2026-01-10T12:00:00.000Z', { planId: 'pln_drive_starter' });
    const wanted = { cancelAtPeriodEnd: true, couponId: 'dsc_7KQ2M9XD4HWT8BNC' };
    expect(await refusal(patch(customer, id, wanted))).toEqual([400, 'INVALID_REQUEST']);
    expect(await h.subscriptions(customer)).toMatchObject([{ id, renews: true }]);
  });
});
