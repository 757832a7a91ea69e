import type { Quote } from '@foyer/contract/api/shapes';
import { describe, expect, test } from 'vitest';
import { makeCode } from '../../../test/codes.ts';
import { boston, portland } from '../../../test/customers.ts';
import { carryOutExternal } from '../../../test/external-steps.ts';
import type { Customer } from '../../../test/harness.ts';
import { BUY, buy, CARD, makeHolder, makeLate, refusal, START, starterYearly } from '../../../test/shop.ts';
import { useShop } from '../../../test/use-harness.ts';

const h = useShop();

const by = { actor: 'jo@vendor.example', reason: 'ticket 4711' };
const mailsTo = (accountId: string) =>
  h.queued.flatMap((job) => (!('kind' in job) && job.accountId === accountId ? [job.template] : []));

describe('money that was given back', () => {
  test('[I9] [BY-03] what was refunded does not come once more as credit when the plan gets smaller', async () => {
    const ultimate = { planId: 'pln_drive_ultimate', interval: 'yearly' };
    const { customer, id } = await makeHolder(h, ultimate);
    const [receipt] = await h.receipts(customer);
    await h.operator.refund(receipt?.id ?? '', null, by);
    await h.advance(customer, { by: 'P1D' });
    const body = { planId: 'pln_drive_starter', interval: 'yearly' };
    const quoted = await customer.client.post<Quote>(`${BUY}/preview`, { ...body, subscriptionId: id });
    expect(quoted.body).toMatchObject({ creditAdded: 0, subtotal: 29_906, amountDueCents: 29_906 + 2467 });
    expect(quoted.body.lines.map(({ kind }) => kind)).toEqual(['proration_charge']);
    const changed = await customer.client.patch(`${BUY}/${id}`, { ...body, expectedTotalCents: 32_373 });
    expect(changed.status, changed.text).toBe(200);
  });

  test('[I9] [BY-03] what came back as credit is not refunded as well; what is still used may be', async () => {
    const { customer, id } = await makeHolder(h, { planId: 'pln_drive_ultimate', interval: 'yearly' });
    const [receipt] = await h.receipts(customer);
    const smaller = { planId: 'pln_drive_starter', interval: 'yearly' };
    expect((await customer.client.patch(`${BUY}/${id}`, smaller)).status).toBe(200);
    const ofFirst = (cents: number | null) => h.operator.refund(receipt?.id ?? '', cents, by);
    await expect(ofFirst(null)).rejects.toMatchObject({ detail: { code: 'nothing_left' } });
    await expect(ofFirst(1)).rejects.toMatchObject({ detail: { code: 'nothing_left' } });
    const { balanceCents } = await h.account(customer);
    expect(await h.operator.payOutCredit(customer.email, null, by)).toMatchObject({ amountCents: -balanceCents });

    const dearer = await makeHolder(h, starterYearly);
    const [first] = await h.receipts(dearer.customer);
    await h.advance(dearer.customer, { by: 'P100D' });
    const body = { planId: 'pln_drive_ultimate', interval: 'yearly' };
    expect((await dearer.customer.client.patch(`${BUY}/${dearer.id}`, body)).status).toBe(200);
    // 265 of 365 days became credit towards the dearer plan: 21772, and 1796 of tax.
    const rest = await h.operator.refund(first?.id ?? '', null, by);
    expect(rest).toMatchObject({ status: 'succeeded', amountCents: 32_462 - 21_772 - 1_796 });
  });

  test('[I9] what the bank took back for good comes neither as credit when the plan gets smaller nor as a refund', async () => {
    const { customer, id } = await makeHolder(h, { planId: 'pln_drive_ultimate', interval: 'yearly' });
    const [receipt] = await h.receipts(customer);
    await carryOutExternal(h, customer, { do: 'lose dispute', which: 0, amountCents: null });
    const body = { planId: 'pln_drive_starter', interval: 'yearly' };
    const quoted = await customer.client.post<Quote>(`${BUY}/preview`, { ...body, subscriptionId: id });
    expect(quoted.body).toMatchObject({ creditAdded: 0, amountDueCents: 32_462 });
    await expect(h.operator.refund(receipt?.id ?? '', 1, by)).rejects.toMatchObject({
      detail: { code: 'nothing_left' },
    });
    expect(await h.ledgerCheck()).toEqual([]);
  });

  /** The next address of a customer, in another place of the same country. */
  const moveTo = (accountId: string, { city, state, postalCode }: typeof boston) =>
    h.database.query(
      `INSERT INTO addresses SELECT (jsonb_populate_record(d, jsonb_build_object('id', d.id || 'x', 'seq', d.seq + 1,
         'postal_code', $2::text, 'city', $3::text, 'state', $4::text))).* FROM addresses d WHERE d.account_id = $1 ORDER BY d.seq DESC LIMIT 1`,
      [accountId, postalCode, city, state],
    );
  const changeTo = async (customer: Customer, id: string, body: object) => {
    const changed = await customer.client.patch(`${BUY}/${id}`, body);
    expect(changed.status, changed.text).toBe(200);
  };
  const invoices = (accountId: string) =>
    h.database.query<{ taxRatePpm: number; taxCents: number }>(
      'SELECT tax_rate_ppm, tax_cents FROM invoices WHERE account_id = $1 ORDER BY number',
      [accountId],
    );
  const albany = { ...boston, city: 'Albany', state: 'NY', postalCode: '12207' };
  const newYork = { ...boston, city: 'New York', state: 'NY', postalCode: '10001' };

  test('[I9] [PY-06] tax that was refunded does not come once more as credit, through a change at another rate', async () => {
    const ultimate = { planId: 'pln_drive_ultimate', interval: 'yearly' };
    const { customer, id } = await makeHolder(h, ultimate, { address: albany });
    const [receipt] = await h.receipts(customer);
    await h.operator.refund(receipt?.id ?? '', 15_000, by);
    await moveTo(customer.accountId, newYork);
    await changeTo(customer, id, { ...ultimate, quantity: 2 });
    await changeTo(customer, id, { planId: 'pln_drive_starter', interval: 'monthly' });
    const [first, second, third] = await invoices(customer.accountId);
    expect(first).toMatchObject({ taxRatePpm: 40_000, taxCents: 3599 });
    expect(third?.taxCents).toBe(577 - 3599 - (second?.taxCents ?? 0));
    expect(await h.ledgerCheck()).toEqual([]);
  });

  test('[I9] [PY-06] nor is tax that came back as credit refunded with the rest', async () => {
    const starter = { planId: 'pln_drive_starter', interval: 'yearly' };
    const { customer, id } = await makeHolder(h, { ...starter, quantity: 2 }, { address: portland });
    await moveTo(customer.accountId, boston);
    await changeTo(customer, id, { planId: 'pln_drive_ultimate', interval: 'yearly', quantity: 1 });
    await h.advance(customer, { by: 'P12D' });
    await changeTo(customer, id, starter);
    const [, second, third] = await invoices(customer.accountId);
    expect([second?.taxCents, third?.taxCents]).toEqual([2474, -2474]);
    const receipt = (await h.receipts(customer)).find(({ amountDueCents }) => amountDueCents === 29_988 + 2474);
    const refund = await h.operator.refund(receipt?.id ?? '', null, by);
    expect(refund.amountCents).toBeGreaterThan(0);
    expect(await h.ledgerCheck()).toEqual([]);
  });

  test('[PY-06] an invoice that a coupon made free has no say in the rate of later credits', async () => {
    const customer = await h.makeCustomer({ card: 'tok_visa', address: portland });
    const couponId = await makeCode(h, {
      type: 'Discount',
      percent: 100,
      uses: 1,
      cycles: 1,
      planId: 'pln_drive_starter_yearly',
    });
    const free = await customer.client.post(BUY, { planId: 'pln_drive_starter', interval: 'yearly', couponId });
    expect(free.status, free.text).toBe(201);
    const [held] = await h.subscriptions(customer);
    await moveTo(customer.accountId, boston);
    for (const planId of ['pln_drive_ultimate', 'pln_drive_tier1'])
      await changeTo(customer, held?.id ?? '', { planId, interval: 'yearly' });
    expect(await invoices(customer.accountId)).toEqual([
      { taxRatePpm: 0, taxCents: 0 },
      { taxRatePpm: 82_500, taxCents: 7422 },
      { taxRatePpm: 82_500, taxCents: -4137 },
    ]);
  });

  test('credit is paid out once, on the record, and the customer is told', async () => {
    const { customer } = await makeHolder(h, starterYearly);
    await h.operator.grantCredit(customer.accountId, 4156, by);
    expect(await h.operator.payOutCredit(customer.email, 1000, by)).toEqual({ amountCents: 1000, balanceCents: -3156 });
    expect(await h.operator.payOutCredit(customer.email, null, by)).toEqual({ amountCents: 3156, balanceCents: 0 });
    await expect(h.operator.payOutCredit(customer.email, null, by)).rejects.toMatchObject({
      detail: { code: 'nothing_left' },
    });
    const rows = await h.database.query(
      `SELECT action, actor, after -> 'amountCents' AS cents FROM audit_log WHERE account_id = $1 AND action = 'pay_out_credit' ORDER BY wall_at, id`,
      [customer.accountId],
    );
    expect(rows).toEqual([
      { action: 'pay_out_credit', actor: 'jo@vendor.example', cents: 1000 },
      { action: 'pay_out_credit', actor: 'jo@vendor.example', cents: 3156 },
    ]);
    expect(mailsTo(customer.accountId).filter((template) => template === 'credit_paid_out')).toHaveLength(2);
  });
});

