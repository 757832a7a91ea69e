import type { Receipt } from '@foyer/contract/api/shapes';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { accountQuery } from '../../../lib/queries/account.ts';
import { CardSkeleton } from '../../../ui/card-skeleton.tsx';
import { oldestFirst, openReceipts } from '../model/open-receipts.ts';
import { unpaidReceiptsQuery } from '../queries/receipts.ts';
import { OpenPaymentRetry } from './open-payment-retry.tsx';
import styles from './overdue-notice.module.css';
import { PayOpen } from './pay-open.tsx';

const NOTICE_PX = 90;

/** Pays the receipt of this page, and what is older and open before it (PM-09). */
export const ReceiptPayment = ({ receipt }: { receipt: Receipt }) => {
  const [open] = openReceipts([receipt]);
  // of one that is processing the bank may wait for the customer
  const enabled = open !== undefined || receipt.status === 'Processing';
  const unpaid = useQuery({ ...unpaidReceiptsQuery, enabled });
  const account = useQuery({ ...accountQuery, enabled });
  const asked = [unpaid, account];
  if (unpaid.data && account.data)
    return (
      <PayOpen
        shown={open}
        receipts={oldestFirst(unpaid.data, receipt)}
        account={account.data}
        questions={account.data.openChallenges.filter(({ receiptId }) => receiptId === receipt.id)}
      />
    );
  if (!open) return null;
  if (asked.some(({ isError, data }) => isError && !data)) return <OpenPaymentRetry queries={asked} />;
  return (
    <div className={styles.notice} role="status">
      <span className="sr">
        <Trans>Loading…</Trans>
      </span>
      <CardSkeleton height={NOTICE_PX} />
    </div>
  );
};
