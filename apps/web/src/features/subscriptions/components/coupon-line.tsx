import { Suspense } from 'react';
import { lazyPreloaded } from '../../../lib/lazy-preloaded.ts';
import type { CouponPrices } from './use-coupon-prices.ts';

// on demand, because few customers have a coupon
const { Part: CouponOutcome, usePreload: usePreloadOutcome } = lazyPreloaded(
  async () => (await import('./coupon-outcome.tsx')).CouponOutcome,
);

/** Line above the plans: the coupon of the shown prices, or the reason why it is not applied (CD-05). */
export const CouponLine = ({ prices }: { prices: CouponPrices }) => {
  usePreloadOutcome();
  return prices.kind === 'none' ? null : (
    <Suspense>
      <CouponOutcome prices={prices} />
    </Suspense>
  );
};
