import { describe, expect, test } from 'vitest';
import { atEveryStatement } from '../../../test/at-every-statement.ts';
import {
  checkCode,
  driveYear,
  fifthOff,
  forever,
  makeCode,
  makeCodes,
  redeem,
  scopeTwoYears,
  stateOf,
  ultimateYear,
} from '../../../test/codes.ts';
import type { Customer } from '../../../test/harness.ts';
import { codeOf, redeemPromotion } from '../../../test/promotions.ts';
import { BUY, type Changed, makePurchase, refusal, START, starterYearly } from '../../../test/shop.ts';
import { snapshot, tablesHolding } from '../../../test/snapshot.ts';
import { useShop } from '../../../test/use-harness.ts';

const h = useShop();

const someone = (options = {}) => h.makeCustomer({ clock: START, ...options });
const patch = ({ client }: Customer, id: string, body: object) => client.patch<Changed>(`${BUY}/${id}`, body);

describe('a look at a code', () => {
  test('[CD-01] says exactly what would happen, and changes nothing; then it happens', async () => {
    const ada = await someone({ card: 'tok_visa' });
    await makePurchase(ada, starterYearly);
    await h.advance(ada, { by: 'P3M' });
    const code = await makeCode(h, { ...driveYear, planId: 'pln_drive_ultimate' });
    // The first look makes the counters of wrong codes; from then on not a row changes.
    await checkCode(ada, code);
    const before = await snapshot(h.database);
    const looked = await checkCode(ada, ` ${code.split('_')[1]}\t`);
    expect(looked.status, looked.text).toBe(200);
    expect(await snapshot(h.database)).toEqual(before);
    expect(looked.body).toMatchObject({
      id: code,
      displayCode: code.split('_')[1],
      type: 'Prepaid',
      product: 'drive',
      plan: { id: 'pln_drive_ultimate', displayName: 'Ultimate' },
      planWithContext: 'Drive Ultimate',
      durationInMonths: 12,
      durationLabel: '1-year',
      isPerpetual: false,
      plans: ['pln_drive_ultimate_yearly'],
      refusal: null,
    });
    const { effect } = looked.body;
    expect(effect).toMatchObject({
      action: 'replaces',
      replaces: { name: 'Starter' },
      from: '2026-04-10T12:00:00.000Z',
    });
    const answer = await redeem(ada, code);
    expect(answer.status, answer.text).toBe(201);
    expect(answer.body.subscription).toMatchObject({
      type: 'Prepaid',
      expiry: effect?.until,
      prepaidCouponId: code,
      prepaidDisplayCode: code.split('_')[1],
    });
    expect(answer.body.receipt).toMatchObject({ totalCents: 0, status: 'No Payment Necessary', isPaid: true });
    expect((await h.account(ada)).balanceCents).toBe(-(effect?.creditCents ?? 0));
    expect(effect?.creditCents).toBeGreaterThan(20_000);
  });

  test('[CD-01] a checked code names what ends: a trial over a paid plan, the free time of a promotion, and features that are lost', async () => {
    const code = await makeCode(h, driveYear);
    const ada = await someone({ card: 'tok_visa' });
    await makePurchase(ada, starterYearly);
    await makePurchase(ada, { planId: 'pln_drive_ultimate', interval: 'yearly', trial: true, transitionAtEnd: true });
    expect((await checkCode(ada, code)).body.effect).toMatchObject({
      action: 'replaces',
      replaces: { name: 'Starter' },
      endsTrial: { name: 'Ultimate', continues: true },
      freeTime: null,
      exchange: {
        had: { details: { storageSizeLimit: { displayValue: '1 TB' }, accessKeyLimit: { value: 100 } } },
        gets: { details: { storageSizeLimit: { displayValue: '50 GB' }, accessKeyLimit: { value: 5 } } },
      },
    });
    const eve = await someone({ card: 'tok_visa' });
    expect((await redeemPromotion(eve, await codeOf(eve, '2-series'))).status).toBe(201);
    expect((await checkCode(eve, code)).body.effect).toMatchObject({
      replaces: { name: 'Starter' },
      endsTrial: null,
      freeTime: { until: '2026-07-10T12:00:00.000Z', months: 6, days: 181 },
    });
  });

  test('[CD-02] a maintenance code finds the one licence of its tier, or waits until one is named', async () => {
    const ada = await someone();
    const code = await makeCode(h, ultimateYear);
    expect((await checkCode(ada, code)).body).toMatchObject({
      effect: null,
      refusal: null,
      isMaintenance: true,
      tierName: 'Ultimate',
    });
    const { id } = (await redeem(ada, await makeCode(h, forever))).body;
    const found = await checkCode(ada, code);
    expect(found.body).toMatchObject({
      effect: { action: 'extends_maintenance', subscriptionId: id, from: '2027-01-10T12:00:00.000Z' },
      maintenanceEnds: '2028-01-10T12:00:00.000Z',
    });
    await redeem(ada, await makeCode(h, forever));
    expect((await checkCode(ada, code)).body.effect).toBeNull();
    expect((await checkCode(ada, code, id)).body.effect?.subscriptionId).toBe(id);
  });

  test('[CD-05] a discount says how much, for how long and for what', async () => {
    const code = await makeCode(h, { ...fifthOff, cycles: 1, planId: 'pln_drive_starter_yearly' });
    expect((await checkCode(await someone(), code)).body).toMatchObject({
      type: 'Discount',
      discountPercentage: 20,
      discountCycles: 1,
      plans: ['pln_drive_starter_yearly'],
      planNames: ['Drive Starter (yearly)'],
      uses: [{ product: 'drive', intervalId: 'pln_drive_starter_yearly' }],
      effect: { action: 'discount', until: null },
    });
  });

  test('a checked code names the reason why it cannot be redeemed', async () => {
    const grace = await someone({ address: null });
    expect((await checkCode(grace, await makeCode(h, driveYear))).body).toMatchObject({
      effect: null,
      refusal: 'MISSING_ADDRESS',
    });
  });
});

