import type { PaymentMethod, Receipt } from '@foyer/contract/api/shapes';
import { Plural, Trans } from '@lingui/react/macro';
import { paths } from '../../../lib/paths.ts';
import { Button, LinkButton } from '../../../ui/button.tsx';
import { cardLabel } from '../../../ui/card-brand.tsx';
import { DateText } from '../../../ui/date.tsx';
import { Money } from '../../../ui/money.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { dueCents } from '../model/open-receipts.ts';
import styles from './overdue-notice.module.css';

interface OverdueNoticeProps {
  receipt: Receipt;
  /** The card on file. */
  card: PaymentMethod | null;
  canAddPaymentMethod: boolean;
  /** Where it can be paid at once with that card. */
  pay?: { receipts: readonly Receipt[]; paying: boolean; onPress: () => void };
}

const PayButton = ({ receipts, paying, onPress }: NonNullable<OverdueNoticeProps['pay']>) => (
  <Button size="sm" variant="primary" onClick={onPress} busy={paying} busyLabel={<Trans>Paying…</Trans>}>
    {receipts.length > 1 ? (
      <>
        <Plural value={receipts.length} one="Pay # payment" other="Pay # payments" />{' '}
        <Money cents={dueCents(receipts)} />
      </>
    ) : (
      <Trans>
        Pay <Money cents={dueCents(receipts)} />
      </Trans>
    )}
  </Button>
);

/** What is open, why in the provider's words, and what happens next; the same notice for tried and for overdue (PY-05). */
export const OverdueNotice = ({ receipt, card, canAddPaymentMethod, pay }: OverdueNoticeProps) => {
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
            <>
              {pay && <PayButton {...pay} />}
              <LinkButton size="sm" to={paths.paymentMethod()}>
                {card ? <Trans>Change card</Trans> : <Trans>Add card</Trans>}
              </LinkButton>
            </>
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
          {pay && card ? (
            <Trans>
              Pay it now with {cardLabel(card)}, or change your card and we charge the <Money cents={amountDueCents} />{' '}
              at once.
            </Trans>
          ) : card ? (
            <Trans>
              Change your card and we charge the <Money cents={amountDueCents} /> at once.
            </Trans>
          ) : (
            <Trans>
              Add a card and we charge the <Money cents={amountDueCents} /> at once.
            </Trans>
          )}
          {nextPaymentAttemptOn && card && (
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
