import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { berlin } from '../../../test/customers.ts';
import { type Harness, startHarness } from '../../../test/harness.ts';
import {
  extend,
  type LicenceOptions,
  maintenanceOf,
  makeLicenceHolder,
  optionsFor,
  purchaseOf,
  ULTIMATE_YEAR,
} from '../../../test/licences.ts';
import { amounts, CARD, expectAllRight, makeHolder, refusal, START } from '../../../test/shop.ts';

const ENDS = '2027-01-10T12:00:00.000Z';
const EXTENDED = '2028-01-10T12:00:00.000Z';
let h: Harness;

beforeAll(async () => {
  h = await startHarness({ queue: 'real' });
});

afterEach(async () => {
  h.faults.clear();
  await expectAllRight(h);
});
afterAll(() => h.stop());

describe('[MA-02] options', () => {
  test('[MA-05] lengths of the licence’s tier by new expiration, each with tax and what the card is charged', async () => {
    const { customer, id } = await makeLicenceHolder(h);
    const { body } = await optionsFor(customer, id);
    const year = {
      id: 'mex_ultimate_1y',
      name: '1 Year Maintenance',
      category: 'Ultimate',
      newExpiration: EXTENDED,
      durationInMonths: 12,
      amount: 40_000,
      quantity: 1,
      totalPrice: 40_000,
      extensionLength: 1,
      isSelfService: true,
    };
    expect(body).toMatchObject({
      isAtMaxMaintenanceLength: false,
      isOutsideMaintenanceRange: false,
      maintenanceEnds: ENDS,
      pendingPurchaseId: null,
    });
    expect(body.options.map((option) => option.id)).toEqual(['mex_ultimate_1y', 'mex_ultimate_3y']);
    expect(body.options[0]).toEqual({
      ...year,
      quote: {
        subtotal: 40_000,
        tax: 3300,
        taxRatePercentage: 8.25,
        taxPlace: 'Boston MA',
        total: 43_300,
        credit: 0,
        carried: 0,
        amountDueCents: 43_300,
        paymentRequired: true,
      },
    });
    expect(body.data.options).toEqual(body.options);
    const [held] = await h.subscriptions(customer);
    expect(held).toMatchObject({ isPerpetual: true, maintenanceEnds: ENDS, maintenancePeriod: { expiration: ENDS } });
    expect(held?.extensionOptions[0]).toEqual(year);
  });

  test('several pieces of one length', async () => {
    const { customer, id } = await makeLicenceHolder(h);
    const { body } = await optionsFor(customer, id, '?quantity=2');
    expect(body.options).toMatchObject([
      { id: 'mex_ultimate_1y', quantity: 2, extensionLength: 2, totalPrice: 80_000, quote: { amountDueCents: 86_600 } },
    ]);
  });

  test.each<[string, LicenceOptions, object]>([
    ['at the maximum', { expires: '2030-01-11T12:00:00.000Z' }, { isAtMaxMaintenanceLength: true }],
    ['lapsed for 91 days', { expires: '2025-10-11T11:00:00.000Z' }, { isOutsideMaintenanceRange: true }],
  ])('none %s', async (_, options, flag) => {
    const { customer, id } = await makeLicenceHolder(h, options);
    expect((await optionsFor(customer, id)).body).toMatchObject({ options: [], ...flag });
    expect((await h.subscriptions(customer))[0]?.extensionOptions).toEqual([]);
  });

  test('404 for a licence of somebody else, 409 for what is no perpetual one, 400 for a quantity nobody sells', async () => {
    const { customer, id } = await makeLicenceHolder(h);
    const drive = await makeHolder(h, { planId: 'pln_drive_starter' });
    expect(await refusal(optionsFor(drive.customer, id))).toEqual([404, 'NOT_FOUND']);
    expect(await refusal(optionsFor(drive.customer, drive.id))).toEqual([409, 'NOT_PERPETUAL']);
    expect(await refusal(optionsFor(customer, id, '?quantity=10'))).toEqual([400, 'INVALID_REQUEST']);
  });
});