describe('redeeming', () => {
  test('[CD-04] [INV-22] a code works once, its owner gets that answer, and only its hash is stored before', async () => {
    const [ada, bob] = [await someone(), await someone()];
    const code = await makeCode(h, driveYear);
    const display = code.split('_')[1] ?? '';
    expect(await tablesHolding(h.database, display)).toEqual([]);
    expect((await redeem(ada, display)).status).toBe(201);
    expect(await stateOf(h, code)).toBe('applied');
    expect(await refusal(redeem(ada, code))).toEqual([409, 'COUPON_REDEEMED']);
    expect(await refusal(checkCode(ada, code))).toEqual([409, 'COUPON_REDEEMED']);
    expect(await refusal(redeem(bob, code))).toEqual([404, 'NOT_FOUND']);
    expect(await refusal(checkCode(bob, code))).toEqual([404, 'NOT_FOUND']);
    expect(h.log.lines.join('\n')).not.toContain(display);
    expect(h.queued.filter((job) => 'accountId' in job && job.accountId === ada.accountId)).toMatchObject([
      { template: 'receipt' },
    ]);
  });

  test('[S20] [S21] the same drive plan again extends it, by POST and by PATCH; at its end it is over, without a charge', async () => {
    const ada = await someone({ card: 'tok_visa' });
    const [first = '', second = '', third = ''] = await makeCodes(h, { ...driveYear, months: 1 }, 3);
    const { id } = (await redeem(ada, first)).body;
    const again = await redeem(ada, second);
    expect([again.status, again.body.subscription.expiry]).toEqual([200, '2026-03-10T12:00:00.000Z']);
    const patched = await patch(ada, id, { prepaidCouponId: third });
    expect([patched.status, patched.body.subscription.expiry]).toEqual([200, '2026-04-10T12:00:00.000Z']);
    expect(await refusal(redeem(ada, await makeCode(h, { ...driveYear, planId: 'pln_drive_pro' })))).toEqual([
      409,
      'PREPAID_PLAN_MISMATCH',
    ]);
    await h.advance(ada, { by: 'P4M' });
    expect(await h.subscriptions(ada)).toEqual([]);
    expect(await h.charges(ada)).toEqual([]);
  });

  test('a term on scope is one more by POST, and extends the one that PATCH names', async () => {
    const ada = await someone();
    const codes = await makeCodes(h, scopeTwoYears, 3);
    const { id } = (await redeem(ada, codes[0] ?? '')).body;
    expect((await redeem(ada, codes[1] ?? '')).status).toBe(201);
    const extended = await patch(ada, id, { prepaidCouponId: codes[2] });
    expect(extended.body.subscription).toMatchObject({ id, expiry: '2030-01-10T12:00:00.000Z' });
    expect(await h.subscriptions(ada)).toHaveLength(2);
    const other = await makeCode(h, { ...scopeTwoYears, planId: 'pln_scope_ultimate' });
    expect(await refusal(patch(ada, id, { prepaidCouponId: other }))).toEqual([409, 'PREPAID_PLAN_MISMATCH']);
    expect(await stateOf(h, other)).toBeNull();
  });

  test('[SU-03] a licence for good: a hundred years, with a year of maintenance; a code adds to it', async () => {
    const ada = await someone();
    const { body } = await redeem(ada, await makeCode(h, forever));
    expect(body.subscription).toMatchObject({
      type: 'Prepaid',
      isPerpetual: true,
      currentPeriodEnd: '2126-01-10T12:00:00.000Z',
      maintenanceEnds: '2027-01-10T12:00:00.000Z',
      renews: false,
    });
    const url = `${BUY}/${body.id}/maintenance`;
    const [code = '', next = ''] = await makeCodes(h, ultimateYear, 2);
    const extended = await ada.client.patch(url, { prepaidCouponId: code }, { key: 'more' });
    expect([extended.status, extended.body], extended.text).toMatchObject([
      200,
      { newExpiration: '2028-01-10T12:00:00.000Z' },
    ]);
    expect((await ada.client.patch(url, { prepaidCouponId: code }, { key: 'more' })).text).toBe(extended.text);
    const patched = await patch(ada, body.id, { prepaidCouponId: next });
    expect(patched.body.subscription.maintenanceEnds).toBe('2029-01-10T12:00:00.000Z');
    expect((await h.receipts(ada)).map(({ totalCents }) => totalCents)).toEqual([0, 0, 0]);
  });

  test('[CD-02] a code of the wrong kind or tier is refused and stays unused', async () => {
    const ada = await someone();
    const { id } = (await redeem(ada, await makeCode(h, { ...forever, planId: 'pln_scope_starter' }))).body;
    const { id: term } = (await redeem(ada, await makeCode(h, scopeTwoYears))).body;
    const [maintenance, year] = [await makeCode(h, ultimateYear), await makeCode(h, scopeTwoYears)];
    const extend = (subscription: string, code: string) =>
      ada.client.patch(`${BUY}/${subscription}/maintenance`, { prepaidCouponId: code });
    expect(await refusal(redeem(ada, maintenance))).toEqual([400, 'INVALID_COUPON_TYPE']);
    expect(await refusal(extend(id, maintenance))).toEqual([400, 'INVALID_COUPON_TIER']);
    expect(await refusal(extend(id, year))).toEqual([400, 'INVALID_COUPON_TYPE']);
    expect(await refusal(extend(term, maintenance))).toEqual([409, 'NOT_PERPETUAL']);
    expect(await refusal(patch(ada, 'sub_nobody', { prepaidCouponId: year }))).toEqual([404, 'NOT_FOUND']);
    expect([await stateOf(h, maintenance), await stateOf(h, year)]).toEqual([null, null]);
  });

  test('[CD-03] refusals in their order; every refusal leaves the code unused', async () => {
    const grace = await someone({ address: null });
    const max = await someone({ exportStatus: 'denied' });
    const code = await makeCode(h, scopeTwoYears);
    expect(await refusal(redeem(grace, ''))).toEqual([400, 'INVALID_COUPON']);
    expect(await refusal(redeem(grace, ' \t'))).toEqual([400, 'INVALID_COUPON']);
    expect(await refusal(redeem(grace, 'A\0B'))).toEqual([400, 'INVALID_COUPON']);
    expect(await refusal(checkCode(grace, 'A\0B'))).toEqual([400, 'INVALID_COUPON']);
    for (const long of ['A'.repeat(65), 'A'.repeat(300), '😀'.repeat(80), '😀'.repeat(300)])
      expect(await refusal(checkCode(grace, long)), long).toEqual([404, 'NOT_FOUND']);
    expect(await refusal(redeem(grace, code))).toEqual([400, 'MISSING_ADDRESS']);
    expect(await refusal(redeem(max, code))).toEqual([403, 'EXPORT_DENIED']);
    expect(await stateOf(h, code)).toBeNull();
    const [late, gone] = [await makeCode(h, driveYear), await makeCode(h, driveYear)];
    await h.database.query(`UPDATE coupons SET valid_to = '2026-01-10T12:00:00Z' WHERE batch = $1`, [
      late.split('_')[0],
    ]);
    await h.database.query(`UPDATE coupons SET status = 'revoked' WHERE batch = $1`, [gone.split('_')[0]]);
    const ada = await someone();
    expect(await refusal(checkCode(ada, late))).toEqual([404, 'NOT_FOUND']);
    expect(await refusal(redeem(ada, gone))).toEqual([404, 'NOT_FOUND']);
  });

  test('[INV-9] one key redeems once, with any answer', async () => {
    const ada = await someone();
    const code = await makeCode(h, driveYear);
    const answers = [await redeem(ada, code, 'k'), await redeem(ada, code, 'k')];
    expect(answers.map(({ status }) => status)).toEqual([201, 201]);
    expect(answers[1]?.text).toBe(answers[0]?.text);
    expect(await refusal(redeem(ada, await makeCode(h, driveYear), 'k'))).toEqual([422, 'IDEMPOTENCY_MISMATCH']);
  });
});

