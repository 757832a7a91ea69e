import { Trans } from '@lingui/react/macro';
import { CardBrand, cardLabel } from '../../../shared/payments/card-brand.tsx';
import { LinkButton } from '../../../ui/button.tsx';
import { cx } from '../../../ui/cx.ts';
import { formatMonth } from '../../../ui/date.tsx';
import rows from '../../../ui/rows.module.css';
import { cardsAbroad, SalesLink } from '../../../ui/sales-link.tsx';
import type { PaymentNotice } from '../model/payment-notice.ts';
import { cardPath } from '../model/setup-paths.ts';
import styles from './payment-row.module.css';

interface PaymentRowProps {
  notice: PaymentNotice;
  /** The trial automatically becomes a paid plan. */
  autoRenew: boolean;
  canAddPaymentMethod: boolean;
  /** The bank has just refused the card. */
  isDeclined?: boolean;
  returnPath: string;
}

const PaymentText = ({ notice, autoRenew }: Pick<PaymentRowProps, 'notice' | 'autoRenew'>) => {
  switch (notice.kind) {
    case 'after-trial':
      return autoRenew ? (
        <Trans>{cardLabel(notice.card)} will be billed after the trial</Trans>
      ) : (
        <Trans>{cardLabel(notice.card)} · charged only if you turn on auto-renew</Trans>
      );
    case 'expired':
      return (
        <Trans>
          {cardLabel(notice.card)} expired in {formatMonth(notice.card.expirationYear, notice.card.expirationMonth)}.
        </Trans>
      );
    case 'billed-to':
      return <Trans>Billed to {cardLabel(notice.card)}</Trans>;
    case 'none-needed':
      return notice.trial ? (
        <Trans>No payment method. You don't need one for the trial.</Trans>
      ) : (
        <Trans>No payment method. You don't need one for this plan.</Trans>
      );
    case 'nothing-billed':
      return <Trans>Nothing is billed for this plan.</Trans>;
    case 'required':
      return <Trans>Payment required</Trans>;
  }
};

/** Card that pays and when (PM-07), with a link to change it where that is allowed (PM-08). */
export const PaymentRow = ({
  notice,
  autoRenew,
  canAddPaymentMethod,
  isDeclined = false,
  returnPath,
}: PaymentRowProps) => {
  // PM-03: no card can pay from this country, neither a new one nor the one on file.
  const unsupported = !canAddPaymentMethod && !['none-needed', 'nothing-billed'].includes(notice.kind);
  return (
    <li className={cx(rows.row, styles.row)}>
      <div>
        <h2 className="strong">
          <Trans>Payment method</Trans>
        </h2>
        <p
          className={cx(
            styles.line,
            (unsupported || isDeclined || notice.kind === 'expired' || notice.kind === 'required') && styles.bad,
          )}
        >
          {'card' in notice && !unsupported && <CardBrand brand={notice.card.brand} decorative />}
          <span>
            {unsupported ? (
              cardsAbroad
            ) : isDeclined && 'card' in notice && notice.kind !== 'expired' ? (
              <Trans>{cardLabel(notice.card)} was declined</Trans>
            ) : (
              <PaymentText notice={notice} autoRenew={autoRenew} />
            )}
          </span>
        </p>
      </div>
      {canAddPaymentMethod && notice.kind !== 'nothing-billed' && (
        <LinkButton size="sm" to={cardPath(returnPath)}>
          {'card' in notice ? <Trans>Change card</Trans> : <Trans>Add card</Trans>}
        </LinkButton>
      )}
      {unsupported && <SalesLink />}
    </li>
  );
};
