import type { Receipt } from '@foyer/contract/api/receipt';
import { Trans } from '@lingui/react/macro';
import { DateText } from '../../../ui/date.tsx';
import { Money } from '../../../ui/money.tsx';
import styles from './receipt-document.module.css';

/** Items of a receipt: quantity, description with its period, amount (PY-04). */
export const ReceiptItems = ({ items }: { items: Receipt['items'] }) => (
  <table className={styles.items}>
    <thead>
      <tr>
        <th scope="col">
          <Trans>Quantity</Trans>
        </th>
        <th scope="col">
          <Trans>Description</Trans>
        </th>
        <th scope="col">
          <Trans>Amount</Trans>
        </th>
      </tr>
    </thead>
    <tbody>
      {items.map(({ quantity, description, amount, periodStart, periodEnd }) => (
        <tr key={`${description} ${amount} ${periodStart}`}>
          <td>{quantity || 1}</td>
          <td>
            <span className={styles.description}>{description}</span>
            {periodStart && periodEnd && (
              <span className={styles.period}>
                <Trans>
                  <DateText instant={periodStart} /> to <DateText instant={periodEnd} />
                </Trans>
              </span>
            )}
          </td>
          <td>
            <Money cents={amount} />
          </td>
        </tr>
      ))}
    </tbody>
  </table>
);
