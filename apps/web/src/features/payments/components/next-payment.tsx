import { Trans } from '@lingui/react/macro';
import { Card } from '../../../ui/card.tsx';
import { CardSkeleton } from '../../../ui/card-skeleton.tsx';
import { Retry } from '../../../ui/retry.tsx';
import { StaleDataNote } from '../../../ui/stale-data-note.tsx';
import { NextPaymentCard } from './next-payment-card.tsx';
import { NextPaymentLines } from './next-payment-lines.tsx';
import { usePayer } from './use-payer.ts';

/** Page content of the next scheduled payment, or "No Scheduled Payment" (PY-03). */
export const NextPayment = () => {
  const { asked, data, failed } = usePayer();
  if (failed) {
    return (
      <Retry title={<Trans>We're having trouble retrieving your next payment.</Trans>} of={asked}>
        <Trans>Nothing changed; only this part didn't load.</Trans>
      </Retry>
    );
  }
  if (!data) {
    return (
      <Card>
        <span className="sr" role="status">
          <Trans>Loading…</Trans>
        </span>
        <CardSkeleton height={264} />
      </Card>
    );
  }
  return (
    <NextPaymentCard
      account={data.account}
      asOf={<StaleDataNote of={asked} />}
      lines={<NextPaymentLines account={data.account} />}
      nothing={<Trans>No Scheduled Payment</Trans>}
    />
  );
};
