import type { Receipt } from '@foyer/contract/api/receipt';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { accountQuery } from '../../../lib/queries/account.ts';
import { CardSkeleton } from '../../../ui/card-skeleton.tsx';
import { openReceipts, paymentsUpTo } from '../model/open-receipts.ts';
import { OpenPaymentRetry } from './open-payment-retry.tsx';
import styles from './overdue-notice.module.css';
import { PayOpen } from './pay-open.tsx';

const NOTICE_PX = 90;

/** Pays the receipt of this page, and before it what is older and open (PM-09); a debt that was given up comes last. */
export const ReceiptPayment = ({ receipt }: { receipt: Receipt }) => {
  const [open] = openReceipts([receipt]);
  // of one that is processing the bank may wait for the customer
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
    <div className={styles.notice} role="status">
      <span className="sr">
        <Trans>Loading…</Trans>
      </span>
      <CardSkeleton height={NOTICE_PX} />
    </div>
  );
};
