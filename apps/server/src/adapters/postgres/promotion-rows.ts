import type { Claimed } from '@foyer/domain/catalogue/promotion';
import type { PromotionCode, PromotionLookUps, PromotionRows } from '../../services/billing/promotion-ports.ts';
import type { Database, Sql } from './database.ts';

const useOf =
  (sql: Sql): PromotionRows['promotionUse'] =>
  async ({ id, maxRedemptions }, accountId, lock) => {
    const limited = maxRedemptions !== null;
    if (lock && limited) await sql.query('SELECT id FROM promotions WHERE id = $1 FOR UPDATE', [id]);
    // Counted only for a promotion with a limit. Otherwise each look-up would read all redemptions of the campaign.
    const [row] = await sql.query<{ mine: Exclude<Claimed, 'no'> | null; redemptions: number }>(
      `SELECT (SELECT status FROM promotion_redemptions WHERE promotion_id = $1 AND account_id = $2 AND status <> 'released') AS mine,
         CASE WHEN $3 THEN (SELECT count(*) FROM promotion_redemptions WHERE promotion_id = $1 AND status <> 'released') ELSE 0 END::integer AS redemptions`,
      [id, accountId, limited],
    );
    return { claimed: row?.mine ?? 'no', redemptions: row?.redemptions ?? 0 };
  };

/** Promotions and their redemptions, in the given transaction. */
export const promotionRowsOn = (sql: Sql): PromotionRows => ({
  promotionCode: async (code, lock) => {
    const [row] = await sql.query<PromotionCode>(
      `SELECT code, promotion_id, account_id FROM promotion_codes WHERE code = $1 AND status = 'active' ${lock ? 'FOR UPDATE' : ''}`,
      [code],
    );
    return row ?? null;
  },
  promotionUse: useOf(sql),
});

export const makePromotionLookUps = (database: Database): PromotionLookUps => ({
  promotionUse: useOf(database),
  findOrAddOwnCode: async (promotionId, accountId, fresh) => {
    await database.query(
      `INSERT INTO promotion_codes (code, promotion_id, account_id) VALUES ($1, $2, $3)
       ON CONFLICT (promotion_id, account_id) DO NOTHING`,
      [fresh, promotionId, accountId],
    );
    const [row] = await database.query<{ code: string }>(
      'SELECT code FROM promotion_codes WHERE promotion_id = $1 AND account_id = $2',
      [promotionId, accountId],
    );
    if (!row) throw new Error(`promotion ${promotionId}: the code of account ${accountId} is missing after its insert`);
    return row.code;
  },
});
