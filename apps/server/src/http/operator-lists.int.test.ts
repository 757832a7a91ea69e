import type { OperatorWork } from '@foyer/contract/api/operator';
import type { Review } from '@foyer/contract/api/operator-customers';
import type { BatchRedemption, CataloguePlan, CouponBatch } from '@foyer/contract/api/operator-sale';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { inject } from '../../test/client.ts';
import { type Customer, type Harness, startHarness } from '../../test/harness.ts';
import { giveUpMail, makeOperator, makeOperatorCalls, REASON, type TestOperator } from '../../test/operators.ts';
import { expectAllRight, makeHolder, makeLate, starterYearly } from '../../test/shop.ts';
import { tablesHolding } from '../../test/snapshot.ts';

let h: Harness;
let admin: TestOperator;
const reason = REASON;

beforeAll(async () => {
  h = await startHarness({ queue: 'real' });
  admin = await makeOperator(h, 'admin');
});

afterEach(async () => {
  h.wall.reset();
  await expectAllRight(h);
});
afterAll(() => h.stop());

const { read, act, search, page } = makeOperatorCalls(() => admin);

describe('[EX-01] [OP-02] export reviews', () => {
  const openReview = async (at: string): Promise<{ customer: Customer; id: string }> => {
    const customer = await h.makeCustomer({ exportStatus: 'pending' });
    const id = `exr_${customer.accountId}`;
    await h.database.query(
      `INSERT INTO export_reviews (id, account_id, reason, created_at) VALUES ($1, $2, 'email domain', $3)`,
      [id, customer.accountId, at],
    );
    return { customer, id };
  };
  const reviews = async (status: string) =>
    (await read<{ reviews: Review[] }>(`/api/operator/reviews?status=${status}`)).reviews;

  test('wait with the day by which they are answered, the oldest first; deciding one takes it off the list, once', async () => {
    const { id, customer } = await openReview('2026-11-20T15:00:00Z');
    const older = await openReview('2026-11-19T15:00:00Z');
    const waiting = await reviews('pending');
    expect(waiting.map((one) => one.id)).toEqual([older.id, id]);
    expect(waiting[1]).toMatchObject({ accountId: customer.accountId, reason: 'email domain', answerBy: '2026-11-24' });
    expect((await page(customer)).review).toMatchObject({ id, status: 'pending' });
    expect((await read<OperatorWork>('/api/operator/work')).reviewsWaiting).toBe(2);
    await act(`/api/operator/reviews/${id}/clear`);
    await act(`/api/operator/reviews/${older.id}/deny`);
    const again = await admin.call('POST', `/api/operator/reviews/${id}/deny`, { reason });
    expect([again.status, again.body.error.code]).toEqual([409, 'review_decided']);
    expect(await reviews('pending')).toEqual([]);
    expect((await reviews('decided')).map(({ status, answerBy }) => [status, answerBy])).toEqual([
      ['denied', null],
      ['cleared', null],
    ]);
    expect((await page(customer)).who.exportStatus).toBe('cleared');
    expect((await page(older.customer)).who.exportStatus).toBe('denied');
  });
});