describe('[MA-03] buying', () => {
  test('[MA-05, BY-06] charged once: the licence lasts longer, there is a receipt, and one mail', async () => {
    const { customer, id } = await makeLicenceHolder(h);
    const started = await extend(customer, id);
    expect([started.status, started.body]).toEqual([
      202,
      { oneTimePurchaseId: expect.stringMatching(/^otp_/), status: 'success', newExpiration: EXTENDED },
    ]);
    const [receipt] = await h.receipts(customer);
    expect(receipt).toMatchObject({ amount: 43_300, tax: 3300, status: 'Paid' });
    expect(receipt?.items).toMatchObject([{ description: 'Scope Ultimate, 1 Year Maintenance', amount: 40_000 }]);
    expect((await purchaseOf(customer, started.body.oneTimePurchaseId)).body).toEqual({
      id: started.body.oneTimePurchaseId,
      accountId: customer.accountId,
      created: START,
      forSubscriptionId: id,
      items: [{ name: '1 Year Maintenance', quantity: 1, amount: 40_000 }],
      status: 'success',
      stripeInvoiceId: receipt?.id,
      newExpiration: EXTENDED,
    });
    expect(await maintenanceOf(h, customer, id)).toBe(EXTENDED);
    expect(await amounts(h, customer)).toEqual([43_300]);
    const mails = await h.mails(customer.email, 2);
    expect(mails.map(({ subject }) => subject).sort()).toEqual([
      'Maintenance for your Scope Ultimate license is extended to Jan 10, 2028',
      'Visa •••• 4242 is saved for your payments',
    ]);
  });

  test('[INV-9] the same key twice: one purchase, the same answer', async () => {
    const { customer, id } = await makeLicenceHolder(h);
    const [first, second] = [
      await extend(customer, id, ULTIMATE_YEAR, 'step'),
      await extend(customer, id, ULTIMATE_YEAR, 'step'),
    ];
    expect(second.body).toEqual(first.body);
    expect(await amounts(h, customer)).toEqual([43_300]);
    expect(await maintenanceOf(h, customer, id)).toBe(EXTENDED);
  });

  test('[INV-12] 20 at once: as many charges as the licence was extended by, and never two undecided', async () => {
    const { customer, id } = await makeLicenceHolder(h);
    const all = await Promise.all(Array.from({ length: 20 }, () => extend(customer, id, ULTIMATE_YEAR)));
    const bought = all.filter(({ status }) => status === 202).length;
    const refused = all
      .filter(({ status }) => status !== 202)
      .map(({ body }) => (body as unknown as { error: { type: string } }).error.type);
    expect(refused.filter((type) => type !== 'OPERATION_IN_PROGRESS' && type !== 'MAINTENANCE_LIMIT')).toEqual([]);
    expect(bought).toBeGreaterThan(0);
    expect(await amounts(h, customer)).toHaveLength(bought);
    expect(await maintenanceOf(h, customer, id)).toBe(`${2027 + bought}-01-10T12:00:00.000Z`);
  });

  test('[INV-3] a card that is declined: told at once, nothing owed, and the purchase says why', async () => {
    const { customer, id } = await makeLicenceHolder(h, { card: 'tok_visa_chargeCustomerFail' });
    const answer = await extend(customer, id);
    expect([answer.status, (answer.body as unknown as { error: object }).error]).toEqual([
      402,
      expect.objectContaining({ type: 'StripeCardError', message: 'Your card was declined.', code: 'card_declined' }),
    ]);
    expect(await maintenanceOf(h, customer, id)).toBe(ENDS);
    expect(await h.receipts(customer)).toEqual([]);
    const [purchase] = await h.database.query<{ id: string }>(
      'SELECT id FROM one_time_purchases WHERE account_id = $1',
      [customer.accountId],
    );
    const failed = await purchaseOf(customer, purchase?.id ?? '');
    expect([failed.status, failed.body]).toEqual([
      402,
      expect.objectContaining({
        error: expect.objectContaining({ type: 'StripeCardError', message: 'Your card was declined.' }),
        purchase: expect.objectContaining({ id: purchase?.id, status: 'failed', forSubscriptionId: id }),
      }),
    ]);
    await customer.client.post(CARD, { type: 'stripe', token: 'tok_visa' });
    expect((await extend(customer, id)).body.status).toBe('success');
  });

  test('[I4] credit first, to the cent of the option’s quote; all covered, no card is needed', async () => {
    const { customer, id } = await makeLicenceHolder(h);
    await h.operator.grantCredit(customer.accountId, 1234, { actor: 'jo@vendor.example', reason: 'a gift' });
    const [option] = (await optionsFor(customer, id)).body.options;
    expect(option?.quote).toMatchObject({ credit: 1234, amountDueCents: 42_066 });
    expect(await refusal(extend(customer, id))).toEqual([409, 'QUOTE_CHANGED']);
    const body = { ...ULTIMATE_YEAR, expectedTotalCents: option?.quote.amountDueCents };
    expect((await extend(customer, id, body)).body.status).toBe('success');
    expect(await amounts(h, customer)).toEqual([42_066]);

    const poor = await makeLicenceHolder(h, { card: null });
    await h.operator.grantCredit(poor.customer.accountId, 43_300, { actor: 'jo@vendor.example', reason: 'a gift' });
    expect((await extend(poor.customer, poor.id, { maintenanceExtensionId: 'mex_ultimate_1y' })).body.status).toBe(
      'success',
    );
    expect(await maintenanceOf(h, poor.customer, poor.id)).toBe(EXTENDED);
  });

  test('a purchase is only its owner’s', async () => {
    const { customer, id } = await makeLicenceHolder(h);
    const { body } = await extend(customer, id);
    const other = await makeLicenceHolder(h);
    expect(await refusal(purchaseOf(other.customer, body.oneTimePurchaseId))).toEqual([404, 'NOT_FOUND']);
  });
});

