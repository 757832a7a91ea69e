import type { AccountView } from '@foyer/contract/api/account';
import { Trans } from '@lingui/react/macro';
import { Card } from '../../ui/card.tsx';
import { DateText } from '../../ui/date.tsx';
import { Money } from '../../ui/money.tsx';
import { SectionHead } from '../../ui/section-head.tsx';
import styles from '../console.module.css';

/** What happens next, as their own page says it (OP-02). */
export const Next = ({ next: { nextPayment, estimatedNextReceipt, openAmountCents } }: { next: AccountView }) => (
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
        <ul className={styles.lines}>
          {estimatedNextReceipt.items.map(({ description, amountCents }) => (
            <li key={description}>
              <span>{description}</span> <Money cents={amountCents} />
            </li>
          ))}
        </ul>
      )}
      {openAmountCents > 0 && (
        <p>
          <Trans>
            <Money cents={openAmountCents} /> is open and is charged as soon as a new card is saved.
          </Trans>
        </p>
      )}
    </Card>
  </section>
);
