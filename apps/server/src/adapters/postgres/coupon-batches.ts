import type { CouponBatchRows } from '../../services/operator/ports.ts';
import { newId } from '../new-id.ts';
import type { Sql } from './database.ts';
import { insertRows } from './rows.ts';

const coupons = { name: 'coupons', instants: ['validFrom', 'validTo'] };

/** Within the transaction it is given. */
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
});
