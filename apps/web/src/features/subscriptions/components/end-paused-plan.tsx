import type { Subscription } from '@foyer/contract/api/shapes';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { call } from '../../../lib/call.ts';
import { navigate } from '../../../lib/hash-location.ts';
import { paths } from '../../../lib/paths.ts';
import { broadcastPurchase } from '../../../lib/tab-broadcast.ts';
import { useCommand } from '../../../lib/use-command.ts';
import { maybeSaved } from '../../../shared/failures/effect-words.tsx';
import { purchaseWords } from '../../../shared/failures/purchase-words.tsx';
import { FailureText } from '../../../shared/failures/words.tsx';
import { invalidateAfterPurchase, resetStaleAfterPurchase } from '../../../shared/orders/after-purchase.ts';
import { subscriptionsQuery } from '../../../shared/orders/subscriptions.ts';
import { Button } from '../../../ui/button.tsx';
import { useToast } from '../../../ui/toast.tsx';
import { notUpdated } from './change-failure.tsx';
import styles from './current-plan.module.css';

interface EndPausedPlanProps {
  subscription: Subscription;
  onKeep: () => void;
}

/** Question before a paused plan is ended: it ends now, and its unpaid bill is void (D3). */
export const EndPausedPlan = ({ subscription, onKeep }: EndPausedPlanProps) => {
  const client = useQueryClient();
  const toast = useToast();
  const name = subscription.plan.displayName;
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus(), []);
  const touch = () => {
    broadcastPurchase();
    return invalidateAfterPurchase(client);
  };
  const onEnded = () => {
    void touch();
    toast(t`${name} is canceled.`);
    resetStaleAfterPurchase(client);
    navigate(paths.home);
  };
  /** The outcome is unknown, but without the plan in the list it was canceled. The page would just lose it. */
  const findOut = async () => {
    const held = await client.fetchQuery({ ...subscriptionsQuery(subscription.product), staleTime: 0 });
    if (held.every(({ id }) => id !== subscription.id)) onEnded();
  };
  const { run, busy, failure } = useCommand({
    send: (id: string, idempotencyKey) =>
      call('DELETE /api/subscription/subscriptions/:id', { params: { id }, query: {} }, { idempotencyKey }),
    onDone: onEnded,
    onFailed: ({ isUnknown }) => {
      void touch();
      if (isUnknown) findOut().catch(() => undefined); // the failure then says that it may be done
      return true;
    },
  });
  return (
    <div className={styles.cancel}>
      <h3 ref={title} tabIndex={-1} className={styles.name}>
        <Trans>Cancel {name}?</Trans>
      </h3>
      <ul className={styles.outcomes}>
        <li>
          <Trans>{name} ends now. You can't resume it.</Trans>
        </li>
        <li>
          <Trans>Its unpaid bill is canceled, so you pay nothing more for it.</Trans>
        </li>
      </ul>
      {failure && (
        <p className={styles.error} role="alert">
          <FailureText
            of={failure}
            context={{
              words: { ...purchaseWords, NO_ANSWER: notUpdated, OTHER: notUpdated },
              unknown: maybeSaved,
            }}
          />
        </p>
      )}
      <div className="row">
        <Button onClick={onKeep} disabled={busy}>
          <Trans>Keep plan</Trans>
        </Button>
        <Button
          variant="danger"
          busy={busy}
          busyLabel={<Trans>Saving…</Trans>}
          onClick={() => void run(subscription.id)}
        >
          <Trans>Cancel plan</Trans>
        </Button>
      </div>
    </div>
  );
};
