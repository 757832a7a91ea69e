import { describe, expect, test } from 'vitest';
import type { CustomerOptions } from '../../../test/customers.ts';
import type { Customer } from '../../../test/harness.ts';
import { BUY, CARD, type Changed, makeHolder, refusal, START } from '../../../test/shop.ts';
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
    expect(await h.subscriptions(customer, true)).toMatchObject([
      { status: 'canceled', entitled: false, endedAsTrial: true },
    ]);
    expect(await refusal(customer.client.post(BUY, { planId: 'pln_drive_starter_trial' }))).toEqual([
      409,
      'TRIAL_ALREADY_USED',
    ]);
    const { body } = await customer.client.get<{ plans: { hasTrial: boolean }[] }>(
      '/api/subscription/plans?product=drive',
    );
    expect(body.plans.filter(({ hasTrial }) => hasTrial)).toEqual([]);
  });

  test('[D9] the plan below a trial is listed as current beside the plan that is tried', async () => {
    const { customer } = await holder(START, { planId: 'pln_drive_free' }, { card: null });
    const started = await customer.client.post<Changed>(BUY, trial);
    expect(started.status, started.text).toBe(201);
    const { body } = await customer.client.get<{ plans: { id: string; isCurrent: boolean }[] }>(
      '/api/subscription/v2/plans?product=drive',
    );
    expect(body.plans.filter(({ isCurrent }) => isCurrent).map(({ id }) => id)).toEqual([
      'pln_drive_free',
      'pln_drive_pro',
    ]);
  });

  test('the scope brand gives 30 days', async () => {
    const { customer } = await holder(
      START,
      { planId: 'pln_scope_ultimate', trial: true },
      { card: null, brand: 'scope' },
    );
    expect(await h.subscriptions(customer)).toMatchObject([{ trialDaysLeft: 30 }]);
  });

  test('[BY-06] switched on over a plan, and the card is declined at its end (S7): the customer is told by mail', async () => {
    const { customer } = await holder(START, { planId: 'pln_drive_free' }, { card: 'tok_visa_chargeCustomerFail' });
    const { body } = await customer.client.post<Changed>(BUY, { ...trial, transitionAtEnd: true });
    expect(body.subscription).toMatchObject({ status: 'trialing', renews: true });
    await h.advance(customer, { by: 'P15D' });
    expect(await h.subscriptions(customer)).toMatchObject([{ plan: { id: 'pln_drive_free' } }]);
    const jobs = h.queued.filter(
      (job) => 'accountId' in job && job.accountId === customer.accountId && job.template === 'payment_failed',
    );
    expect(jobs).toHaveLength(1);
    for (const job of jobs) await h.work.sendMail('job_1', job);
    const [mail] = await h.mails(customer.email, 1);
    expect(mail?.subject).toBe("Your payment of $649.24 on Jan 24, 2026 didn't go through");
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
    expect(await h.subscriptions(customer, true)).toMatchObject([{ id, status: 'canceled', endedAsTrial: false }]);
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

  test('a free plan taken during the trial lies under it from then on, and is there when it is over (D9)', async () => {
    const { customer } = await holder(START, trial);
    const { status, text } = await customer.client.post(BUY, { planId: 'pln_drive_free' });
    expect(status, text).toBe(201);
    const held = await h.subscriptions(customer);
    expect(held.map(({ plan, type }) => [plan.id, type]).sort()).toEqual([
      ['pln_drive_free', 'Basic'],
      ['pln_drive_pro', 'Trial'],
    ]);
    await h.advance(customer, { to: '2026-01-24T12:00:00.000Z' });
    expect(await h.subscriptions(customer)).toMatchObject([{ plan: { id: 'pln_drive_free' } }]);
  });

  test('a paid plan bought during the trial ends it (S8)', async () => {
    const { customer, id } = await holder(START, trial);
    const paid = await customer.client.post<Changed>(BUY, { planId: 'pln_drive_starter' });
    expect(paid.status, paid.text).toBe(201);
    expect(await h.subscriptions(customer)).toMatchObject([{ id: paid.body.id, status: 'active' }]);
    expect((await h.subscriptions(customer, true)).find((each) => each.id === id)?.status).toBe('canceled');
  });

  test('of scope only the plan that is tried, or one in place of the trial, ends it (S8, decision 15)', async () => {
    const { customer, id } = await holder(START, { planId: 'pln_scope_ultimate', trial: true });
    const statusOf = async () => (await h.subscriptions(customer, true)).find((each) => each.id === id)?.status;
    const other = await customer.client.post<Changed>(BUY, { planId: 'pln_scope_starter' });
    expect(other.status, other.text).toBe(201);
    expect(await statusOf()).toBe('trialing');
    await customer.client.post(CARD, { type: 'stripe', token: 'tok_visa_chargeCustomerFail' });
    expect(await refusal(patch(customer, id, { planId: 'pln_scope_power' }))).toEqual([402, 'StripeCardError']);
    expect(await statusOf()).toBe('trialing');
    await customer.client.post(CARD, { type: 'stripe', token: 'tok_visa' });
    const instead = await patch(customer, id, { planId: 'pln_scope_power' });
    expect(instead.status, instead.text).toBeLessThan(300);
    expect(await statusOf()).toBe('canceled');
    expect((await h.subscriptions(customer)).map(({ plan }) => plan.id).sort()).toEqual([
      'pln_scope_power',
      'pln_scope_starter',
    ]);
  });

  test('[SU-07] a plan wanted at the end of a trial is refused: nothing is charged today that was asked for later', async () => {
    const { customer, id } = await holder(START, trial);
    const asked = patch(customer, id, { planId: 'pln_drive_starter', transitionAtEnd: true });
    expect(await refusal(asked)).toEqual([400, 'INVALID_REQUEST']);
    expect((await asked).body).toMatchObject({ error: { field: 'transitionAtEnd' } });
    expect(await h.subscriptions(customer)).toMatchObject([{ id, status: 'trialing' }]);
    expect(await h.charges(customer)).toEqual([]);
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
