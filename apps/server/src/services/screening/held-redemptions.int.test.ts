import { businessDaysOver } from '@foyer/domain/dates/business-days';
import { describe, expect, test } from 'vitest';
import type { CustomerOptions } from '../../../test/customers.ts';
import { jo, mailsOf, makeScreenedCustomer, plansOf, reviewOf, reviewStatus } from '../../../test/export-reviews.ts';
import type { Customer } from '../../../test/harness.ts';
import { codeOf, readPromotion, redeemPromotion, redemptions } from '../../../test/promotions.ts';
import { BUY, refusal, START } from '../../../test/shop.ts';
import { useCodes } from '../../../test/use-harness.ts';
import { hashCode } from '../billing/find-code.ts';

const h = useCodes();

let made = 0;

/** A prepaid code for a year of scope Starter. */
const prepaidCode = async (): Promise<string> => {
  made += 1;
  const display = `HELDTEST${String(made).padStart(8, '0')}`;
  await h.database.query(`INSERT INTO coupon_batches (id, name) VALUES ('rev', 'reviews') ON CONFLICT DO NOTHING`);
  await h.database.query(
    `INSERT INTO coupons (id, batch, code_hash, type, product, plan_id, price_id, tier_id, duration_months, max_redemptions, valid_from)
     SELECT $1, 'rev', $2, 'Prepaid', 'scope', plan_id, id, 'starter', 12, 1, '2020-01-01' FROM plan_prices WHERE interval_id = 'pln_scope_starter_yearly' AND active`,
    [`cpn_rev_${made}`, hashCode(display)],
  );
  return `rev_${display}`;
};
const redeem = (customer: Customer, code: string) => customer.client.post<object>(BUY, { prepaidCouponId: code });

const couponRows = (code: string) =>
  h.database.query(
    `SELECT c.redeemed_count, r.status FROM coupons c LEFT JOIN coupon_redemptions r ON r.coupon_id = c.id WHERE c.code_hash = $1 ORDER BY r.created_at`,
    [hashCode(code.slice(4))],
  );

describe('[EX-01, PR-05] a promotion is held (D7)', () => {
  const holding = async (options: CustomerOptions = { card: 'tok_visa' }) => {
    const ada = await makeScreenedCustomer(h, options);
    const code = await codeOf(ada, '2-series');
    const answer = await redeemPromotion(ada, code);
    expect([answer.status, answer.body.error.type, answer.body.error.held]).toEqual([403, 'NEEDS_REVIEW', true]);
    return { ada, code };
  };

  test('it is kept, shown with the day of its release, and asking again finds it kept', async () => {
    const { ada, code } = await holding();
    expect(await plansOf(h, ada)).toEqual([]);
    const { held, isPending } = await reviewStatus(ada);
    expect(isPending).toBe(true);
    expect(held).toEqual([
      {
        kind: 'promotion',
        name: '2-series',
        heldAt: expect.any(String),
        releasedAt: new Date(businessDaysOver(h.wall.now(), 10)).toISOString(),
      },
    ]);
    const again = await Promise.all(Array.from({ length: 5 }, () => redeemPromotion(ada, code)));
    expect(again.map((answer) => [answer.status, answer.body.error.held])).toEqual(Array(5).fill([403, true]));
    expect(await redemptions(h, ada)).toEqual([{ status: 'held', promotionId: 'prm_2-series' }]);
    expect((await readPromotion(ada, '2-series')).status).toBe(200);
    expect(mailsOf(h, ada)).toEqual([['review_opened', '2-series']]);
  });

  test('[PR-03] cleared: it runs by itself, with its receipts', async () => {
    const { ada, code } = await holding();
    const became = await h.operator.clearReview(await reviewOf(h, ada), jo);
    expect(became).toMatchObject({ applied: ['2-series'], released: [] });
    expect(await plansOf(h, ada)).toEqual(['pln_drive_starterpromotional', 'pln_scope_ultimatepromotional']);
    expect((await h.receipts(ada)).map(({ totalCents }) => totalCents)).toEqual([0, 0]);
    expect(await redemptions(h, ada)).toEqual([{ status: 'applied', promotionId: 'prm_2-series' }]);
    expect(mailsOf(h, ada)).toEqual([
      ['review_opened', '2-series'],
      ['review_cleared', null],
      ['held_applied', '2-series'],
    ]);
    expect(await refusal(redeemPromotion(ada, code))).toEqual([404, 'PROMO_NOT_FOUND']);
    expect((await reviewStatus(ada)).held).toEqual([]);
  });

  test('[PR-04] cleared: auto-renew stays declined when it was declined before the review', async () => {
    const ada = await makeScreenedCustomer(h, { card: 'tok_visa' });
    const code = await codeOf(ada, '2-series');
    const answer = await redeemPromotion(ada, code, undefined, { transitionAtEnd: false });
    expect([answer.status, answer.body.error.held]).toEqual([403, true]);
    await h.operator.clearReview(await reviewOf(h, ada), jo);
    expect((await h.subscriptions(ada)).map(({ transitionAtEnd }) => transitionAtEnd)).toEqual([false, false]);
  });

  test('cleared when it is no longer possible: given back, and the customer is told', async () => {
    const { ada, code } = await holding({});
    expect(await h.operator.clearReview(await reviewOf(h, ada), jo)).toMatchObject({
      applied: [],
      released: ['2-series'],
    });
    expect(await plansOf(h, ada)).toEqual([]);
    expect(mailsOf(h, ada).slice(1)).toEqual([
      ['review_cleared', null],
      ['held_released', '2-series'],
    ]);
    // With a card the same code works.
    await ada.client.post('/api/account/me/payment_methods', { type: 'stripe', token: 'tok_visa' });
    expect((await redeemPromotion(ada, code)).status).toBe(201);
  });

  test('denied: given back', async () => {
    const { ada, code } = await holding();
    expect(await h.operator.denyReview(await reviewOf(h, ada), jo)).toMatchObject({
      applied: [],
      released: ['2-series'],
    });
    expect(await redemptions(h, ada)).toEqual([{ status: 'released', promotionId: 'prm_2-series' }]);
    expect(await refusal(redeemPromotion(ada, code))).toEqual([403, 'EXPORT_DENIED']);
    expect(mailsOf(h, ada).slice(1)).toEqual([
      ['review_denied', null],
      ['held_released', '2-series'],
    ]);
  });

  test('ten U.S. business days without an answer: given back by the clock, and held anew when asked for anew', async () => {
    const { ada, code } = await holding({ card: 'tok_visa', clock: START });
    // Saturday 10 January 2026; the 19th is a holiday.
    await h.advance(ada, { to: '2026-01-27T04:59:59.000Z' });
    expect(await redemptions(h, ada)).toMatchObject([{ status: 'held' }]);
    await h.advance(ada, { to: '2026-01-27T05:00:00.000Z' });
    expect(await redemptions(h, ada)).toMatchObject([{ status: 'released' }]);
    expect(await reviewStatus(ada)).toMatchObject({ status: 'pending', held: [] });
    expect(mailsOf(h, ada).at(-1)).toEqual(['held_released', '2-series']);
    expect((await redeemPromotion(ada, code)).body.error.held).toBe(true);
    expect(await redemptions(h, ada)).toMatchObject([{ status: 'released' }, { status: 'held' }]);
  });

  test('the same without a clock, by the worker', async () => {
    const { ada } = await holding();
    await h.database.query(`UPDATE promotion_redemptions SET at = at - interval '20 days' WHERE account_id = $1`, [
      ada.accountId,
    ]);
    await h.database.query('UPDATE accounts SET next_action_at = now() - make_interval(secs => 1) WHERE id = $1', [
      ada.accountId,
    ]);
    await h.work.runDueWork();
    expect(await redemptions(h, ada)).toMatchObject([{ status: 'released' }]);
  });

  test('the drive portal promotion is not controlled: it is taken meanwhile', async () => {
    const { ada } = await holding();
    expect((await redeemPromotion(ada, await codeOf(ada, 'portal'))).status).toBe(201);
    // Then the other one has no room any more.
    expect(await h.operator.clearReview(await reviewOf(h, ada), jo)).toMatchObject({
      applied: [],
      released: ['2-series'],
    });
    expect(await plansOf(h, ada)).toEqual(['pln_drive_portal']);
  });
});

