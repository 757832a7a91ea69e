import { Trans } from '@lingui/react/macro';
import { Check } from 'lucide';
import { Suspense } from 'react';
import { lazyPreloaded } from '../../../lib/lazy-preloaded.ts';
import { Badge } from '../../../ui/badge.tsx';
import type { CouponPrices } from './use-coupon-prices.ts';

const { Part: CouponRefused, usePreload: usePreloadRefused } = lazyPreloaded(
  async () => (await import('./coupon-refused.tsx')).CouponRefused,
);

const CyclesText = ({ cycles }: { cycles: number | null }) => {
  if (cycles === null) return <Trans>It applies to every payment for the plan you choose.</Trans>;
  return cycles === 1 ? (
    <Trans>It applies to your first payment.</Trans>
  ) : (
    <Trans>It applies to your first {cycles} payments.</Trans>
  );
};

/** Line above the plans: the coupon of the shown prices, or the reason why it is not applied (CD-05). */
export const CouponLine = ({ prices }: { prices: CouponPrices }) => {
  usePreloadRefused();
  switch (prices.kind) {
    case 'none':
      return null;
    case 'applies':
      return (
        <p className="row" role="status">
          <Badge tone="ok" icon={Check}>
            <Trans>{prices.coupon.discountPercentage}% discount</Trans>
          </Badge>
          <span>{prices.coupon.displayCode}</span>
          <span>
            <CyclesText cycles={prices.coupon.discountCycles} />
          </span>
        </p>
      );
    case 'refused':
      return (
        <Suspense>
          <CouponRefused cause={prices.cause} />
        </Suspense>
      );
  }
};
