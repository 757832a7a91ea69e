import type { AccountView } from '@foyer/contract/api/account';
import type { Reply } from '@foyer/contract/api/routes';
import type { Quote } from '@foyer/contract/api/shapes';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { type Failure, failureFor, mayStillSucceed, type Reason } from '../../../lib/failure.ts';
import { clearOrder, orderKey, rememberChallenge } from '../../../lib/order-key.ts';
import { accountQuery } from '../../../lib/queries/account.ts';
import { invalidateAfterPurchase, refreshAfterPurchase } from '../../../lib/queries/after-purchase.ts';
import { broadcastPurchase } from '../../../lib/tab-broadcast.ts';
import { useBankChallenge } from '../../../lib/use-bank-challenge.ts';
import { orderFailureOf } from '../model/failure.ts';
import type { Order } from '../model/order.ts';
import { asUnknownOutcome } from '../model/unknown-outcome.ts';
import { refetchForOrder } from '../queries/refetch-for-order.ts';
import { submitOrder } from '../queries/submit-order.ts';
import { useUnresolvedOrder } from './use-unresolved-order.ts';

export type Purchased = Reply<'POST /api/subscription/subscriptions'>;

interface Purchase {
  order: Order;
  /** Product and subscription of the order, as the account lists an undecided order. */
  about: AccountView['pendingOrders'][number];
  /** Number of subscriptions to this plan before the order. */
  heldBefore?: number;
  /** A payment for the order is undecided. */
  pending: boolean;
  quote: Quote | undefined;
  onDone: (purchased: Purchased) => void;
  onMissingAddress: () => void;
  /** Called when the shown data is outdated. The page refetches, and there may be nothing left to order. */
  onChanged?: () => void;
}

/** Reasons after which the card may have been changed, expired or removed. */
const cardReasons: readonly Reason[] = ['StripeCardError', 'PAYMENT_METHOD_REQUIRED', 'CARD_COUNTRY_UNSUPPORTED'];

/**
 * Sends the order once. Ignores clicks while it runs, and repeats an order with an unknown outcome under the same key,
 * so that the customer never pays twice. After an unknown outcome, a different order is sent only after the
 * subscriptions were refetched and shown.
 */
export const usePurchase = ({
  order,
  about,
  heldBefore,
  pending,
  quote,
  onDone,
  onMissingAddress,
  onChanged,
}: Purchase) => {
  const client = useQueryClient();
  const { challenge, confirmIfAsked } = useBankChallenge();
  const running = useRef(false);
  const [processing, setProcessing] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);

  // The data of the page was outdated. It must not be offered again when the customer returns; while the page is open
  // it stays.
  const { setHasSent, onFailedAfterLeaving } = useUnresolvedOrder({
    isPending: pending,
    markPending: () => {
      void client.cancelQueries(accountQuery); // started before the answer was lost
      const { queryKey } = accountQuery;
      client.setQueryData(
        queryKey,
        (account) => account && { ...account, pendingOrders: [...account.pendingOrders, asUnknownOutcome(about)] },
        { updatedAt: client.getQueryState(queryKey)?.dataUpdatedAt ?? 0 },
      );
    },
    onNotFulfilled: () => setFailure(failureFor('LOOK_AGAIN')),
  });

  const onError = (cause: unknown) => {
    const found = orderFailureOf(cause, order.couponId !== undefined);
    const { reason, isUnknown } = found;
    if (!isUnknown) clearOrder(client);
    if (reason === 'MISSING_ADDRESS') {
      void client.invalidateQueries({ queryKey: ['me'] });
      return onMissingAddress();
    }
    onFailedAfterLeaving();
    if (cardReasons.includes(reason)) void client.invalidateQueries({ queryKey: ['account'] });
    if (reason === 'QUOTE_CHANGED' || reason === 'END_DUE') {
      // The account changed meanwhile, for example in another tab, or the subscription is just ending or renewing.
      // Everything that the review shows is refetched.
      void client.invalidateQueries({ queryKey: ['quote'] });
      invalidateAfterPurchase(client);
    }
    if (reason === 'QUOTE_CHANGED') onChanged?.();
    setFailure(found);
  };

  const submit = async () => {
    if (running.current || !quote || mayStillSucceed(failure)) return;
    running.current = true;
    setHasSent(true);
    const expectedTotalCents = quote.amountDueCents;
    const idempotencyKey = orderKey(client, { ...order, expectedTotalCents }, heldBefore);
    setProcessing(true);
    setFailure(null);
    try {
      if (idempotencyKey === null) {
        await refetchForOrder(client);
        return setFailure(failureFor('LOOK_AGAIN'));
      }
      // After a bank confirmation, the response is that of the order.
      const sent = submitOrder({ order, expectedTotalCents, idempotencyKey });
      const purchased = (await sent.catch((error) =>
        confirmIfAsked(rememberChallenge(client, idempotencyKey, error)),
      )) as Purchased;
      clearOrder(client);
      setHasSent(false);
      await refreshAfterPurchase(client);
      broadcastPurchase();
      onDone(purchased);
    } catch (error) {
      onError(error);
    } finally {
      running.current = false;
      setProcessing(false);
    }
  };

  return { submit, processing, failure, challenge };
};
