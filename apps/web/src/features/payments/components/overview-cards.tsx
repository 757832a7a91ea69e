import { Trans } from '@lingui/react/macro';
import type { Ref } from 'react';
import { Card } from '../../../ui/card.tsx';
import { CardSkeleton } from '../../../ui/card-skeleton.tsx';
import { StaleDataNote } from '../../../ui/stale-data-note.tsx';
import { CardMissing } from './card-missing.tsx';
import { NextPaymentCard } from './next-payment-card.tsx';
import styles from './pay-card.module.css';
import { PaymentMethodCard } from './payment-method-card.tsx';
import { usePayer } from './use-payer.ts';

const CARD_PX = 264;

interface OverviewCardsProps {
  methodRef?: Ref<HTMLHeadingElement>;
  /** Shows placeholders, because a notice may still appear above the cards. */
  waits: boolean;
}

/** Next payment and payment method, side by side (PY-01). Each shows its own loading error. */
export const OverviewCards = ({ methodRef, waits }: OverviewCardsProps) => {
  const { asked, data, failed, isAddressLoading, addressRetry } = usePayer();
  const asOf = <StaleDataNote of={asked} />;
  const ref = methodRef && { headingRef: methodRef };
  if (failed && !waits) {
    const again = { onRetry: () => void asked.refetch(), busy: asked.isFetching };
    return (
      <div className={styles.grid}>
        <CardMissing
          {...again}
          id="next-payment"
          heading={<Trans>Next payment</Trans>}
          title={<Trans>We're having trouble retrieving your next payment.</Trans>}
        />
        <CardMissing
          {...again}
          {...ref}
          id="payment-method"
          heading={<Trans>Payment method</Trans>}
          title={<Trans>We're having trouble retrieving your payment method.</Trans>}
        />
      </div>
    );
  }
  if (!data || waits) {
    return (
      // The key makes new elements, so that the placeholders do not animate when a notice appears above.
      <div key="placeholders" className={styles.grid} role="status">
        <span className="sr">
          <Trans>Loading…</Trans>
        </span>
        <Card>
          <CardSkeleton height={CARD_PX} />
        </Card>
        <Card>
          <CardSkeleton height={CARD_PX} />
        </Card>
      </div>
    );
  }
  return (
    <div className={styles.grid}>
      <NextPaymentCard account={data.account} asOf={asOf} nothing={<Trans>Next payment not available</Trans>} />
      <PaymentMethodCard
        {...data}
        asOf={asOf}
        isAddressLoading={isAddressLoading}
        addressRetry={addressRetry}
        {...ref}
      />
    </div>
  );
};
