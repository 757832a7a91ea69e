import type { Quote } from '@foyer/contract/api/shapes';
import { afterEach, describe, expect, test } from 'vitest';
import { checkCode, driveYear, fifthOff, makeCode, redeem, stateOf } from '../../../test/codes.ts';
import type { Customer } from '../../../test/harness.ts';
import { amounts, BUY, buy, CARD, type Changed, makeHolder, makePurchase, refusal, START } from '../../../test/shop.ts';
import { tablesHolding } from '../../../test/snapshot.ts';
import { useShop } from '../../../test/use-harness.ts';

const h = useShop();

const someone = (options = {}) => h.makeCustomer({ card: 'tok_visa', clock: START, ...options });
const monthly = { planId: 'pln_drive_starter', interval: 'monthly' };
const preview = ({ client }: Customer, body: object) => client.post<Quote>(`${BUY}/preview`, body);

describe('a discount', () => {
  test('[CD-05] [I26] prices, quote, charge and receipt say the same, and so do the invoices that follow', async () => {
    const ada = await someone();
    const coupon = await makeCode(h, { ...fifthOff, cycles: 2 });
    const listed = await ada.client.get<{ plans: { id: string; billingCycles: object[] }[] }>(
      `/api/subscription/v2/plans?product=drive&coupon=${coupon}`,
    );
    const starter = listed.body.plans.find(({ id }) => id === 'pln_drive_starter');
    expect(starter?.billingCycles).toMatchObject([
      { interval: 'monthly', amount: 2975, amountDue: 2380, discounted: true, discountedAmount: 2380 },
      { interval: 'yearly', amount: 29_988, amountDue: 23_990, discounted: true, discountedAmount: 23_990 },
    ]);
    const quoted = await preview(ada, { ...monthly, couponId: coupon });
    expect(quoted.body).toMatchObject({
      subtotal: 2975,
      discount: 595,
      tax: 196,
      total: 2576,
      amountDueCents: 2576,
      coming: [{ kind: 'renews', bill: { total: 2576 } }],
      lines: [{ amountCents: 2975 }],
    });
    expect(await stateOf(h, coupon)).toBeNull();
    const { id, receipt } = await makePurchase(ada, { ...monthly, couponId: coupon, expectedTotalCents: 2576 });
    expect(receipt).toMatchObject({
      subtotal: 2975,
      coupon: { code: coupon, discount: 595 },
      tax: 196,
      totalCents: 2576,
      items: [{ amountCents: 2975 }],
    });
    expect((await h.subscriptions(ada))[0]).toMatchObject({ id, renewalCents: 2576 });
    expect((await h.account(ada)).estimatedNextReceipt).toMatchObject({ coupon: { discount: 595 }, totalCents: 2576 });
    await h.advance(ada, { by: 'P2M' });
    expect(await amounts(h, ada)).toEqual([2576, 2576, 3220]);
  });

  test('[CD-05] a change is lowered by it; typed as a prepaid code it is one all the same', async () => {
    const ada = await someone();
    const { id } = await makePurchase(ada, monthly);
    const prepaidCouponId = await makeCode(h, { ...fifthOff, planId: 'pln_drive_starter_yearly' });
    const body = { interval: 'yearly', prepaidCouponId };
    const quoted = await preview(ada, { ...body, subscriptionId: id });
    const changed = await ada.client.patch<Changed>(`${BUY}/${id}`, {
      ...body,
      expectedTotalCents: quoted.body.amountDueCents,
    });
    expect(changed.status, changed.text).toBe(200);
    expect(changed.body.receipt).toMatchObject({
      coupon: { discount: 5998 },
      amountDueCents: quoted.body.amountDueCents,
    });
    expect(changed.body.subscription.renewalCents).toBe(23_990 + 1979);
  });

  test('[CD-05] [I26] a quote names the discount that lowers it, and the running one that a new one ends', async () => {
    const ada = await someone();
    const first = await makeCode(h, { ...fifthOff, percent: 33 });
    const { id } = await makePurchase(ada, { ...monthly, couponId: first });
    const discountNamed = (code: string, percentage: number) => ({ displayCode: code.split('_')[1], percentage });
    const dearer = { planId: 'pln_drive_pro', interval: 'monthly', subscriptionId: id };
    const running = (await preview(ada, dearer)).body;
    expect([running.discountUsed, running.discountEnded]).toEqual([discountNamed(first, 33), null]);
    const second = await makeCode(h, { ...fifthOff, percent: 50, cycles: 2 });
    const other = (await preview(ada, { ...dearer, couponId: second })).body;
    expect([other.discountUsed, other.discountEnded]).toEqual([discountNamed(second, 50), discountNamed(first, 33)]);
    const none = (await preview(await someone(), monthly)).body;
    expect([none.discountUsed, none.discountEnded]).toEqual([null, null]);
    await ada.client.patch<Changed>(`${BUY}/${id}`, { planId: 'pln_drive_pro', interval: 'monthly', couponId: second });
    const third = await makeCode(h, fifthOff);
    const yearly = { planId: 'pln_drive_pro', interval: 'yearly', subscriptionId: id };
    expect((await preview(ada, { ...yearly, couponId: third })).body.discountEnded).toEqual(discountNamed(second, 50));
  });

  test('[CD-05] [I11] that fits one plan is there again for who tries another and comes back within the period', async () => {
    const ada = await someone();
    const couponId = await makeCode(h, { ...fifthOff, planId: 'pln_drive_starter_monthly', cycles: 1 });
    const { id } = await makePurchase(ada, { ...monthly, couponId });
    const dearer = { planId: 'pln_drive_pro', interval: 'monthly' };
    const changeTo = (body: object) => ada.client.patch<Changed>(`${BUY}/${id}`, body);
    expect((await changeTo(dearer)).body.receipt).toMatchObject({ coupon: null, creditAdded: 0 });
    const back = await preview(ada, { ...monthly, subscriptionId: id });
    expect(back.body).toMatchObject({ discount: 595, amountDueCents: 0 });
    expect((await changeTo(monthly)).body.receipt).toMatchObject({ coupon: { code: couponId, discount: 595 } });
    const [there = 0, again = 0] = (await h.receipts(ada)).map(({ totalCents }) => totalCents);
    expect(there + again).toBe(0);
    // The one invoice it was for is lowered; the next is not.
    await h.advance(ada, { until: 'next_renewal' });
    expect((await h.receipts(ada))[0]).toMatchObject({ coupon: null, subtotal: 2975 });
  });

  test.each(['tok_visa_chargeCustomerFail', 'tok_threeDSecure2Required'])(
    '[S2] [I15] a card that fails (%s) leaves the coupon free, and the next try may use it',
    async (token) => {
      const ada = await someone({ card: 'tok_visa' });
      await h.database.query(
        `UPDATE sandbox.cards SET behaviour = $2 WHERE customer_id = (SELECT gateway_customer_ref FROM accounts WHERE id = $1)`,
        [ada.accountId, token],
      );
      const couponId = await makeCode(h, { ...fifthOff, uses: 1 });
      expect((await buy(ada, { ...monthly, couponId })).status).toBe(402);
      await ada.client.post(CARD, { type: 'stripe', token: 'tok_visa' });
      const { receipt } = await makePurchase(ada, { ...monthly, couponId });
      expect(receipt?.coupon).toEqual({ code: couponId, discount: 595 });
      expect(await amounts(h, ada)).toEqual([2576]);
    },
  );

  test('[CD-03] what it does not fit, a trial, a code of another kind: refused, and nothing is used', async () => {
    const ada = await someone();
    const couponId = await makeCode(h, { ...fifthOff, planId: 'pln_scope_starter' });
    const prepaid = await makeCode(h, driveYear);
    expect(await refusal(buy(ada, { ...monthly, couponId }))).toEqual([400, 'PLANS_NOT_SUPPORTED']);
    expect(await refusal(preview(ada, { ...monthly, couponId }))).toEqual([400, 'PLANS_NOT_SUPPORTED']);
    expect(await refusal(buy(ada, { ...monthly, trial: true, couponId }))).toEqual([400, 'PLANS_NOT_SUPPORTED']);
    expect(await refusal(buy(ada, { ...monthly, couponId: prepaid }))).toEqual([400, 'INVALID_COUPON_TYPE']);
    const plans = '/api/subscription/v2/plans?product=drive&coupon=';
    expect(await refusal(ada.client.get(plans + couponId))).toEqual([400, 'PLANS_NOT_SUPPORTED']);
    expect(await refusal(ada.client.get(plans + prepaid))).toEqual([400, 'INVALID_COUPON_TYPE']);
    expect(await h.subscriptions(ada)).toEqual([]);
    expect([await stateOf(h, couponId), await stateOf(h, prepaid)]).toEqual([null, null]);
  });

  test('[CD-05] a look lists what can be ordered with it, and not what is kept though it is not sold any more', async () => {
    const { customer } = await makeHolder(h, { planId: 'pln_scope_starter_monthly' });
    await h.database.query(
      `UPDATE subscriptions s SET plan_id = p.plan_id, price_id = p.id FROM plan_prices p
       WHERE s.account_id = $1 AND p.interval_id = 'pln_scope_base_monthly'`,
      [customer.accountId],
    );
    const { planNames, plans } = (await checkCode(customer, await makeCode(h, fifthOff))).body;
    expect(planNames).toContain('Scope Starter (monthly, yearly)');
    expect([...planNames, ...plans].filter((name) => /base/i.test(name))).toEqual([]);
  });

  test('[CD-05] [DR-02] a look lists no plan that would change prepaid time; where it fits nothing else, it says so', async () => {
    const ada = await someone();
    for (const planId of ['pln_drive_starter', 'pln_iot_individual'])
      expect((await redeem(ada, await makeCode(h, { type: 'Prepaid', planId, months: 12 }))).status).toBe(201);
    const { planNames, plans } = (await checkCode(ada, await makeCode(h, fifthOff))).body;
    expect(planNames).toContain('Scope Starter (monthly, yearly)');
    expect(plans.filter((id) => !id.startsWith('pln_scope_'))).toEqual([]);
    const ofIot = await makeCode(h, { ...fifthOff, planId: 'pln_iot_individual' });
    expect(await refusal(checkCode(ada, ofIot))).toEqual([409, 'PREPAID_NOT_MODIFIABLE']);
    expect((await checkCode(await someone(), ofIot)).body.planNames).toEqual(['IoT Individual (monthly, yearly)']);
  });

  test('[I14] its last use goes to one of many, each account uses it once', async () => {
    const couponId = await makeCode(h, { ...fifthOff, uses: 2 });
    const customers = await Promise.all(Array.from({ length: 6 }, () => h.makeCustomer({ card: 'tok_visa' })));
    const answers = await Promise.all(customers.map((customer) => buy(customer, { ...monthly, couponId })));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 404, 404, 404, 404]);
    const winner = customers[answers.findIndex(({ status }) => status === 201)];
    if (!winner) throw new Error('no call succeeded');
    expect(await refusal(buy(winner, { planId: 'pln_drive_pro', couponId }))).toEqual([409, 'COUPON_REDEEMED']);
  });
});

