import type { Receipt } from '@foyer/contract/api/receipt';
import { Trans } from '@lingui/react/macro';
import { ChevronRight } from 'lucide';
import { paths } from '../../../lib/paths.ts';
import { CardLine } from '../../../shared/payments/card-brand.tsx';
import { cx } from '../../../ui/cx.ts';
import { DateText } from '../../../ui/date.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Link } from '../../../ui/link.tsx';
import { Money } from '../../../ui/money.tsx';
import { ReceiptStatus } from './receipt-status.tsx';
import styles from './receipts-table.module.css';

const Row = ({
  receipt: { id, chargeId, createdDate, description, cardBrand, cardLast4, status, amount },
}: {
  receipt: Receipt;
}) => {
  const to = id ?? chargeId;
  return (
    <tr>
      <td className={styles.date}>
        <DateText instant={createdDate} />
      </td>
      <td className={styles.what}>
        {to ? (
          <Link href={paths.receipt(to)} className={styles.link}>
            {description}
          </Link>
        ) : (
          description
        )}
      </td>
      <td className={styles.card}>{cardLast4 && <CardLine brand={cardBrand} last4={cardLast4} />}</td>
      <td className={cx(styles.status, status === 'Paid' && styles.paid)}>
        {status && <ReceiptStatus status={status} quietPaid />}
      </td>
      <td className={styles.amount}>
        <Money cents={amount} />
      </td>
      <td className={styles.go}>
        <Icon of={ChevronRight} size={16} />
      </td>
    </tr>
  );
};

/**
 * Table of past payments. On a phone a row shows name and amount, then date and card, then an exceptional status
 * (PY-01).
 */
export const ReceiptsTable = ({ receipts }: { receipts: readonly Receipt[] }) => (
  <table className={styles.table}>
    <thead>
      <tr>
        <th scope="col">
          <Trans>Date</Trans>
        </th>
        <th scope="col">
          <Trans>For</Trans>
        </th>
        <th scope="col">
          <Trans>Payment</Trans>
        </th>
        <th scope="col">
          <Trans>Status</Trans>
        </th>
        <th scope="col" className={styles.amount}>
          <Trans>Amount</Trans>
        </th>
        <td aria-hidden="true" />
      </tr>
    </thead>
    <tbody>
      {receipts.map((receipt) => (
        <Row key={receipt.id ?? receipt.chargeId ?? receipt.createdDate} receipt={receipt} />
      ))}
    </tbody>
  </table>
);
