import { describe, expect, test } from 'vitest';
import { berlin } from '../../../test/customers.ts';
import { codeOf, makeClocked, makeRedemption, plans, redeemPromotion, redemptions } from '../../../test/promotions.ts';
import { amounts, makeHolder, makePurchase, refusal, START, starterYearly } from '../../../test/shop.ts';
import { useCodes } from '../../../test/use-harness.ts';

const h = useCodes();

const base64 = (text: string): string => Buffer.from(text).toString('base64');

describe('[PR-03] taking a promotion', () => {
  test('2-series: two subscriptions, free until July, then 324.62 and 545.58 are charged (S18)', async () => {
    const ada = await makeClocked(h);
    const body = await makeRedemption(ada, 'lexington');
    expect(plans(body)).toEqual(['pln_drive_starterpromotional', 'pln_scope_ultimatepromotional']);
    expect(body.transitionAtEnd).toBe(true);
    expect(body.subscriptions).toMatchObject([
      { type: 'Promotion', renews: true, renewalCents: 32_462, expiry: '2026-07-10T12:00:00.000Z', isPromo: true },
      { type: 'Promotion', renews: true, renewalCents: 54_558, expiry: '2026-07-10T12:00:00.000Z', isPromo: true },
    ]);
    expect((await h.receipts(ada)).map(({ status, totalCents }) => [status, totalCents])).toEqual([
      ['No Payment Necessary', 0],
      ['No Payment Necessary', 0],
    ]);
    // two charges on one day, each with its own invoice: one is the next payment, the other is listed beside it
    const { nextPayment, estimatedNextReceipt, laterPayments } = await h.account(ada);
    const forecast = [{ ...nextPayment, description: estimatedNextReceipt?.description }, ...laterPayments];
    const day = '2026-07-10T12:00:00.000Z';
    expect(forecast.toSorted((a, b) => (a.total ?? 0) - (b.total ?? 0))).toEqual([
      { total: 32_462, processedDate: day, description: 'Drive Starter, yearly' },
      { total: 54_558, processedDate: day, description: 'Scope Ultimate, yearly' },
    ]);
    expect(await amounts(h, ada)).toEqual([]);

    await h.advance(ada, { to: '2026-07-11T00:00:00.000Z' });
    expect((await amounts(h, ada)).sort()).toEqual([32_462, 54_558]);
    expect((await h.subscriptions(ada)).map(({ plan, type, expiry }) => [plan.id, type, expiry]).sort()).toEqual([
      ['pln_drive_starter', 'Credit Card', '2027-07-10T12:00:00.000Z'],
      ['pln_scope_ultimate', 'Credit Card', '2027-07-10T12:00:00.000Z'],
    ]);
  });

  test('[BY-07] its end is a renewal that the clock can be moved to', async () => {
    const ada = await makeClocked(h);
    await makeRedemption(ada, '2-series');
    await h.advance(ada, { until: 'next_renewal' });
    expect((await amounts(h, ada)).sort()).toEqual([32_462, 54_558]);
  });

  test('S18 for accounts without a clock, done by the real worker', async () => {
    const ada = await h.makeCustomer({ card: 'tok_visa' });
    await makeRedemption(ada, '2-series');
    await h.database.query(
      `UPDATE subscriptions SET billing_anchor = billing_anchor - interval '7 months', current_period_start = current_period_start - interval '7 months',
         current_period_end = current_period_end - interval '7 months' WHERE account_id = $1`,
      [ada.accountId],
    );
    await h.database.query('UPDATE accounts SET next_action_at = now() - make_interval(secs => 1) WHERE id = $1', [
      ada.accountId,
    ]);
    await h.work.runDueWork();
    expect((await amounts(h, ada)).sort()).toEqual([32_462, 54_558]);
  });

  test('[PR-04] auto-renew declined: no renewal is announced, both plans end, nothing is charged', async () => {
    const ada = await makeClocked(h);
    const declined = { transitionAtEnd: false };
    const promoCode = await codeOf(ada, '2-series');
    const { status, body, text } = await redeemPromotion(ada, promoCode, 'declined-1', declined);
    expect(status, text).toBe(201);
    expect(body).toMatchObject({ transitionAtEnd: false, promotion: { chargeThen: null } });
    expect(body.subscriptions.map(({ renews, transitionAtEnd }) => [renews, transitionAtEnd])).toEqual([
      [false, false],
      [false, false],
    ]);
    expect((await redeemPromotion(ada, promoCode, 'declined-1', declined)).body).toEqual(body);
    expect(await refusal(redeemPromotion(ada, promoCode, 'declined-1'))).toEqual([422, 'IDEMPOTENCY_MISMATCH']);
    expect((await h.account(ada)).nextPayment).toBeNull();
    await h.advance(ada, { to: '2026-07-11T00:00:00.000Z' });
    expect(await amounts(h, ada)).toEqual([]);
    expect(await h.subscriptions(ada)).toEqual([]);
  });

  test('tbs1k: drive Starter and scope Starter for a year', async () => {
    const ada = await makeClocked(h);
    const body = await makeRedemption(ada, 'tbs1k');
    expect(plans(body)).toEqual(['pln_drive_starterpromotional', 'pln_scope_starterpromotional']);
    expect(body.promotion).toMatchObject({ months: 12, renewsOn: '2027-01-10T12:00:00.000Z' });
    await h.advance(ada, { to: '2027-01-11T00:00:00.000Z' });
    expect((await amounts(h, ada)).sort()).toEqual([21_758, 32_462]);
  });

  test('portal: 200 MB for ever, without address or card', async () => {
    const ada = await h.makeCustomer({ address: null, clock: START });
    const body = await makeRedemption(ada, 'portal');
    expect(body.transitionAtEnd).toBe(false);
    expect(body.subscriptions).toMatchObject([
      {
        plan: { id: 'pln_drive_portal', storageDisplay: '200 MB' },
        type: 'Promotion',
        currentPeriodEnd: null,
        expiry: null,
        expires: false,
        renews: false,
        isFreePromo: true,
        noExpiry: true,
        oneTimeOffer: true,
      },
    ]);
    await h.advance(ada, { to: '2028-02-01T00:00:00.000Z' });
    expect(plans({ subscriptions: await h.subscriptions(ada) })).toEqual(['pln_drive_portal']);
    const [only] = await h.subscriptions(ada);
    expect(
      await refusal(ada.client.patch(`/api/subscription/subscriptions/${only?.id}`, { cancelAtPeriodEnd: false })),
    ).toEqual([409, 'NOT_RENEWABLE']);
  });

  test('from portal for ever to a paid plan and away: a plan without an end is changed like any free one', async () => {
    const ada = await makeClocked(h);
    await makeRedemption(ada, 'portal');
    const answer = await ada.client.post('/api/subscription/subscriptions', starterYearly);
    expect(answer.status, answer.text).toBe(200);
    expect(await amounts(h, ada)).toEqual([32_462]);
    const eve = await h.makeCustomer({ address: null });
    const { subscriptions } = await makeRedemption(eve, 'portal');
    expect((await eve.client.delete(`/api/subscription/subscriptions/${subscriptions[0]?.id}`)).status).toBe(204);
    expect(await h.subscriptions(eve)).toEqual([]);
  });

  test('from portal for ever to Basic: at once, since no end is waited for, and not at an end that never comes', async () => {
    const ada = await makeClocked(h);
    const { subscriptions } = await makeRedemption(ada, 'portal');
    const change = (body: object) => ada.client.patch(`/api/subscription/subscriptions/${subscriptions[0]?.id}`, body);
    expect(await refusal(change({ planId: 'pln_drive_starter', transitionAtEnd: true }))).toEqual([
      409,
      'NOT_RENEWABLE',
    ]);
    const answer = await change({ planId: 'pln_drive_free' });
    expect(answer.status, answer.text).toBe(200);
    expect(answer.body).toMatchObject({
      receipt: null,
      subscription: { isBasic: true, noExpiry: false, pendingChange: null },
    });
    expect(await amounts(h, ada)).toEqual([]);
  });

  test('a change that waits for its end is taken back, and it goes on as before (decision 15)', async () => {
    const ada = await makeClocked(h);
    const [drive] = (await makeRedemption(ada, '2-series')).subscriptions;
    const change = (body: object) => ada.client.patch(`/api/subscription/subscriptions/${drive?.id}`, body);
    expect((await change({ planId: 'pln_drive_free' })).body).toMatchObject({
      subscription: { pendingChange: { planName: 'Basic', customBilling: false } },
    });
    expect((await change({ transitionAtEnd: false })).body).toMatchObject({
      subscription: { pendingChange: null, transitionAtEnd: true, renewalCents: 32_462 },
    });
  });

  test('outside the U.S. no card is needed, and both just end', async () => {
    const ada = await h.makeCustomer({ address: berlin, clock: START });
    const body = await makeRedemption(ada, '2-series');
    expect(body.transitionAtEnd).toBe(false);
    expect(body.subscriptions.map(({ renews, renewalCents }) => [renews, renewalCents])).toEqual([
      [false, null],
      [false, null],
    ]);
    await h.advance(ada, { to: '2026-07-11T00:00:00.000Z' });
    expect(await h.subscriptions(ada)).toEqual([]);
  });

  test('auto-renew turned off: nothing is charged when it ends', async () => {
    const ada = await makeClocked(h);
    for (const { id } of (await makeRedemption(ada, '2-series')).subscriptions)
      await ada.client.patch(`/api/subscription/subscriptions/${id}`, { cancelAtPeriodEnd: true });
    await h.advance(ada, { to: '2026-07-11T00:00:00.000Z' });
    expect(await amounts(h, ada)).toEqual([]);
    expect(await h.subscriptions(ada)).toEqual([]);
  });

  test('a paid drive plan gives way, its unused days become credit (S19); a scope one stays', async () => {
    const { customer } = await makeHolder(h, starterYearly);
    await makePurchase(customer, { planId: 'pln_scope_starter', interval: 'yearly' });
    await h.advance(customer, { to: '2026-04-20T18:00:00.000Z' });
    await makeRedemption(customer, '2-series');
    expect(plans({ subscriptions: await h.subscriptions(customer) }).sort()).toEqual([
      'pln_drive_starterpromotional',
      'pln_scope_starter',
      'pln_scope_ultimatepromotional',
    ]);
    expect((await h.account(customer)).balance).toBe(-23_568);
  });

  test.each([
    ['the code alone', (code: string) => code.split(':')[1] ?? ''],
    ['name and code', (code: string) => code],
    ['the name in capitals', (code: string) => code.replace('portal', 'PORTAL')],
    ['base64 of name and code', (code: string) => base64(code)],
    ['base64 of the code alone', (code: string) => base64(code.split(':')[1] ?? '')],
    ['percent-encoded base64', (code: string) => encodeURIComponent(base64(code))],
  ])('[PR-02] %s is accepted', async (_what, write) => {
    const ada = await h.makeCustomer({ address: null });
    expect((await redeemPromotion(ada, write(await codeOf(ada, 'portal')))).status).toBe(201);
  });

  test('a code that is nobody’s is good once, for whoever comes first', async () => {
    await h.database.query(
      `INSERT INTO promotion_codes (code, promotion_id) VALUES ('OPEN-TO-ALL', 'prm_portal') ON CONFLICT DO NOTHING`,
    );
    const [ada, eve] = [await h.makeCustomer({ address: null }), await h.makeCustomer({ address: null })];
    expect((await redeemPromotion(ada, 'OPEN-TO-ALL')).status).toBe(201);
    expect(await refusal(redeemPromotion(eve, 'OPEN-TO-ALL'))).toEqual([400, 'INVALID']);
    expect(await redemptions(h, eve)).toEqual([]);
  });
});
