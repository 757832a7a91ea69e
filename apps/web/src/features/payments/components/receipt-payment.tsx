import type { Receipt } from '@foyer/contract/api/receipt';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { accountQuery } from '../../../shared/account/account.ts';
import { CardSkeleton } from '../../../ui/card-skeleton.tsx';
import place from '../../../ui/notice-place.module.css';
import { openReceipts, paymentsUpTo } from '../model/open-receipts.ts';
import { OpenPaymentRetry } from './open-payment-retry.tsx';
import { PayOpen } from './pay-open.tsx';

const NOTICE_PX = 90;

/** Button that pays this receipt and all older open ones before it (PM-09). Written-off debts come last. */
export const ReceiptPayment = ({ receipt }: { receipt: Receipt }) => {
  const [open] = openReceipts([receipt]);
  // The bank may wait for the customer's confirmation of a processing payment.
  const enabled = open !== undefined || receipt.status === 'Processing';
  const account = useQuery({ ...accountQuery, enabled });
  if (account.data)
    return (
      <PayOpen
        shown={open}
        payments={paymentsUpTo(account.data.openPayments, receipt.id)}
        account={account.data}
        questions={account.data.openChallenges.filter(({ receiptId }) => receiptId === receipt.id)}
      />
    );
  if (!open) return null;
  if (account.isError) return <OpenPaymentRetry queries={[account]} />;
  return (
    <div className={place.place} role="status">
      <span className="sr">
        <Trans>Loading…</Trans>
      </span>
      <CardSkeleton height={NOTICE_PX} />
    </div>
  );
};
