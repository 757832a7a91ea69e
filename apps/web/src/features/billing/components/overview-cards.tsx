import { Trans } from '@lingui/react/macro';
import type { Ref } from 'react';
import { Card } from '../../../ui/card.tsx';
import { CardSkeleton } from '../../../ui/card-skeleton.tsx';
import { Retry } from '../../../ui/retry.tsx';
import { NextPaymentCard } from './next-payment-card.tsx';
import styles from './pay-card.module.css';
import { PaymentMethodCard } from './payment-method-card.tsx';
import { usePaymentOverview } from './use-payer.ts';

const CARD_PX = 264;

/** Next payment and payment method, side by side (PY-01). */
export const OverviewCards = ({ methodRef }: { methodRef?: Ref<HTMLHeadingElement> }) => {
  const { data, failed, retry, retrying, addressAgain } = usePaymentOverview();
  if (failed) {
    return (
      <Retry title={<Trans>We're having trouble retrieving your next payment.</Trans>} onRetry={retry} busy={retrying}>
        <Trans>Nothing changed; only this part didn't load.</Trans>
      </Retry>
    );
  }
  if (!data) {
    return (
      <div className={styles.grid} role="status">
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
      <NextPaymentCard {...data} details nothing={<Trans>Next payment not available</Trans>} />
      <PaymentMethodCard {...data} addressAgain={addressAgain} {...(methodRef && { headingRef: methodRef })} />
    </div>
  );
};