test('[BY-06] [SU-04] a trial that simply ends is announced a week before, once, and what went before goes on', async () => {
  const { customer } = await makeHolder(h, { planId: 'pln_drive_starter_monthly' });
  expect((await buy(customer, { planId: 'pln_drive_pro', trial: true })).status).toBe(201);
  await h.advance(customer, { by: 'P15D' });
  expect(mailsTo(customer.accountId).slice(2)).toEqual(['trial_started', 'ending_notice', 'subscription_ended']);
  expect(await h.subscriptions(customer)).toMatchObject([{ plan: { id: 'pln_drive_starter' }, status: 'active' }]);
});

describe('[BY-06] a card', () => {
  test('is mailed about when it is saved, before it expires and when it has', async () => {
    const { customer } = await makeHolder(h, { planId: 'pln_drive_starter_monthly' });
    expect(mailsTo(customer.accountId)).toEqual(['card_saved', 'receipt']);
    await h.database.query('UPDATE payment_methods SET exp_year = 2026, exp_month = 3 WHERE account_id = $1', [
      customer.accountId,
    ]);
    await h.advance(customer, { by: 'P3M' });
    expect(mailsTo(customer.accountId).filter((template) => template.startsWith('card_e'))).toEqual([
      'card_expiring',
      'card_expiring',
      'card_expired',
    ]);
  });

  test('another one saved after a renewal failed: the receipt says that all is well again', async () => {
    const { customer } = await makeLate(h);
    await customer.client.post(CARD, { type: 'stripe', token: 'tok_visa' });
    expect(mailsTo(customer.accountId)).toEqual([
      'card_saved',
      'receipt',
      'card_saved',
      'payment_failed',
      'card_saved',
      'recovered',
    ]);
  });

  test('[SU-04] a trial is once per card, whoever holds it (D5)', async () => {
    const [ada, eve] = [
      await h.makeCustomer({ card: 'tok_visa', clock: START }),
      await h.makeCustomer({ card: 'tok_visa' }),
    ];
    await h.database.query(`UPDATE payment_methods SET fingerprint = 'the same card' WHERE account_id = ANY($1)`, [
      [ada.accountId, eve.accountId],
    ]);
    expect((await buy(ada, { planId: 'pln_drive_starter', trial: true })).status).toBe(201);
    expect(await refusal(buy(eve, { planId: 'pln_drive_pro', trial: true }))).toEqual([409, 'TRIAL_ALREADY_USED']);
    expect((await buy(eve, { planId: 'pln_scope_starter', trial: true })).status).toBe(201);
  });
});
