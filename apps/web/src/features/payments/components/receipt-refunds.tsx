import type { Receipt } from '@foyer/contract/api/receipt';
import { Trans } from '@lingui/react/macro';
import { cardLabel } from '../../../shared/payments/card-brand.tsx';
import { DateText } from '../../../ui/date.tsx';
import { Money, moneyText } from '../../../ui/money.tsx';
import { SummaryLine } from '../../../ui/summary.tsx';
import styles from './receipt-document.module.css';

/** Label of the charged card, to which refunds go. */
const cardOf = ({ cardBrand, cardLast4 }: Receipt): string => cardLabel({ brand: cardBrand, last4: cardLast4 ?? '' });

/** Refunds of a receipt with their dates, and the amount that remains. */
export const RefundLines = ({ receipt }: { receipt: Receipt }) => {
  const { refunds, refundedCents, amountAfterRefunds } = receipt;
  if (refundedCents === 0) return null;
  const card = cardOf(receipt);
  return (
    <>
      {refunds.map(
        ({ id, status, date, amount }) =>
          status === 'succeeded' && (
            <SummaryLine
              key={id}
              label={
                <Trans>
                  Refunded <DateText instant={date} />
                </Trans>
              }
              reason={<Trans>to {card}</Trans>}
              minus
            >
              <Money cents={-amount} />
            </SummaryLine>
          ),
      )}
      <SummaryLine label={<Trans>Total after refunds</Trans>} rule due>
        <Money cents={amountAfterRefunds} />
      </SummaryLine>
    </>
  );
};

/** Refunds that are not in the amounts: undecided or failed. */
export const RefundNotes = ({ receipt }: { receipt: Receipt }) => {
  const card = cardOf(receipt);
  return receipt.refunds.map(({ id, status, date, amount }) => {
    if (status === 'succeeded') return null;
    const sum = moneyText(amount);
    return (
      <p key={id} className={styles.note}>
        {status === 'sending' ? (
          <Trans>
            A refund of {sum} to {card} began on <DateText instant={date} />. The payment provider has not confirmed it
            yet.
          </Trans>
        ) : (
          <Trans>
            A refund of {sum} failed on <DateText instant={date} />: that amount never reached {card}.
          </Trans>
        )}
      </p>
    );
  });
};
