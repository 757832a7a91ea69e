import type { AccountView } from '@foyer/contract/api/account';
import { Trans } from '@lingui/react/macro';
import { CalendarClock, Hourglass, Trash2, Zap } from 'lucide';
import { cardLabel } from '../../../shared/payments/card-brand.tsx';
import { DateText } from '../../../ui/date.tsx';
import { Money } from '../../../ui/money.tsx';
import { SummaryPanel, ThenLine } from '../../../ui/summary.tsx';
import styles from './payment-method-form.module.css';

interface SaveCardSummaryProps {
  account: AccountView;
  openCents: number;
  openFor: string | null;
  /** Amount of payments with the old card that are still processing. */
  processingCents: number;
  /** The page continues with an order, which is confirmed there. */
  isForOrder: boolean;
}

/** Says before the save what is charged now and later, and what happens to the old card. */
export const SaveCardSummary = ({
  account: { nextPayment, laterPayments, estimatedNextReceipt, paymentMethod },
  openCents,
  openFor,
  processingCents,
  isForOrder,
}: SaveCardSummaryProps) => {
  // Next charge of the open receipt. It is not charged again if it is paid now or still processing. An estimated
  // receipt has no id yet.
  const isOpen = typeof estimatedNextReceipt?.id === 'string';
  return (
    <SummaryPanel title={<Trans>What happens when you save</Trans>}>
      <ul className={styles.then}>
        {openCents > 0 ? (
          <ThenLine icon={Zap}>
            <b>
              <Trans>
                Now: <Money cents={openCents} />
              </Trans>
            </b>
            <br />
            {openFor ? <Trans>The open payment for {openFor}.</Trans> : <Trans>Your open payments.</Trans>}
          </ThenLine>
        ) : (
          <ThenLine icon={Zap}>
            <b>
              <Trans>Now: nothing is charged</Trans>
            </b>
            <br />
            <Trans>We only check the card with your bank.</Trans>
            {isForOrder && (
              <>
                {' '}
                <Trans>You'll return to your order and confirm it there.</Trans>
              </>
            )}
          </ThenLine>
        )}
        {processingCents > 0 && (
          <ThenLine icon={Hourglass}>
            <b>
              <Trans>
                <Money cents={processingCents} /> is still processing
              </Trans>
            </b>
            <br />
            <Trans>If that payment fails, what stays open is charged to the new card.</Trans>
          </ThenLine>
        )}
        {nextPayment && !isOpen && (
          <ThenLine icon={CalendarClock}>
            <b>
              <DateText instant={nextPayment.processedDate} />:{' '}
              {nextPayment.total === 0 ? <Trans>covered by your credit</Trans> : <Money cents={nextPayment.total} />}
            </b>
            {estimatedNextReceipt && (
              <>
                <br />
                {estimatedNextReceipt.description}.
              </>
            )}
          </ThenLine>
        )}
        {laterPayments.map(({ description, total, processedDate }) => (
          <ThenLine key={`${processedDate} ${description} ${total}`} icon={CalendarClock}>
            <b>
              <DateText instant={processedDate} />:{' '}
              {total === 0 ? <Trans>covered by your credit</Trans> : <Money cents={total} />}
            </b>
            <br />
            {description}.
          </ThenLine>
        ))}
        {paymentMethod && (
          <ThenLine icon={Trash2}>
            <b>
              <Trans>{cardLabel(paymentMethod)} is removed</Trans>
            </b>
            <br />
            <Trans>Past receipts still show it.</Trans>
          </ThenLine>
        )}
      </ul>
    </SummaryPanel>
  );
};
