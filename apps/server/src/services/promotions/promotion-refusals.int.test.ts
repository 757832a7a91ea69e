import type { Promotion } from '@foyer/domain/catalogue/promotion';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Customer, type Harness, startHarness } from '../../../test/harness.ts';
import {
  codeOf,
  makeClocked,
  makeRedemption,
  plans,
  readPromotion,
  redeemPromotion,
  redemptions,
} from '../../../test/promotions.ts';
import { refusal } from '../../../test/shop.ts';
import { useCodes } from '../../../test/use-harness.ts';

const h = useCodes();

describe('[PR-05] refusals in their order; nothing is written', () => {
  const nothingTaken = async (customer: Customer) => expect(await redemptions(h, customer)).toEqual([]);

  test.each([
    ['nothing', ''],
    ['a name without a code', '2-series'],
    ['an unknown code', '2-series:K7QMK7QMK7QMK7QM'],
    ['no text', Buffer.from('2-series:\xc3', 'latin1').toString('base64')],
    ['513 bytes', 'x'.repeat(513)],
  ])('INVALID: %s', async (_what, text) => {
    const ada = await h.makeCustomer({ card: 'tok_visa' });
    expect(await refusal(redeemPromotion(ada, text))).toEqual([400, 'INVALID']);
    await nothingTaken(ada);
  });

  test('INVALID: the code of another account, of another promotion, and one that was revoked', async () => {
    const [ada, eve] = [await h.makeCustomer({ address: null }), await h.makeCustomer({ address: null })];
    const own = await codeOf(ada, 'portal');
    expect(await refusal(redeemPromotion(eve, own))).toEqual([400, 'INVALID']);
    expect(await refusal(redeemPromotion(ada, own.replace('portal', 'tbs1k')))).toEqual([400, 'INVALID']);
    await h.database.query(`UPDATE promotion_codes SET status = 'revoked' WHERE account_id = $1`, [ada.accountId]);
    expect(await refusal(redeemPromotion(ada, own))).toEqual([400, 'INVALID']);
    await nothingTaken(ada);
  });

  describe('a catalogue with other offers', () => {
    let limited: Harness;
    const day = 24 * 60 * 60 * 1000;
    const over: Record<string, Partial<Promotion>> = {
      '2-series': { validFrom: Date.now() + day },
      tbs1k: { validTo: Date.now() - day },
      portal: { maxRedemptions: 1 },
    };
    beforeAll(async () => {
      limited = await startHarness({
        catalogue: (loaded) => ({
          ...loaded,
          promotions: loaded.promotions.map((row) => ({ ...row, ...over[row.name] })),
        }),
      });
    });
    afterAll(() => limited.stop());

    test.each(['2-series', 'tbs1k'])(
      'PROMO_NOT_AVAILABLE: outside its dates, on a look and when taken: %s',
      async (name) => {
        const ada = await limited.makeCustomer({ card: 'tok_visa' });
        expect(await refusal(readPromotion(ada, name))).toEqual([400, 'PROMO_NOT_AVAILABLE']);
        const code = `CODE-${name}`;
        await limited.database.query(
          'INSERT INTO promotion_codes (code, promotion_id, account_id) VALUES ($1, $2, $3)',
          [code, `prm_${name}`, ada.accountId],
        );
        expect(await refusal(redeemPromotion(ada, code))).toEqual([400, 'PROMO_NOT_AVAILABLE']);
      },
    );

    test('PROMO_NOT_AVAILABLE: the last one goes to one of ten, and whoever has it is told so', async () => {
      const customers = await Promise.all(Array.from({ length: 10 }, () => limited.makeCustomer({ address: null })));
      const codes = await Promise.all(customers.map((customer) => codeOf(customer, 'portal')));
      const answers = await Promise.all(
        customers.map((customer, index) => redeemPromotion(customer, codes[index] ?? '')),
      );
      expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(9).fill(400)]);
      const winner = customers[answers.findIndex(({ status }) => status === 201)];
      if (!winner) throw new Error('one of them has it');
      expect(await refusal(readPromotion(winner, 'portal'))).toEqual([404, 'PROMO_NOT_FOUND']);
      expect(await refusal(readPromotion(await limited.makeCustomer(), 'portal'))).toEqual([
        400,
        'PROMO_NOT_AVAILABLE',
      ]);
    });
  });

  test('PROMO_NOT_AVAILABLE: prepaid drive time, or a promotion on drive that runs, on a look too', async () => {
    const ada = await makeClocked(h);
    const code = await codeOf(ada, '2-series');
    await makeRedemption(ada, 'portal');
    const refusals = async () => [
      await refusal(readPromotion(ada, '2-series')),
      await refusal(redeemPromotion(ada, code)),
    ];
    const unavailable = [400, 'PROMO_NOT_AVAILABLE'];
    expect(await refusals()).toEqual([unavailable, unavailable]);
    await h.database.query(
      `UPDATE subscriptions SET source = 'prepaid', term = 'fixed', current_period_end = '2027-01-10' WHERE account_id = $1`,
      [ada.accountId],
    );
    expect(await refusals()).toEqual([unavailable, unavailable]);
    expect(plans({ subscriptions: await h.subscriptions(ada) })).toEqual(['pln_drive_portal']);
  });

  test('PROMO_NOT_FOUND: this account has it already, on a look too', async () => {
    const ada = await h.makeCustomer({ card: 'tok_visa' });
    const code = await codeOf(ada, '2-series');
    expect((await redeemPromotion(ada, code)).status).toBe(201);
    expect(await refusal(redeemPromotion(ada, code))).toEqual([404, 'PROMO_NOT_FOUND']);
    expect(await refusal(readPromotion(ada, 'lexington'))).toEqual([404, 'PROMO_NOT_FOUND']);
    expect(await h.subscriptions(ada)).toHaveLength(2);
  });

  test('MISSING_ADDRESS, then PAYMENT_METHOD_REQUIRED', async () => {
    const ada = await h.makeCustomer({ address: null });
    expect(await refusal(redeemPromotion(ada, await codeOf(ada, '2-series')))).toEqual([400, 'MISSING_ADDRESS']);
    const eve = await h.makeCustomer();
    expect(await refusal(redeemPromotion(eve, await codeOf(eve, '2-series')))).toEqual([
      402,
      'PAYMENT_METHOD_REQUIRED',
    ]);
    await nothingTaken(ada);
    await nothingTaken(eve);
  });
});

