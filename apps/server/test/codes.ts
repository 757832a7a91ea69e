import type { Coupon } from '@foyer/contract/api/coupons';
import type { BatchOrder } from '@foyer/domain/coupons/batch';
import type { Answer } from './client.ts';
import type { Customer, Harness } from './harness.ts';
import { BUY, type Changed } from './shop.ts';

/** Shared steps of tests about codes. */

type Order = Partial<BatchOrder> & Pick<BatchOrder, 'type'>;

export const driveYear: Order = { type: 'Prepaid', planId: 'pln_drive_starter', months: 12 };
export const scopeTwoYears: Order = { type: 'Prepaid', planId: 'pln_scope_starter', months: 24 };
export const forever: Order = { type: 'Prepaid', planId: 'pln_scope_ultimate', perpetual: true };
export const ultimateYear: Order = { type: 'PrepaidMaintenance', planId: 'pln_scope_ultimate', months: 12 };
export const fifthOff: Order = { type: 'Discount', percent: 20, uses: 1000 };

const by = { actor: 'jo@vendor.example', reason: 'for the tests' };

/** Creates codes as an operator does. They are valid since 2020, so that a sandbox clock may show any later time. */
export const makeCodes = async (h: Harness, order: Order, count = 1): Promise<readonly string[]> => {
  const { batchId, codes } = await h.operator.createCoupons({ count, name: 'tests', ...order }, by);
  await h.database.query(`UPDATE coupons SET valid_from = '2020-01-01Z' WHERE batch = $1`, [batchId]);
  return codes;
};

export const makeCode = async (h: Harness, order: Order): Promise<string> => (await makeCodes(h, order))[0] ?? '';

export const checkCode = ({ client }: Customer, code: string, subId?: string): Promise<Answer<Coupon>> =>
  client.get<Coupon>(`/api/coupon/coupons/${encodeURIComponent(code)}${subId === undefined ? '' : `?subId=${subId}`}`);

export const redeem = ({ client }: Customer, prepaidCouponId: string, key?: string): Promise<Answer<Changed>> =>
  client.post<Changed>(BUY, { prepaidCouponId }, key === undefined ? {} : { key });

/** The status of a code's only redemption, or null while there is none. */
export const stateOf = async (h: Harness, code: string): Promise<string | null> => {
  const [row] = await h.database.query<{ status: string }>(
    `SELECT status FROM coupon_redemptions WHERE typed_code = $1 ORDER BY created_at DESC`,
    [code],
  );
  return row?.status ?? null;
};
