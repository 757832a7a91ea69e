import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { Failure } from '../../../lib/failure.ts';
import { isOrderOutcomeUnknown } from '../../../lib/order-key.ts';
import { invalidateAfterPurchase } from '../../../lib/queries/after-purchase.ts';
import { askOrderOutcome } from '../queries/order-outcome.ts';

interface UseUnresolvedOrder {
  /** The account lists the order as pending, or was not refetched since: its outcome cannot be found yet. */
  isPending: boolean;
  /** Marks the order as pending in the cached account, until the account is refetched. */
  markPending: () => void;
  /** Called when an earlier order without a response was not fulfilled, or may not be. */
  onNotFulfilled: ((failure: Failure) => void) | undefined;
}

/**
 * Handles an order without a response after its form was closed (SU-08, INV-12). The order then counts as pending until the
 * account is refetched. The next form first asks the server for its outcome and tells the result.
 */
export const useUnresolvedOrder = (needs: UseUnresolvedOrder) => {
  const client = useQueryClient();
  const hasSent = useRef(false);
  const isLeft = useRef(false);
  const { isPending } = needs;
  const latest = useRef(needs);
  useEffect(() => {
    latest.current = needs;
  });

  const releasePage = useRef(() => {
    if (!hasSent.current) return;
    if (isOrderOutcomeUnknown(client)) latest.current.markPending();
    invalidateAfterPurchase(client);
  });

  useEffect(() => {
    const { current } = releasePage;
    isLeft.current = false;
    return () => {
      isLeft.current = true;
      current();
    };
  }, []);

  useEffect(() => {
    if (isPending || hasSent.current || !latest.current.onNotFulfilled || !isOrderOutcomeUnknown(client)) return;
    const isAsked = () => !isLeft.current && !hasSent.current;
    // when this fails the outcome stays unknown, and the button asks before it sends another order
    askOrderOutcome(client, isAsked).then(
      (failure) => failure && latest.current.onNotFulfilled?.(failure),
      () => undefined,
    );
  }, [client, isPending]);

  return {
    /** Call with true before an order is sent, and with false once it is done. */
    setHasSent: (is: boolean): void => {
      hasSent.current = is;
    },
    /** Call when an order was refused or its response was lost. Does nothing while the form is open. */
    onFailedAfterLeaving: (): void => {
      if (isLeft.current) releasePage.current();
    },
  };
};
