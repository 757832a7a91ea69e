import type { CouponBatchRows } from '../../services/operator/ports.ts';
import { newId } from '../new-id.ts';
import type { Sql } from './database.ts';
import { insertRows } from './rows.ts';

const coupons = { name: 'coupons', instants: ['validFrom', 'validTo'] };

/** Batches of codes, in the given transaction. */
export const couponBatchesOn = (sql: Sql): CouponBatchRows => ({
  addCoupons: async (batch, wanted) => {
    await sql.query('INSERT INTO coupon_batches (id, name) VALUES ($1, $2)', [batch.id, batch.name]);
    const rows = wanted.map(({ priceIds, ...row }) => ({
      priceIds,
      row: { ...row, id: newId('coupon'), batch: batch.id },
    }));
    await insertRows(
      sql,
      coupons,
      rows.map(({ row }) => row),
    );
    await insertRows(
      sql,
      { name: 'coupon_prices', instants: [] },
      rows.flatMap(({ priceIds, row }) => priceIds.map((priceId) => ({ couponId: row.id, priceId }))),
    );
  },
  revokeBatch: async (batchId) => {
    const [batch] = await sql.query<{ redeemed: number | null }>(
      `SELECT sum(c.redeemed_count)::bigint AS redeemed FROM coupon_batches b LEFT JOIN coupons c ON c.batch = b.id WHERE b.id = $1 GROUP BY b.id`,
      [batchId],
    );
    if (!batch) return null;
    // A redeemed code may be released again: when a review is denied, or when the invoice of a discount is never paid.
    const revoked = await sql.query(
      `UPDATE coupons c SET status = 'revoked' WHERE c.batch = $1 AND c.status = 'active' AND (c.type = 'Discount'
         OR c.redeemed_count < c.max_redemptions OR EXISTS (SELECT FROM coupon_redemptions r WHERE r.coupon_id = c.id AND r.status = 'held'))
       RETURNING c.id`,
      [batchId],
    );
    return { revoked: revoked.length, redeemed: batch.redeemed ?? 0 };
  },
});