describe('[SU-08] refusals in their order', () => {
  const plan = 'pln_scope_ultimate';
  test.each<[number, string, string, LicenceOptions, object]>([
    [400, 'INVALID_REQUEST', 'a quantity of 10', {}, { ...ULTIMATE_YEAR, quantity: 10 }],
    [400, 'INVALID_REQUEST', 'neither an extension nor a code', {}, {}],
    [404, 'NOT_FOUND', 'an extension that is not sold', { address: null }, { maintenanceExtensionId: 'mex_none' }],
    [400, 'INVALID_COUPON_TIER', 'of another tier', { address: null }, { maintenanceExtensionId: 'mex_starter_1y' }],
    [400, 'MAINTENANCE_LIMIT', 'too far ahead', { address: null }, { ...ULTIMATE_YEAR, quantity: 5 }],
    [400, 'MISSING_ADDRESS', 'no address', { plan, address: null, card: null, exportStatus: 'pending' }, ULTIMATE_YEAR],
    [403, 'NEEDS_REVIEW', 'under review', { card: null, exportStatus: 'pending' }, ULTIMATE_YEAR],
    [403, 'EXPORT_DENIED', 'refused', { card: null, exportStatus: 'denied' }, ULTIMATE_YEAR],
    [409, 'CARD_COUNTRY_UNSUPPORTED', 'in Berlin', { card: null, address: berlin }, ULTIMATE_YEAR],
    [402, 'PAYMENT_METHOD_REQUIRED', 'no card', { card: null }, { ...ULTIMATE_YEAR, expectedTotalCents: 1 }],
    [409, 'QUOTE_CHANGED', 'another amount', {}, { ...ULTIMATE_YEAR, expectedTotalCents: 40_000 }],
    [409, 'QUOTE_CHANGED', 'extended in another tab meanwhile', {}, { ...ULTIMATE_YEAR, expectedExpiration: ENDS }],
    [400, 'INVALID_REQUEST', 'an end that is no instant', {}, { ...ULTIMATE_YEAR, expectedExpiration: 'soon' }],
  ])('%i %s: %s', async (status, type, _, options, body) => {
    const { customer, id } = await makeLicenceHolder(h, options);
    expect(await refusal(extend(customer, id, body))).toEqual([status, type]);
    expect(await h.receipts(customer)).toEqual([]);
    expect(await amounts(h, customer)).toEqual([]);
  });

  test('the limit in the specification’s words', async () => {
    const { customer, id } = await makeLicenceHolder(h);
    const { body } = await extend(customer, id, { ...ULTIMATE_YEAR, quantity: 5 });
    expect(body).toMatchObject({ message: 'Cannot extend maintenance for this duration.' });
  });

  test('404 for somebody else’s licence, 409 for a subscription that ends', async () => {
    const { id } = await makeLicenceHolder(h);
    const drive = await makeHolder(h, { planId: 'pln_drive_starter' });
    expect(await refusal(extend(drive.customer, id))).toEqual([404, 'NOT_FOUND']);
    expect(await refusal(extend(drive.customer, drive.id))).toEqual([409, 'NOT_PERPETUAL']);
  });
});

test('[BY-06] the end is announced 60, 30 and 7 days before, by the clock', async () => {
  const { customer } = await makeLicenceHolder(h);
  await h.advance(customer, { to: '2027-02-01T00:00:00.000Z' });
  const subjects = (await h.mails(customer.email, 4)).map(({ subject }) => subject);
  expect(subjects.filter((subject) => subject.startsWith('Maintenance'))).toEqual(
    Array.from({ length: 3 }, () => 'Maintenance for your Scope Ultimate license ends on Jan 10, 2027'),
  );
});

test('[SU-03] a licence is perpetual exactly when its period is of a hundred years; the database holds nothing else', async () => {
  const { customer, id } = await makeLicenceHolder(h);
  expect(await h.subscriptions(customer)).toMatchObject([
    { isPerpetual: true, isPrepaid: true, renews: false, currentPeriodEnd: '2126-01-10T12:00:00.000Z' },
  ]);
  for (const wrong of [`current_period_end = current_period_end - interval '1 day'`, `term = 'fixed'`])
    await expect(h.database.query(`UPDATE subscriptions SET ${wrong} WHERE id = $1`, [id])).rejects.toThrow(
      'violates check constraint',
    );
});