describe('[INV-7] once an account, however it is asked', () => {
  test('twenty at once: one redemption', async () => {
    const ada = await h.makeCustomer({ card: 'tok_visa' });
    const code = await codeOf(ada, '2-series');
    const answers = await Promise.all(Array.from({ length: 20 }, () => redeemPromotion(ada, code)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(19).fill(404)]);
    expect(await h.subscriptions(ada)).toHaveLength(2);
    expect(await redemptions(h, ada)).toEqual([{ status: 'applied', promotionId: 'prm_2-series' }]);
  });

  test('[INV-9] twice under one key: the same answer', async () => {
    const ada = await h.makeCustomer({ card: 'tok_visa' });
    const code = await codeOf(ada, '2-series');
    const [first, again] = [await redeemPromotion(ada, code, 'step-1'), await redeemPromotion(ada, code, 'step-1')];
    expect([first.status, again.status]).toEqual([201, 201]);
    expect(again.text).toBe(first.text);
  });

  test('[INV-9] a call that died after it was committed is answered by what it made', async () => {
    const ada = await h.makeCustomer({ card: 'tok_visa' });
    const code = await codeOf(ada, '2-series');
    const first = await redeemPromotion(ada, code, 'step-1');
    await h.database.query(
      `UPDATE idempotency_keys SET state = 'started', status_code = NULL, response = NULL, locked_at = now() WHERE account_id = $1`,
      [ada.accountId],
    );
    await h.expireLeases();
    const again = await redeemPromotion(ada, code, 'step-1');
    expect(again.status, again.text).toBe(201);
    expect(again.body.subscriptions.map(({ id }) => id)).toEqual(first.body.subscriptions.map(({ id }) => id));
    expect(again.body.promotion).toEqual(first.body.promotion);
  });
});

test('[ASVS 2.4.1] five wrong codes in 15 minutes, on any page, block the account; a right code is refused too', async () => {
  const ada = await h.makeCustomer({ address: null });
  const code = await codeOf(ada, 'portal');
  for (const text of ['a', 'b', 'c']) expect((await redeemPromotion(ada, text)).status).toBe(400);
  for (const name of ['d', 'e']) expect((await readPromotion(ada, name)).status).toBe(404);
  const refused = await redeemPromotion(ada, code);
  expect([refused.status, refused.body.error.type]).toEqual([429, 'RATE_LIMITED']);
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  expect((await readPromotion(ada, 'portal')).status).toBe(429);
  h.wall.advance(15 * 60 * 1000);
  const back = { ...ada, client: await h.signIn(ada.email) };
  expect((await redeemPromotion(back, code)).status).toBe(201);
  h.wall.reset();
});