describe('[OP-03] what is sold', () => {
  const order = { name: 'trade fair', type: 'Prepaid', planId: 'pln_drive_starter', months: 12 };

  test('[INV-22] a batch is told once and kept as hashes; who redeemed what is seen, and found by the code', async () => {
    const { batchId, codes } = await act<{ batchId: string; codes: string[] }>('/api/operator/coupon-batches', {
      ...order,
      count: 5,
    });
    expect(new Set(codes).size).toBe(5);
    for (const code of codes) expect(await tablesHolding(h.database, code.slice(batchId.length + 1))).toEqual([]);
    const { batches } = await read<{ batches: CouponBatch[] }>('/api/operator/coupon-batches');
    expect(batches[0]).toMatchObject({ id: batchId, name: 'trade fair', count: 5, redeemed: 0, months: 12, uses: 1 });

    const customer = await h.makeCustomer();
    const code = codes[2] ?? '';
    const taken = await customer.client.post('/api/subscription/subscriptions', { prepaidCouponId: code });
    expect(taken.status, taken.text).toBe(201);
    const shown = await read<{ batch: CouponBatch; redemptions: BatchRedemption[] }>(
      `/api/operator/coupon-batches/${batchId}`,
    );
    expect(shown.batch.redeemed).toBe(1);
    expect(shown.redemptions).toMatchObject([
      {
        accountId: customer.accountId,
        email: customer.email,
        status: 'applied',
        displayCode: code.slice(batchId.length + 1),
      },
    ]);
    expect(await search(code)).toMatchObject([{ accountId: customer.accountId, by: 'code' }]);
    expect(await search(codes[0] ?? '')).toEqual([]);
  });

  test('a batch that makes no sense is refused with the reason, and nothing is made', async () => {
    const before = await h.database.query('SELECT id FROM coupon_batches');
    const refused = await admin.call('POST', '/api/operator/coupon-batches', {
      ...order,
      reason,
      count: 5,
      planId: 'pln_nothing',
    });
    expect([refused.status, refused.body.error.code]).toEqual([409, 'unknown_plan']);
    expect(await h.database.query('SELECT id FROM coupon_batches')).toEqual(before);
  });

  test('the catalogue is shown with its promotions, and a reload is offered at once', async () => {
    const shown = await read<{ plans: CataloguePlan[]; promotions: { name: string }[] }>('/api/operator/catalogue');
    const starter = shown.plans.find(({ id }) => id === 'pln_drive_starter');
    expect(starter?.prices.map(({ interval }) => interval)).toEqual(expect.arrayContaining(['monthly', 'yearly']));
    const kindOf = (plan: string) => {
      const { byAgreement, promotional } = shown.plans.find(({ id }) => id === plan) ?? {};
      return { byAgreement, promotional };
    };
    expect(kindOf('pln_drive_starter')).toEqual({ byAgreement: false, promotional: false });
    expect(kindOf('pln_iot_enterprise')).toEqual({ byAgreement: true, promotional: false });
    expect(kindOf('pln_drive_starterpromotional')).toEqual({ byAgreement: false, promotional: true });
    expect(shown.promotions.map(({ name }) => name)).toContain('2-series');
    const reload = () => act<{ plans: number; untaxed: string[] }>('/api/operator/catalogue/reload');
    const { plans } = await reload();
    expect(plans).toBe(shown.plans.filter(({ active }) => active).length);
    await h.database.query(
      `UPDATE tax_rates SET id = 'tax_de', country = 'DE', region = NULL WHERE id = 'tax_US_MA__2020-01-01'`,
    );
    expect((await reload()).untaxed, 'places that had a rate').toEqual(['DE']);
  });
});

