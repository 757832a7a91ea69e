import type { CouponBatch } from '@foyer/contract/api/operator-sale';
import { Trans } from '@lingui/react/macro';
import { productName } from '../format.tsx';

/** Benefit of each code of a batch, in a few words. */
export const BatchBenefit = ({ batch }: { batch: CouponBatch }) => {
  const { type, planId, planName, product, months, perpetual, maintenanceMonths, percent } = batch;
  const plan = planName === null ? planId : [product && productName(product), planName].filter(Boolean).join(' ');
  if (type === 'Discount') {
    return planId ? (
      <Trans>
        {percent} % off {plan}
      </Trans>
    ) : (
      <Trans>{percent} % off everything</Trans>
    );
  }
  if (type === 'PrepaidMaintenance') return <Trans>{maintenanceMonths ?? months} months of maintenance</Trans>;
  if (perpetual) return <Trans>{plan} for good</Trans>;
  return (
    <Trans>
      {plan} for {months} months
    </Trans>
  );
};

export const BatchTypeLabel = ({ type }: { type: CouponBatch['type'] }) => {
  switch (type) {
    case 'Prepaid':
      return <Trans>Prepaid</Trans>;
    case 'PrepaidMaintenance':
      return <Trans>Maintenance</Trans>;
    case 'Discount':
      return <Trans>Discount</Trans>;
    default:
      return type satisfies never;
  }
};
