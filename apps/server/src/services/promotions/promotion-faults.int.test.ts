import { expect, test } from 'vitest';
import { atEveryStatement } from '../../../test/at-every-statement.ts';
import { boston } from '../../../test/customers.ts';
import { codeOf, redeemPromotion, redemptions } from '../../../test/promotions.ts';
import { useCodes } from '../../../test/use-harness.ts';

const h = useCodes({ queue: 'real' });

test.each(['before', 'after'] as const)(
  '[PR-02] [INV-9] a connection lost at any statement (answer lost %s it ran): all grants or none, and the repeated call completes',
  async (how) => {
    const statements = await atEveryStatement(h, how, async (label, underFault) => {
      const ada = await h.makeCustomer({ card: 'tok_visa' });
      const code = await codeOf(ada, '2-series');
      const first = await underFault(() => redeemPromotion(ada, code, 'step'));
      expect([201, 503], `${label}: ${first.text}`).toContain(first.status);
      expect([0, 2], label).toContain((await h.subscriptions(ada)).length);
      await h.expireLeases();
      const again = await redeemPromotion(ada, code, 'step');
      expect(again.status, `${label}: ${again.text}`).toBe(201);
      expect(await redemptions(h, ada), label).toEqual([{ status: 'applied', promotionId: 'prm_2-series' }]);
      expect(await h.subscriptions(ada), label).toHaveLength(2);
      expect(await h.receipts(ada), label).toHaveLength(2);
    });
    expect(statements).toBeGreaterThan(how === 'before' ? 20 : 1);
  },
  120_000,
);

test.each(['before', 'after'] as const)(
  '[EX-01] the same while a review is cleared (%s): decided with what was held, or not at all',
  async (how) => {
    const jo = { actor: 'jo@vendor.example', reason: 'ticket 4711' };
    const statements = await atEveryStatement(
      h,
      how,
      async (label, underFault) => {
        const ada = await h.makeCustomer({ address: { ...boston, country: 'CU', state: '' } });
        expect((await redeemPromotion(ada, await codeOf(ada, 'tbs1k'))).body.error.held).toBe(true);
        const [review] = await h.database.query<{ id: string }>('SELECT id FROM export_reviews WHERE account_id = $1', [
          ada.accountId,
        ]);
        const clear = () => h.operator.clearReview(review?.id ?? '', jo);
        const lost = await underFault(() =>
          clear().then(
            () => null,
            (error: unknown) => error,
          ),
        );
        const [held] = await redemptions(h, ada);
        const [row] = await h.database.query<{ status: string }>('SELECT status FROM export_reviews WHERE id = $1', [
          review?.id,
        ]);
        expect([held?.status, row?.status], `${label}: ${lost}`).toEqual(
          row?.status === 'cleared' ? ['applied', 'cleared'] : ['held', 'pending'],
        );
        if (row?.status === 'pending') await clear();
        expect(await h.subscriptions(ada), label).toHaveLength(2);
        const [audited] = await h.database.query(`SELECT count(*)::int AS n FROM audit_log WHERE account_id = $1`, [
          ada.accountId,
        ]);
        expect(audited, label).toEqual({ n: 1 });
      },
      { stride: 3 },
    );
    expect(statements).toBeGreaterThan(how === 'before' ? 20 : 1);
  },
  120_000,
);
