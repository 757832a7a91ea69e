import type { AccountId } from '@foyer/contract/vocabulary/ids';
import type { Coupon, CouponClaim } from '@foyer/domain/coupons/coupon';
import { billingTables } from '@foyer/domain/decision/tables';
import type { CouponRedemption } from '@foyer/domain/state/coupon-entities';
import type { CodeKey, CodeLookupRows } from '../../services/billing/ports.ts';
import type { Sql } from './database.ts';
import { makeRateWindows } from './rate-windows.ts';
import { updateRows } from './rows.ts';
import { makeRecordWrongCode } from './security-writes.ts';
import { putRows, type StoreRows } from './store-rows.ts';

const couponColumns = `c.id, c.batch, c.type, c.product, c.plan_id, c.price_id, c.tier_id, c.duration_months, c.maintenance_months, c.percent_off,
  c.discount_cycles, c.max_redemptions, c.redeemed_count, c.status, c.valid_from, c.valid_to,
  ARRAY(SELECT p.price_id FROM coupon_prices p WHERE p.coupon_id = c.id ORDER BY 1) AS price_ids`;

/** Last redemption of a coupon by an account, unless it was released. */
const earlierRedemption = `SELECT id, status FROM coupon_redemptions WHERE coupon_id = $1 AND account_id = $2 AND status <> 'released'`;

/**
 * Coupon of a typed code, with what the account did with it before. Null when no coupon has the code. `lock` locks the
 * coupon's row, after the account's row: of several redemptions at the same moment the later ones see that the last use
 * is taken (CD-04).
 */
export const claimCoupon = async (
  sql: Sql,
  code: CodeKey,
  accountId: AccountId,
  lock: boolean,
): Promise<CouponClaim | null> => {
  const [coupon] = await sql.query<Coupon>(
    `SELECT ${couponColumns} FROM coupons c WHERE c.code_hash = $1 ${lock ? 'FOR UPDATE OF c' : ''}`,
    [code.hash],
  );
  if (!coupon) return null;
  const [earlier = null] = await sql.query<Pick<CouponRedemption, 'status'>>(earlierRedemption, [coupon.id, accountId]);
  return { coupon, accountId, earlier, code: `${coupon.batch}_${code.display}` };
};

/** Rows of one rate-limited code look-up, in the given transaction. */
export const codeLookupRowsOn = (sql: Sql, newEventId: () => string): CodeLookupRows => ({
  windows: makeRateWindows(sql),
  recordWrongCode: makeRecordWrongCode(sql, newEventId),
  findCoupon: async (hash) => {
    const [row] = await sql.query<Pick<Coupon, 'batch' | 'type'>>(
      'SELECT batch, type FROM coupons WHERE code_hash = $1',
      [hash],
    );
    return row ?? null;
  },
});

const count = async (sql: Sql, couponIds: readonly string[], by: 1 | -1): Promise<void> => {
  await sql.query(
    `UPDATE coupons c SET redeemed_count = c.redeemed_count + $2 * t.n
     FROM (SELECT id, count(*)::integer AS n FROM unnest($1::text[]) AS u (id) GROUP BY id) t WHERE c.id = t.id`,
    [couponIds, by],
  );
};

/** Stores redemptions. Each new one uses its coupon once; rows and counts change together (I15). */
export const storeRedemptions: StoreRows<'couponRedemptions'> = async (sql, rows, { created }) => {
  await putRows(sql, billingTables.couponRedemptions, rows, created);
  const taken = rows.filter(({ id }) => created.has(id));
  if (taken.length > 0)
    await count(
      sql,
      taken.map(({ couponId }) => couponId),
      1,
    );
};

/** Stores discounts. Ended ones go first, because a subscription has one active discount at any moment. */
export const storeDiscounts: StoreRows<'discounts'> = async (sql, discounts, { created }) => {
  const rows = discounts.map(({ id, accountId, subscriptionId, status, cyclesLeft, invoiceId }) => ({
    id,
    accountId,
    subscriptionId,
    status,
    cyclesLeft,
    invoiceId,
  }));
  const hasEnded = ({ id, status }: (typeof rows)[number]) => status === 'over' && !created.has(id);
  await updateRows(sql, billingTables.discounts, rows.filter(hasEnded));
  await putRows(
    sql,
    billingTables.discounts,
    rows.filter((row) => !hasEnded(row)),
    created,
  );
};

/** Releases the redemptions of orders that failed. Each gives one use back to its coupon (I15). */
export const storeFreedCoupons: StoreRows<'freedCoupons'> = async (sql, rows) => {
  const freed = await sql.query<{ couponId: string }>(
    `UPDATE coupon_redemptions SET status = 'released' WHERE account_id = ANY($1) AND id = ANY($2) AND status <> 'released' RETURNING coupon_id`,
    [rows.map(({ accountId }) => accountId), rows.map(({ redemptionId }) => redemptionId)],
  );
  await count(
    sql,
    freed.map(({ couponId }) => couponId),
    -1,
  );
};
