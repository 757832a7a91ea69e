import type { Receipt } from '@foyer/contract/api/shapes';
import { Trans } from '@lingui/react/macro';
import { paths } from '../../../lib/paths.ts';
import { LinkButton } from '../../../ui/button.tsx';
import { cardLabel } from '../../../ui/card-brand.tsx';
import { DateText } from '../../../ui/date.tsx';
import { Money } from '../../../ui/money.tsx';
import { Notice } from '../../../ui/notice.tsx';
import styles from './overdue-notice.module.css';

interface OverdueNoticeProps {
  receipt: Receipt;
  hasCard: boolean;
  canAddPaymentMethod: boolean;
}

/** What is open, why in the provider's words, and what happens next; the same notice for tried and for overdue (PY-05). */
export const OverdueNotice = ({ receipt, hasCard, canAddPaymentMethod }: OverdueNoticeProps) => {
  const { amountDueCents, description, failureMessage, cardBrand, cardLast4, nextPaymentAttemptOn, status } = receipt;
  const overdue = status === 'Unpaid';
  return (
    <div className={styles.notice}>
      <Notice
        tone={overdue ? 'bad' : 'warn'}
        title={
          overdue ? (
            <Trans>
              <Money cents={amountDueCents} /> is overdue for {description}
            </Trans>
          ) : (
            <Trans>
              We couldn't charge <Money cents={amountDueCents} /> for {description}
            </Trans>
          )
        }
        actions={
          canAddPaymentMethod && (
            <LinkButton size="sm" to={paths.paymentMethod()}>
              {hasCard ? <Trans>Change card</Trans> : <Trans>Add card</Trans>}
            </LinkButton>
          )
        }
      >
        <p>
          {failureMessage && (
            <>
              {cardLast4 && <>{cardLabel({ brand: cardBrand, last4: cardLast4 })}: </>}
              {failureMessage}{' '}
            </>
          )}
          {hasCard ? (
            <Trans>
              Change your card and we charge the <Money cents={amountDueCents} /> at once.
            </Trans>
          ) : (
            <Trans>
              Add a card and we charge the <Money cents={amountDueCents} /> at once.
            </Trans>
          )}
          {nextPaymentAttemptOn && hasCard && (
            <>
              {' '}
              <Trans>
                Otherwise we try again on <DateText instant={nextPaymentAttemptOn} />.
              </Trans>
            </>
          )}
        </p>
      </Notice>
    </div>
  );
};
