import type { BatchRow, OperatorSiteReads, RedemptionRow } from '../../services/operator/read-ports.ts';
import { atMicrosOf, END_OF_TIME, isBeyond, type List, readBoundedList } from './bounded-list.ts';
import type { Database } from './database.ts';

/** All codes of a batch are equal, so one of them describes the batch. An index counts them. */
const batches = `SELECT b.id, b.name, c.type, c.product, c.plan_id, c.duration_months AS months, c.perpetual, c.maintenance_months,
    c.percent_off AS percent, c.max_redemptions AS uses, c.valid_to, b.created_at,
    ${atMicrosOf('b.created_at')}, n.count, n.redeemed, n.redeemable
  FROM coupon_batches b
    JOIN LATERAL (SELECT * FROM coupons WHERE batch = b.id ORDER BY id LIMIT 1) c ON true
    JOIN LATERAL (SELECT count(*) AS count, sum(redeemed_count)::bigint AS redeemed,
        count(*) FILTER (WHERE status = 'active' AND redeemed_count < max_redemptions) AS redeemable FROM coupons WHERE batch = b.id) n ON true`;

const redemptionsOf: List = {
  columns: `r.id, r.account_id, r.status, r.at,
    (SELECT u.email::text FROM users u WHERE u.account_id = r.account_id AND u.deleted_at IS NULL LIMIT 1) AS email,
    CASE WHEN r.status = 'applied' AND c.max_redemptions = 1 THEN substr(r.typed_code, length(c.batch) + 2) END AS display_code`,
  from: 'coupons c JOIN coupon_redemptions r ON r.coupon_id = c.id WHERE c.batch = $2',
  at: 'r.at',
  id: 'r.id',
  newestFirst: true,
};

/** Codes and promotions with their use (OP-03). */
export const makeSaleReads = (
  database: Database,
): Pick<OperatorSiteReads, 'batches' | 'batch' | 'redemptions' | 'promotionsTaken'> => ({
  batches: (after, limit) => {
    const { atMicros, id } = after ?? END_OF_TIME;
    return database.query<BatchRow>(
      `${batches} WHERE ${isBeyond('b.created_at', 'b.id', '<', 1)}
       ORDER BY b.created_at DESC, b.id DESC LIMIT $3`,
      [atMicros, id, limit],
    );
  },
  batch: async (id) => {
    const [batch] = await database.query<BatchRow>(`${batches} WHERE b.id = $1`, [id]);
    return batch ?? null;
  },
  redemptions: (id, after, limit) => readBoundedList<RedemptionRow>(database, redemptionsOf, limit, [id], after),
  promotionsTaken: async () => {
    const rows = await database.query<{ id: string; n: number }>(
      `SELECT promotion_id AS id, count(*) AS n FROM promotion_redemptions WHERE status <> 'released' GROUP BY promotion_id`,
    );
    return new Map(rows.map(({ id, n }) => [id, n]));
  },
});
