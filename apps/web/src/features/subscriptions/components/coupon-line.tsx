import { Trans } from '@lingui/react/macro';
import { Check } from 'lucide-react';
import { Badge } from '../../../ui/badge.tsx';
import { Notice } from '../../../ui/notice.tsx';
import styles from './coupon-line.module.css';
import type { CouponPrices } from './use-coupon-prices.ts';

const CyclesText = ({ cycles }: { cycles: number | null }) => {
  if (cycles === null) return <Trans>It counts for every payment of the plan you choose.</Trans>;
  return cycles === 1 ? (
    <Trans>It counts for the first payment.</Trans>
  ) : (
    <Trans>It counts for the first {cycles} payments.</Trans>
  );
};

/** Line above the plans: the coupon of the shown prices, or the reason why it is not applied (CD-05). */
export const CouponLine = ({ prices }: { prices: CouponPrices }) => {
  switch (prices.kind) {
    case 'none':
      return null;
    case 'applies':
      return (
        <p className={styles.line} role="status">
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
        <Notice
          tone="warn"
          titleAs="p"
          title={
            prices.reason === 'plans' ? (
              <Trans>This code does not apply to the plans shown.</Trans>
            ) : (
              <Trans>This code didn't work.</Trans>
            )
          }
        >
          <p>
            <Trans>The prices are shown without it.</Trans>
          </p>
        </Notice>
      );
  }
};
