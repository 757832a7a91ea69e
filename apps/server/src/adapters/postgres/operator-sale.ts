import type { BatchRow, ConsoleReads, RedemptionRow } from '../../services/console/ports.ts';
import type { Database } from './database.ts';

/** The codes of a batch are all alike, so any of them tells what it is; how many there are is counted in the index. */
const batches = `SELECT b.id, b.name, c.type, c.product, c.plan_id, c.duration_months AS months, c.perpetual, c.maintenance_months,
    c.percent_off AS percent, c.max_redemptions AS uses, c.valid_to, b.created_at, n.count, n.redeemed, n.redeemable
  FROM coupon_batches b
    JOIN LATERAL (SELECT * FROM coupons WHERE batch = b.id ORDER BY id LIMIT 1) c ON true
    JOIN LATERAL (SELECT count(*) AS count, sum(redeemed_count)::bigint AS redeemed,
        count(*) FILTER (WHERE status = 'active' AND redeemed_count < max_redemptions) AS redeemable FROM coupons WHERE batch = b.id) n ON true`;

/** Codes and promotions, and what became of them (OP-03). */
export const makeSaleReads = (database: Database): Pick<ConsoleReads, 'batches' | 'batch' | 'promotionsTaken'> => ({
  batches: (limit) => database.query<BatchRow>(`${batches} ORDER BY b.created_at DESC, b.id DESC LIMIT $1`, [limit]),
  batch: async (id, limit) => {
    const [[batch], redemptions] = await Promise.all([
      database.query<BatchRow>(`${batches} WHERE b.id = $1`, [id]),
      database.query<RedemptionRow>(
        `SELECT r.id, r.account_id, u.email::text AS email, r.status, r.at,
           CASE WHEN r.status = 'applied' AND c.max_redemptions = 1 THEN substr(r.typed_code, length(c.batch) + 2) END AS display_code
         FROM coupons c JOIN coupon_redemptions r ON r.coupon_id = c.id LEFT JOIN users u ON u.account_id = r.account_id AND u.deleted_at IS NULL
         WHERE c.batch = $1 ORDER BY r.at DESC, r.id DESC LIMIT $2`,
        [id, limit],
      ),
    ]);
    return batch ? { batch, redemptions } : null;
  },
  promotionsTaken: async () => {
    const rows = await database.query<{ id: string; n: number }>(
      `SELECT promotion_id AS id, count(*) AS n FROM promotion_redemptions WHERE status <> 'released' GROUP BY promotion_id`,
    );
    return new Map(rows.map(({ id, n }) => [id, n]));
  },
});
