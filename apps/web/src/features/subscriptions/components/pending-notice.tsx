import { Trans } from '@lingui/react/macro';
import { type QueryState, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { growingWaitMs } from '../../../lib/growing-wait.ts';
import { accountQuery } from '../../../shared/account/account.ts';
import { purchaseWords } from '../../../shared/failures/purchase-words.tsx';
import type { Words } from '../../../shared/failures/words.tsx';
import { invalidateAfterPurchase } from '../../../shared/orders/after-purchase.ts';
import { Notice } from '../../../ui/notice.tsx';
import { hasUnknownOutcome } from '../model/unknown-outcome.ts';

const checkCount = (state: Pick<QueryState, 'dataUpdateCount' | 'errorUpdateCount'> | undefined): number =>
  state ? state.dataUpdateCount + state.errorUpdateCount : 0;

/** Texts of a plan that a prepaid code gave, also when a change of it is refused. */
export const prepaid = {
  title: <Trans>A prepaid plan can't be changed here</Trans>,
  effect: null,
  next: <Trans>It is paid until it ends. After that day you can choose another plan on this page.</Trans>,
} satisfies Words;

/** Texts of an order without a response. The next step depends on the page: it asks, or the customer orders again. */
export const unanswered = {
  title: <Trans>Your order has no answer yet</Trans>,
  reason: <Trans>We don't know if it arrived.</Trans>,
  effect: null,
  tone: 'warn',
} satisfies Words;

interface PendingNoticeProps {
  /** The answer to an order was lost, and the account was not refetched since. */
  isOutcomeUnknown?: boolean;
}

/**
 * Notice about a running payment of an earlier visit or another tab. Until it is decided, nothing else can be bought
 * (SU-08).
 */
export const PendingNotice = ({ isOutcomeUnknown = false }: PendingNoticeProps) => (
  <Notice tone="warn" title={isOutcomeUnknown ? unanswered.title : purchaseWords.UNDECIDED.title}>
    <p>
      {isOutcomeUnknown ? (
        <>
          {unanswered.reason} <Trans>This page asks until it is known.</Trans>
        </>
      ) : (
        purchaseWords.UNDECIDED.next
      )}
    </p>
  </Notice>
);

/**
 * Notice about an undecided order. Polls the account at growing intervals while the page is visible, so that the page
 * unlocks when the order is decided.
 */
export const PendingOrder = () => {
  const client = useQueryClient();
  const [before] = useState(() => checkCount(client.getQueryState(accountQuery.queryKey)));
  const { data: account } = useQuery({
    ...accountQuery,
    refetchInterval: ({ state }) => growingWaitMs(checkCount(state) - before),
  });
  useEffect(() => () => void invalidateAfterPurchase(client), [client]);
  return <PendingNotice isOutcomeUnknown={account?.pendingOrders.some(hasUnknownOutcome) ?? false} />;
};
