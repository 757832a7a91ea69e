import type { Subscription } from '@foyer/contract/api/shapes';
import { Trans } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { useAction } from '../../../lib/use-action.ts';
import { ProductMark } from '../../../shared/catalogue/product-mark.tsx';
import { refreshAfterPurchase } from '../../../shared/orders/after-purchase.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { DateText } from '../../../ui/date.tsx';
import { refetchRenewal } from '../queries/refetch.ts';
import { type Withdrawal, withdrawRequest } from '../queries/withdraw-request.ts';
import { ChangeFailure } from './change-failure.tsx';
import styles from './current-plan.module.css';
import { KindBadge } from './kind-badge.tsx';
import { RequestedBadge, VerifyForRequest } from './requested-badge.tsx';

interface PlanRequestProps {
  request: Subscription;
  emailVerified: boolean;
  onDone: (outcome: Withdrawal) => void;
}

/** Open request for a plan by agreement: its date, and the button that withdraws it (IO-02, S23). */
export const PlanRequest = ({ request, emailVerified, onDone }: PlanRequestProps) => {
  const client = useQueryClient();
  const { state, run } = useAction(async () => {
    const outcome = await withdrawRequest(request.id).finally(() => refetchRenewal(client));
    onDone(outcome);
    // The accepted plan also changes the claims and the plans on offer.
    if (outcome === 'accepted') await refreshAfterPurchase(client);
  });
  const error = state.kind === 'failed' ? state.error : null;
  return (
    <Card as="section" className={styles.current} aria-labelledby="plan-request">
      <div className={styles.row}>
        <ProductMark product={request.product} size="lg" />
        <div className={styles.text}>
          <h2 className={styles.name} id="plan-request">
            {request.plan.displayName} <RequestedBadge />
            <KindBadge label={{ kind: 'pay-as-you-go' }} />
          </h2>
          <p className={styles.line}>
            <Trans>
              Requested on <DateText instant={request.currentPeriodStart} />. It begins when we have agreed, and nothing
              is charged until then.
            </Trans>
          </p>
          {!emailVerified && (
            <p className={styles.line}>
              <VerifyForRequest />
            </p>
          )}
        </div>
        <Button
          size="sm"
          busy={state.kind === 'running'}
          busyLabel={<Trans>Saving…</Trans>}
          onClick={() => void run()}
          aria-describedby={error ? 'plan-request-error' : undefined}
        >
          <Trans>Withdraw request</Trans>
        </Button>
      </div>
      <div aria-live="polite" id="plan-request-error">
        {error !== null && (
          <p className={styles.error}>
            <ChangeFailure error={error} />
          </p>
        )}
      </div>
    </Card>
  );
};
