import type { AccountView } from '@foyer/contract/api/account';
import type { OperatorCustomer } from '@foyer/contract/api/operator-customers';
import { Trans } from '@lingui/react/macro';
import { ReceiptLines } from '../../features/payments/components/receipt-lines.tsx';
import { newCardChargeCents } from '../../features/payments/model/open-receipts.ts';
import { Card } from '../../ui/card.tsx';
import { DateText } from '../../ui/date.tsx';
import { Money } from '../../ui/money.tsx';
import { SectionHead } from '../../ui/section-head.tsx';
import { SummaryLine, SummaryLines } from '../../ui/summary.tsx';
import styles from '../operator-site.module.css';

interface UpcomingChargesProps {
  next: AccountView;
  receipts: OperatorCustomer['paid']['receipts'];
}

/** Upcoming charges of a customer as the portal shows them (OP-02). */
export const UpcomingCharges = ({ next, receipts }: UpcomingChargesProps) => {
  const { nextPayment, laterPayments, estimatedNextReceipt } = next;
  const chargedCents = newCardChargeCents(next, receipts);
  return (
    <section>
      <SectionHead>
        <Trans>What happens next</Trans>
      </SectionHead>
      <Card pad>
        {nextPayment ? (
          <p>
            <Trans>
              <b>
                <Money cents={nextPayment.total} />
              </b>{' '}
              is charged on <DateText instant={nextPayment.processedDate} />.
            </Trans>
          </p>
        ) : (
          <p>
            <Trans>No charge is planned.</Trans>
          </p>
        )}
        {estimatedNextReceipt && (
          <SummaryLines>
            {estimatedNextReceipt.items.map(({ description, amountCents }) => (
              <SummaryLine key={`${description} ${amountCents}`} label={description} minus={amountCents < 0}>
                <Money cents={amountCents} />
              </SummaryLine>
            ))}
            <ReceiptLines receipt={estimatedNextReceipt} creditLabel={<Trans>Account credit</Trans>} />
          </SummaryLines>
        )}
        {laterPayments.length > 0 && (
          <ul className={styles.lines}>
            {laterPayments.map(({ description, total, processedDate }) => (
              <li key={`${processedDate} ${description} ${total}`}>
                <span>
                  <DateText instant={processedDate} />: {description}
                </span>{' '}
                <Money cents={total} />
              </li>
            ))}
          </ul>
        )}
        {chargedCents > 0 && (
          <p>
            <Trans>
              <Money cents={chargedCents} /> is open and is charged as soon as a new card is saved.
            </Trans>
          </p>
        )}
      </Card>
    </section>
  );
};
