import type { AccountView } from '@foyer/contract/api/account';
import type { PaymentMethod } from '@foyer/contract/api/shapes';
import { Plural, Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { currentTime } from '../../../lib/current-time.ts';
import { paths } from '../../../lib/paths.ts';
import { cardLabel } from '../../../shared/payments/card-brand.tsx';
import { Card } from '../../../ui/card.tsx';
import { cx } from '../../../ui/cx.ts';
import { DateText } from '../../../ui/date.tsx';
import { Link } from '../../../ui/link.tsx';
import { Money } from '../../../ui/money.tsx';
import { SummaryLine, SummaryLines } from '../../../ui/summary.tsx';
import { daysUntil, isAnnounced } from '../model/receipt-dates.ts';
import styles from './pay-card.module.css';

interface NextPaymentCardProps {
  account: AccountView;
  /** Note at the right of the heading, for data that is not current. */
  asOf: ReactNode;
  /** Text when nothing is scheduled. The overview and the page of the next payment differ (PY-01, PY-03). */
  nothing: ReactNode;
  /** Lines of the page of the next payment. Absent: a line for each payment of the day, and a link to that page. */
  lines?: ReactNode;
}

/** Amount and date of the next charge, as the server estimates them (PY-01). The amount is the sum of its day, as on Home. */
export const NextPaymentCard = ({ account, asOf, nothing, lines }: NextPaymentCardProps) => {
  const { nextPayment, laterPayments, estimatedNextReceipt: receipt, paymentMethod } = account;
  const now = currentTime(account);
  const days = nextPayment ? daysUntil(nextPayment.processedDate, now) : 0;
  const sameDay = laterPayments.filter(({ processedDate }) => daysUntil(processedDate, now) === days);
  const sumCents = sameDay.reduce((sum, { total }) => sum + total, nextPayment?.total ?? 0);
  const isAsked = account.openChallenges.some(({ kind }) => kind !== 'card');
  const covered = <Trans>covered by your credit</Trans>;
  const payable = (cents: number) => (cents === 0 ? covered : <Money cents={cents} />);
  return (
    <Card as="section" className={styles.card} aria-labelledby="next-payment">
      <div className={styles.in}>
        <div className={styles.top}>
          <h2 className={styles.label} id="next-payment">
            <Trans>Next payment</Trans>
          </h2>
          {asOf}
        </div>
        {nextPayment ? (
          <>
            <p className={styles.price}>
              <Money cents={sumCents} />
            </p>
            <p className="muted">
              <DateText instant={nextPayment.processedDate} />
              {' · '}
              {sumCents === 0 ? covered : <Payer card={paymentMethod} />}
            </p>
          </>
        ) : (
          <>
            <p className={styles.none}>{isAsked ? <Trans>Known when you have answered your bank</Trans> : nothing}</p>
            {!isAsked && account.balanceCents >= 0 && (
              <p className="muted">
                {account.openPayments.length > 0 ? (
                  <Trans>Your unpaid bill is due now.</Trans>
                ) : (
                  <Trans>When a plan renews, its amount and date are shown here.</Trans>
                )}
              </p>
            )}
            {account.balanceCents < 0 && (
              <p className="muted">
                <Trans>
                  Your account credit of <Money cents={-account.balanceCents} /> is used for the next one.
                </Trans>
              </p>
            )}
          </>
        )}
        {lines ??
          (receipt && nextPayment && (
            <div className={styles.lines}>
              <SummaryLines>
                <SummaryLine label={receipt.description}>{payable(nextPayment.total)}</SummaryLine>
                {sameDay.map(({ description, total }, index) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: lines may be equal, and the list is never reordered
                  <SummaryLine key={index} label={description}>
                    {payable(total)}
                  </SummaryLine>
                ))}
              </SummaryLines>
            </div>
          ))}
      </div>
      {nextPayment && (
        <footer>
          <span className={styles.foot}>
            {days === 0 ? <Trans>Today</Trans> : <Plural value={days} one="Tomorrow" other="In # days" />}
            {receipt && isAnnounced(receipt, now) && (
              <>
                {' · '}
                <Trans>We'll email you 7 days before.</Trans>
              </>
            )}
          </span>
          {!lines && (
            <Link className={cx('link touch', styles.details)} href={paths.nextPayment}>
              <Trans>Details</Trans>
            </Link>
          )}
        </footer>
      )}
    </Card>
  );
};

/** Card that will be charged. Says first that a card has expired, because it will not be charged (PM-07). */
const Payer = ({ card }: { card: PaymentMethod | null }) => {
  if (card === null) return <Trans>no card on file</Trans>;
  const label = <span className="nowrap">{cardLabel(card)}</span>;
  return card.expired ? <Trans>{label} has expired</Trans> : <Trans>billed to {label}</Trans>;
};