describe('[OP-04] what is due, failed and hangs', () => {
  const work = () => read<OperatorWork>('/api/operator/work');

  test('a renewal that comes up within a week, a charge that failed, and what is past the last try', async () => {
    const buyer = await h.makeCustomer({ card: 'tok_visa' });
    await buyer.client.post('/api/subscription/subscriptions', { planId: 'pln_drive_starter_monthly' });
    const dueIds = async () => (await work()).due.map(({ accountId }) => accountId);
    expect(await dueIds()).not.toContain(buyer.accountId);
    const renewer = await makeOperatorAt(26);
    const due = await renewer.call<OperatorWork>('GET', '/api/operator/work');
    expect(due.body.due.map(({ accountId }) => accountId)).toContain(buyer.accountId);
    expect(due.body.inAll.due).toBe(due.body.due.length);
    h.wall.reset();

    const late = await makeLate(h);
    const failing = (await work()).failing.find(({ receiptId }) => receiptId === late.receipt);
    expect(failing).toMatchObject({
      accountId: late.customer.accountId,
      amountDueCents: 3220,
      attempts: 1,
      overdueSince: null,
    });
    expect(failing?.failureMessage).toBe('Your card was declined.');
    const { body: german } = await inject<OperatorWork>(h.app, {
      method: 'GET',
      url: '/api/operator/work',
      headers: { 'x-operator-token': admin.token, 'accept-language': 'de' },
    });
    expect(german.failing.find(({ receiptId }) => receiptId === late.receipt)?.failureMessage).toBe(
      'Ihre Karte wurde abgelehnt.',
    );
    expect((await page(late.customer)).paid).toMatchObject({
      overdueCents: 0,
      dueCents: 3220,
      nextTryAt: failing?.nextAttemptAt,
    });
    await h.advance(late.customer, { by: 'P30D' });
    const now = await work();
    expect(now.overdue.find(({ receiptId }) => receiptId === late.receipt)?.overdueSince).toBeTruthy();
    expect((await page(late.customer)).paid).toMatchObject({
      overdueCents: 3220,
      overdueSince: expect.any(String),
      dueCents: 0,
    });
    expect(await search(late.customer.email)).toMatchObject([{ overdue: true }]);
  });

  test('a mail that was given up is put back and leaves the list; a second try says that there is none', async () => {
    const { customer } = await makeHolder(h, starterYearly);
    await h.mails(customer.email, 2);
    const job = await giveUpMail(h, customer.accountId);
    const given = (await work()).failedMails.find(({ id }) => id === job);
    expect(given).toMatchObject({ accountId: customer.accountId });
    expect((await work()).queue.failed).toBe(1);
    await act(`/api/operator/jobs/${job}/retry`);
    await expect.poll(async () => (await work()).queue.failed).toBe(0);
    const again = await admin.call('POST', `/api/operator/jobs/${job}/retry`, { reason });
    expect([again.status, again.body.error.code]).toEqual([409, 'job_not_failed']);
  });

  test('[OP-04] the background jobs that failed are counted of every kind, and each can be dismissed', async () => {
    const { accountId } = await h.makeCustomer();
    const before = (await work()).queue.failed;
    const jobs = await h.database.query<{ id: string }>(
      `INSERT INTO pgboss.job (name, data, state, completed_on)
       SELECT name, '{}', 'failed', now() FROM unnest(ARRAY['mail', 'detach-card', 'product-hook']) name RETURNING id::text`,
    );
    await h.database.query(
      `INSERT INTO product_hook_deliveries (id, account_id, product, type, data, occurred_at, status, last_attempt_at)
       VALUES ('msg_counted', $1, 'drive', 'entitlement.changed', '{}', now(), 'failed', now())`,
      [accountId],
    );
    expect((await work()).queue.failed).toBe(before + 4);
    for (const id of [...jobs.map((job) => job.id), 'msg_counted']) await act(`/api/operator/jobs/${id}/dismiss`);
    expect((await work()).queue.failed).toBe(before);
  });

  test('the record names operators, newest first, and can be read for one customer', async () => {
    const { accountId } = await h.makeCustomer();
    for (const amountCents of [100, 200]) await act(`/api/operator/customers/${accountId}/credit`, { amountCents });
    const { entries } = await read<{ entries: { actor: string; action: string; after: { amountCents: number } }[] }>(
      `/api/operator/audit?accountId=${accountId}`,
    );
    expect(entries.map(({ action, after }) => [action, after.amountCents])).toEqual([
      ['grant_credit', 200],
      ['grant_credit', 100],
    ]);
    expect(entries[0]?.actor).toMatch(/^Jo /);
  });

  /** Somebody who signs in so many days later; tokens of today are over by then. */
  async function makeOperatorAt(days: number): Promise<TestOperator> {
    h.wall.advance(days * 86_400_000);
    return makeOperator(h, 'support');
  }
});
