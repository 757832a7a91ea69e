import { expect, test } from 'vitest';
import type { CouponRedemption } from '../state/coupon-entities.ts';
import { anAccount } from '../testing/builders.ts';
import { aPerpetualClaim } from '../testing/coupons.ts';
import { Customer } from '../testing/customer.ts';
import { text, utc } from '../testing/moments.ts';
import { redeemPrepaid } from './redeem-prepaid.ts';

const START = utc('2026-01-31');

test('[EX-01] a held code is applied once its review is cleared, and no release is due', () => {
  const row: CouponRedemption = {
    id: 'red_kept',
    couponId: 'cpn_1',
    accountId: 'acc_1',
    typedCode: 'ppd_ABCD',
    subscriptionId: null,
    status: 'held',
    exportReviewId: 'exr_1',
    at: START,
  };
  const ada = new Customer(START, {
    account: anAccount({ exportStatus: 'cleared' }),
    held: [{ id: row.id, accountId: 'acc_1', kind: 'prepaid', name: 'Scope', heldAt: START }],
  });
  const redeemed = redeemPrepaid(
    ada.books,
    aPerpetualClaim({ redeemedCount: 1 }),
    { named: null, verdict: 'clear', held: row },
    ada.context,
  );
  if (!redeemed.ok) throw new Error(redeemed.type);
  expect(redeemed.value.writes.couponRedemptions).toMatchObject([{ id: row.id, status: 'applied' }]);
  // 60 days before the first year of maintenance ends. The release of the held code is not due any more.
  expect(text(redeemed.value.writes.account.nextActionAt)).toBe('2026-12-02');
});