describe('[EX-01, CD-03] a prepaid code is held (D7)', () => {
  test('nobody else gets it meanwhile; cleared, it gives its year with a receipt', async () => {
    const [ada, eve, code] = [await makeScreenedCustomer(h), await h.makeCustomer(), await prepaidCode()];
    const answer = await redeem(ada, code);
    expect([answer.status, answer.body.error.type, answer.body.error.held]).toEqual([403, 'NEEDS_REVIEW', true]);
    expect(await couponRows(code)).toEqual([{ redeemedCount: 1, status: 'held' }]);
    expect((await redeem(ada, code)).body.error.held).toBe(true);
    expect((await redeem(eve, code)).status).toBe(404);
    expect((await reviewStatus(ada)).held).toMatchObject([{ kind: 'prepaid', name: 'Scope Starter' }]);

    expect(await h.operator.clearReview(await reviewOf(h, ada), jo)).toMatchObject({ applied: ['Scope Starter'] });
    expect(await couponRows(code)).toEqual([{ redeemedCount: 1, status: 'applied' }]);
    expect(await h.subscriptions(ada)).toMatchObject([{ plan: { id: 'pln_scope_starter' }, type: 'Prepaid' }]);
    expect((await h.receipts(ada)).map(({ status: label }) => label)).toEqual(['No Payment Necessary']);
    expect(mailsOf(h, ada).map(([template]) => template)).toEqual([
      'review_opened',
      'review_cleared',
      'receipt',
      'held_applied',
    ]);
  });

  test('denied: the code is usable again, by somebody else', async () => {
    const [ada, eve, code] = [await makeScreenedCustomer(h), await h.makeCustomer(), await prepaidCode()];
    await redeem(ada, code);
    await h.operator.denyReview(await reviewOf(h, ada), jo);
    expect(await couponRows(code)).toEqual([{ redeemedCount: 0, status: 'released' }]);
    const answer = await redeem(eve, code);
    expect(answer.status, answer.text).toBe(201);
    expect(await couponRows(code)).toEqual([
      { redeemedCount: 1, status: 'released' },
      { redeemedCount: 1, status: 'applied' },
    ]);
  });

  test('ten business days: free again', async () => {
    const [ada, code] = [await makeScreenedCustomer(h, { clock: START }), await prepaidCode()];
    await redeem(ada, code);
    await h.advance(ada, { to: '2026-01-27T05:00:00.000Z' });
    expect(await couponRows(code)).toEqual([{ redeemedCount: 0, status: 'released' }]);
  });

  test('a code and a promotion wait side by side, and both are carried out', async () => {
    const [ada, code] = [await makeScreenedCustomer(h, { card: 'tok_visa' }), await prepaidCode()];
    await redeem(ada, code);
    await redeemPromotion(ada, await codeOf(ada, '2-series'));
    expect(await h.operator.clearReview(await reviewOf(h, ada), jo)).toMatchObject({
      applied: ['Scope Starter', '2-series'],
    });
    expect(await plansOf(h, ada)).toEqual([
      'pln_drive_starterpromotional',
      'pln_scope_starter',
      'pln_scope_ultimatepromotional',
    ]);
  });
});