describe('limits of wrong codes', () => {
  const MINUTES = 60_000;
  afterEach(() => h.wall.reset());
  /** An access token lives five minutes. */
  const again = async (customer: Customer): Promise<Customer> => ({
    ...customer,
    client: await h.signIn(customer.email),
  });

  test('[CD-03] five wrong codes in 15 minutes, looked up or redeemed; then not even the right one, until they are over', async () => {
    const ada = await h.makeCustomer();
    const code = await makeCode(h, driveYear);
    const wrong = (nth: number) => `ppd-wrong_${nth}`;
    expect(await refusal(checkCode(ada, wrong(1)))).toEqual([404, 'NOT_FOUND']);
    expect(await refusal(redeem(ada, wrong(2)))).toEqual([404, 'NOT_FOUND']);
    expect(await refusal(buy(ada, { ...monthly, couponId: wrong(3) }))).toEqual([404, 'NOT_FOUND']);
    expect(await refusal(preview(ada, { ...monthly, couponId: wrong(4) }))).toEqual([404, 'NOT_FOUND']);
    expect(await refusal(checkCode(ada, `other_${code.split('_')[1]}`))).toEqual([404, 'NOT_FOUND']);
    const refused = await checkCode(ada, code);
    expect([refused.status, refused.body.error.type]).toEqual([429, 'RATE_LIMITED']);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(14 * 60);
    h.wall.advance(15 * MINUTES);
    expect((await redeem(await again(ada), code)).status).toBe(201);
  });

  test('[CD-03] each wrong code is remembered with who tried and from where, never the code; a right one is not', async () => {
    h.wall.advance(60 * MINUTES);
    const ada = await h.makeCustomer();
    const code = await makeCode(h, driveYear);
    await checkCode(ada, 'ppd-wrong_NOT-A-CODE-OF-OURS');
    await ada.client.get('/api/subscription/promotion/account?promotionName=no-such-promotion');
    await checkCode(ada, code);
    const events = await h.database.query(
      `SELECT type, host(address) AS address, request_id IS NOT NULL AS traced FROM security_events
       WHERE account_id = $1 AND type LIKE 'code%' ORDER BY at, id`,
      [ada.accountId],
    );
    const refusedOne = { type: 'code_refused', address: '127.0.0.1', traced: true };
    expect(events).toEqual([refusedOne, refusedOne]);
    expect(await tablesHolding(h.database, 'NOT-A-CODE-OF-OURS')).toEqual([]);
  });

  test('letters count as they are written', async () => {
    h.wall.advance(120 * MINUTES);
    const ada = await h.makeCustomer();
    const code = await makeCode(h, driveYear);
    expect(await refusal(checkCode(ada, code.toLowerCase()))).toEqual([404, 'NOT_FOUND']);
    expect((await checkCode(ada, code)).status).toBe(200);
  });

  test('at the same moment no more are answered than in a row, and an address has 20 an hour for all its accounts', async () => {
    h.wall.advance(240 * MINUTES);
    const customers = await Promise.all(Array.from({ length: 5 }, () => h.makeCustomer()));
    const answers = await Promise.all(
      customers.flatMap((customer) => Array.from({ length: 8 }, (_, nth) => checkCode(customer, `guess_${nth}`))),
    );
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 404)).toHaveLength(20);
    expect(statuses.filter((status) => status === 429)).toHaveLength(20);
    const fresh = await h.makeCustomer();
    expect(await refusal(checkCode(fresh, await makeCode(h, driveYear)))).toEqual([429, 'RATE_LIMITED']);
    h.wall.advance(61 * MINUTES);
    expect(await refusal(checkCode(await again(fresh), 'guess_1'))).toEqual([404, 'NOT_FOUND']);
  });
});
