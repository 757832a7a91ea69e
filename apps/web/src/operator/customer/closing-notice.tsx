import type { OperatorCustomer } from '@foyer/contract/api/operator-customers';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Notice } from '../../ui/notice.tsx';
import { UtcDateTime } from '../format.tsx';
import styles from '../operator-site.module.css';

interface ClosingNoticeProps {
  closing: NonNullable<OperatorCustomer['closing']>;
}

/** Notice that the account is closed as soon as the payment provider answers (decision 55). */
export const ClosingNotice = ({ closing: { orderedAt, orderedBy } }: ClosingNoticeProps) => {
  return (
    <div className={styles.review}>
      <Notice tone="warn" title={<Trans>This account is being closed</Trans>}>
        <p>
          {orderedBy === null ? <Trans>Ordered by the customer</Trans> : t`Ordered by ${orderedBy}`}
          {' · '}
          <UtcDateTime instant={orderedAt} />
        </p>
        <p>
          <Trans>
            The payment provider hasn't said whether it deleted the card. We'll close the account as soon as the
            provider confirms, unless the customer saves a card.
          </Trans>
        </p>
      </Notice>
    </div>
  );
};