test('[CD-04] [INV-6] [I14] 100 customers redeem one code at the same moment: one success, 99 refusals, one row', async () => {
  const customers: Customer[] = [];
  for (let made = 0; made < 100; made += 1) customers.push(await h.makeCustomer());
  const code = await makeCode(h, driveYear);
  const answers = await Promise.all(customers.map((customer) => redeem(customer, code)));
  const statuses = answers.map(({ status }) => status).sort();
  expect(statuses).toEqual([201, ...Array.from({ length: 99 }, () => 404)]);
  const rows = await h.database.query('SELECT status FROM coupon_redemptions WHERE typed_code = $1', [code]);
  expect(rows).toEqual([{ status: 'applied' }]);
  const [given] = await h.database.query<{ n: number }>(
    'SELECT count(*)::int AS n FROM subscriptions WHERE prepaid_display_code = $1',
    [code.split('_')[1]],
  );
  expect(given?.n).toBe(1);
  // Having been slower is no wrong guess.
  const loser = customers[answers.findIndex(({ status }) => status === 404)];
  if (!loser) throw new Error('no call was refused');
  for (let tried = 0; tried < 6; tried += 1) expect(await refusal(redeem(loser, code))).toEqual([404, 'NOT_FOUND']);
});

test.each(['before', 'after'] as const)(
  '[CD-04] [INV-6] the connection is lost at any statement (%s): all of it happened or nothing, and the repeated call completes',
  async (how) => {
    const statements = await atEveryStatement(h, how, async (label, underFault) => {
      const ada = await h.makeCustomer({ card: 'tok_visa' });
      const code = await makeCode(h, driveYear);
      const first = await underFault(() => redeem(ada, code, 'step'));
      expect([201, 503], `${label}: ${first.text}`).toContain(first.status);
      const held = await h.subscriptions(ada);
      expect([held.length, await stateOf(h, code)], label).toEqual(held.length === 1 ? [1, 'applied'] : [0, null]);
      await h.expireLeases();
      const again = await redeem(ada, code, 'step');
      expect(again.status, `${label}: ${again.text}`).toBe(201);
      expect(await h.subscriptions(ada), label).toMatchObject([{ type: 'Prepaid' }]);
      expect(await stateOf(h, code), label).toBe('applied');
    });
    expect(statements).toBeGreaterThan(how === 'before' ? 20 : 1);
  },
  120_000,
);
