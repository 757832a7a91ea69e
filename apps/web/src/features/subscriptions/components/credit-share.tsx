import type { ForecastInvoice } from '@foyer/contract/api/forecast-invoice';
import { Trans } from '@lingui/react/macro';
import { Money } from '../../../ui/money.tsx';

/** Share of an upcoming invoice that account credit pays, or a small amount carried over to it (PY-06). */
export const CreditShare = ({ bill }: { bill: ForecastInvoice | null }) => {
  if (!bill || bill.credit === 0) return null;
  if (bill.credit < 0)
    return (
      <Trans>
        With your previous balance, <Money cents={bill.amountDueCents} /> is charged.
      </Trans>
    );
  return bill.credit === bill.total ? (
    <Trans>Your account credit pays all of it.</Trans>
  ) : (
    <Trans>
      <Money cents={bill.credit} /> of it comes from your account credit.
    </Trans>
  );
};
