import type { AccountView } from '@foyer/contract/api/account';
import { Trans } from '@lingui/react/macro';
import { currentTime } from '../../../lib/current-time.ts';
import { DateText } from '../../../ui/date.tsx';
import { Money } from '../../../ui/money.tsx';
import { SummaryLine, SummaryLines } from '../../../ui/summary.tsx';
import { daysUntil } from '../model/receipt-dates.ts';
import styles from './pay-card.module.css';
import { ReceiptLines } from './receipt-lines.tsx';

const Payable = ({ cents }: { cents: number }) =>
  cents === 0 ? <Trans>covered by your credit</Trans> : <Money cents={cents} />;

/**
 * Lines of the next charge with tax and credit, the other charges of its day, and below them the later ones (PY-03). The
 * server estimates the lines of the next charge only.
 */
export const NextPaymentLines = ({ account }: { account: AccountView }) => {
  const { nextPayment, laterPayments, estimatedNextReceipt: receipt } = account;
  const now = currentTime(account);
  const day = nextPayment && daysUntil(nextPayment.processedDate, now);
  const sameDay = laterPayments.filter(({ processedDate }) => daysUntil(processedDate, now) === day);
  const later = laterPayments.filter((payment) => !sameDay.includes(payment));
  return (
    <>
      {receipt && nextPayment && (
        <div className={styles.lines}>
          <SummaryLines>
            {receipt.items.map((item) => (
              <SummaryLine key={`${item.description} ${item.amount}`} label={item.description} minus={item.amount < 0}>
                <Money cents={item.amount} />
              </SummaryLine>
            ))}
            <ReceiptLines receipt={receipt} creditLabel={<Trans>Account credit</Trans>} />
            {sameDay.map(({ description, total }, index) => (
              <SummaryLine
                // biome-ignore lint/suspicious/noArrayIndexKey: lines may be equal, and the list is never reordered
                key={index}
                label={description}
                rule
                reason={<Trans>A separate payment. Tax and credit are included.</Trans>}
              >
                <Payable cents={total} />
              </SummaryLine>
            ))}
          </SummaryLines>
        </div>
      )}
      {later.length > 0 && (
        <div className={styles.lines}>
          <h3 className={styles.label}>
            <Trans>Other payments to come</Trans>
          </h3>
          <SummaryLines>
            {later.map(({ description, total, processedDate }, index) => (
              <SummaryLine
                // biome-ignore lint/suspicious/noArrayIndexKey: lines may be equal, and the list is never reordered
                key={index}
                label={description}
                reason={<DateText instant={processedDate} />}
              >
                <Payable cents={total} />
              </SummaryLine>
            ))}
          </SummaryLines>
        </div>
      )}
    </>
  );
};
