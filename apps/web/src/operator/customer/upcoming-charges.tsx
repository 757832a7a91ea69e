import type { AccountView } from '@foyer/contract/api/account';
import type { OperatorCustomer } from '@foyer/contract/api/operator-customers';
import { Plural, Trans } from '@lingui/react/macro';
import { ReceiptLines } from '../../features/payments/components/receipt-lines.tsx';
import { newCardChargeCents } from '../../features/payments/model/open-receipts.ts';
import { Card } from '../../ui/card.tsx';
import { DateText } from '../../ui/date.tsx';
import { Money } from '../../ui/money.tsx';
import { SectionHead } from '../../ui/section-head.tsx';
import { SummaryLine, SummaryLines } from '../../ui/summary.tsx';
import { usePhone } from '../../ui/use-phone.ts';
import styles from '../operator-site.module.css';

/** Maximum number of later charges that are listed without being asked for. */
const SHOWN_AT_ONCE = 3;

interface UpcomingChargesProps {
  next: AccountView;
  receipts: OperatorCustomer['paid']['receipts'];
}

interface NextChargeProps {
  next: Pick<AccountView, 'nextPayment'>;
  /** The next charge tries all open receipts again, which a new card pays at once. */
  isRetry: boolean;
}

const NextCharge = ({ next: { nextPayment }, isRetry }: NextChargeProps) => {
  if (!nextPayment)
    return (
      <p>
        <Trans>No charge is planned.</Trans>
      </p>
    );
  const amount = (
    <b>
      <Money cents={nextPayment.total} />
    </b>
  );
  const day = <DateText instant={nextPayment.processedDate} />;
  return (
    <p>
      {isRetry ? (
        <Trans>
          {amount} is charged again on {day}, or as soon as a new card is saved.
        </Trans>
      ) : (
        <Trans>
          {amount} is charged on {day}.
        </Trans>
      )}
    </p>
  );
};

/** Upcoming charges of a customer as the portal shows them (OP-02). */
export const UpcomingCharges = ({ next, receipts }: UpcomingChargesProps) => {
  const { nextPayment, laterPayments, estimatedNextReceipt } = next;
  const chargedCents = newCardChargeCents(next, receipts);
  const isPhone = usePhone();
  const isRetry = chargedCents > 0 && chargedCents === nextPayment?.total;
  return (
    <section>
      <SectionHead>
        <Trans>What happens next</Trans>
      </SectionHead>
      <Card pad className="stack">
        <NextCharge next={next} isRetry={isRetry} />
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
          <details className={styles.fold} open={!isPhone && laterPayments.length <= SHOWN_AT_ONCE}>
            <summary>
              <Plural value={laterPayments.length} one="# later charge" other="# later charges" />
            </summary>
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
          </details>
        )}
        {chargedCents > 0 && !isRetry && (
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
