import type { Receipt } from '@foyer/contract/api/receipt';
import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { TaxLabel } from '../../../shared/catalogue/tax-label.tsx';
import { Money } from '../../../ui/money.tsx';
import { SummaryLine } from '../../../ui/summary.tsx';

interface ReceiptLinesProps {
  receipt: Receipt;
  /** Label of the credit. A receipt used it, and an estimate will use it. */
  creditLabel: ReactNode;
}

/** Lines between the items and the total of a receipt: coupon, tax, credit (PY-04). */
export const ReceiptLines = ({
  receipt: { coupon, tax, taxRatePercentage, taxPlace, creditTendered, creditAdded },
  creditLabel,
}: ReceiptLinesProps) => (
  <>
    {coupon && (
      <SummaryLine label={<Trans>Coupon {coupon.code}</Trans>} minus>
        <Money cents={-coupon.discount} />
      </SummaryLine>
    )}
    <SummaryLine label={<TaxLabel place={taxPlace} percent={taxRatePercentage} />}>
      <Money cents={tax} />
    </SummaryLine>
    {creditTendered !== 0 && (
      <SummaryLine
        label={creditTendered > 0 ? creditLabel : <Trans>Previous balance</Trans>}
        minus={creditTendered > 0}
      >
        <Money cents={-creditTendered} />
      </SummaryLine>
    )}
    {creditAdded > 0 && (
      <SummaryLine label={<Trans>Added to your account credit</Trans>}>
        <Money cents={creditAdded} />
      </SummaryLine>
    )}
  </>
);
