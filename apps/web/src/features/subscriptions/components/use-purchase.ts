import type { AccountView } from '@foyer/contract/api/account';
import type { Reply } from '@foyer/contract/api/routes';
import type { Quote } from '@foyer/contract/api/shapes';
import { useQueryClient } from '@tanstack/react-query';
import { type Failure, mayStillSucceed, type Reason } from '../../../lib/failure.ts';
import { orderKeys, rememberChallenge } from '../../../lib/order-key.ts';
import { accountQuery } from '../../../lib/queries/account.ts';
import { invalidateAfterPurchase, refreshAfterPurchase } from '../../../lib/queries/after-purchase.ts';
import { broadcastPurchase } from '../../../lib/tab-broadcast.ts';
import { useBankChallenge } from '../../../lib/use-bank-challenge.ts';
import { useCommand } from '../../../lib/use-command.ts';
import { orderFailureOf } from '../model/failure.ts';
import type { Order } from '../model/order.ts';
import { asUnknownOutcome } from '../model/unknown-outcome.ts';
import { failureBeforeOtherOrder } from '../queries/order-outcome.ts';
import { type Submission, submitOrder } from '../queries/submit-order.ts';
import { useUnresolvedOrder } from './use-unresolved-order.ts';

export type Purchased = Reply<'POST /api/subscription/subscriptions'>;

interface Purchase {
  order: Order;
  /** Product and subscription of the order, as the account lists an undecided order. */
  about: AccountView['pendingOrders'][number];
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
 * Sends the order once. An order with an unknown outcome is repeated under the same key, also after a reload. A different
 * order is sent only after the server was asked for that outcome, and the page shows it.
 */
export const usePurchase = ({ order, about, pending, quote, onDone, onMissingAddress, onChanged }: Purchase) => {
  const client = useQueryClient();
  const { challenge, confirmIfAsked } = useBankChallenge();

  const onFailed = ({ reason }: Failure) => {
    if (reason === 'MISSING_ADDRESS') {
      void client.invalidateQueries({ queryKey: ['me'] });
      onMissingAddress();
      return false;
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
    return true;
  };

  const { run, busy, failure, setFailure } = useCommand({
    keys: orderKeys(client),
    // After a bank confirmation, the response is that of the order.
    send: (input: Omit<Submission, 'idempotencyKey'>, idempotencyKey): Promise<Purchased> =>
      submitOrder({ ...input, idempotencyKey }).catch(
        (error) => confirmIfAsked(rememberChallenge(client, idempotencyKey, error)) as Promise<Purchased>,
      ),
    touches: async () => {
      setHasSent(false);
      await refreshAfterPurchase(client);
      broadcastPurchase();
    },
    onDone,
    classify: (cause) => orderFailureOf(cause, order.couponId !== undefined),
    onFailed,
    onBlocked: () => failureBeforeOtherOrder(client),
  });

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
    onNotFulfilled: setFailure,
  });

  const submit = async () => {
    if (busy || !quote || mayStillSucceed(failure)) return;
    setHasSent(true);
    const expectedTotalCents = quote.amountDueCents;
    await run({ order, expectedTotalCents }, { ...order, expectedTotalCents });
  };

  return { submit, processing: busy, failure, challenge };
};
