import type { AccountView } from '@foyer/contract/api/account';
import type { Quote } from '@foyer/contract/api/shapes';
import { useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { call } from '../../../lib/call.ts';
import { accountQuery } from '../../../shared/account/account.ts';
import { invalidateAfterPurchase, refreshAfterPurchase } from '../../../shared/orders/after-purchase.ts';
import { orderFailureOf } from '../model/failure.ts';
import type { Order, Purchased } from '../model/order.ts';
import { asUnknownOutcome } from '../model/unknown-outcome.ts';
import { useOrder } from './use-order.ts';

interface Submission {
  order: Order;
  /** Amount on the button. The server refuses if it has changed (QUOTE_CHANGED). */
  expectedTotalCents: number;
  /** Subscriptions to the plan that the customer was shown, for an order of another one (ALREADY_HELD). */
  expectedHeldCount: number | undefined;
  idempotencyKey: string;
}

/** Sends an order. With a live subscription it is a change, otherwise a purchase (DR-05). */
const submitOrder = ({
  order: { subscriptionId, trial, ...order },
  expectedTotalCents,
  expectedHeldCount,
  idempotencyKey,
}: Submission) =>
  subscriptionId === undefined
    ? call(
        'POST /api/subscription/subscriptions',
        { body: { ...order, ...(trial && { trial }), expectedTotalCents, expectedHeldCount } },
        { idempotencyKey },
      )
    : call(
        'PATCH /api/subscription/subscriptions/:id',
        { params: { id: subscriptionId }, body: { ...order, expectedTotalCents } },
        { idempotencyKey },
      );

interface Purchase {
  order: Order;
  /** Product and subscription of the order, as the account lists an undecided order. */
  about: AccountView['pendingOrders'][number];
  /** A payment for the order is undecided. */
  pending: boolean;
  quote: Quote | undefined;
  /** Subscriptions to the plan that the account has; undefined if the order does not add one to them. */
  heldCount: number | undefined;
  onDone: (purchased: Purchased) => void;
  onMissingAddress: () => void;
  /** Called when the shown data is outdated. The page refetches, and there may be nothing left to order. */
  onChanged?: () => void;
}

/** Sends the order of a plan, at the amount of the quote. */
export const usePurchase = ({
  order,
  about,
  pending,
  quote,
  heldCount,
  onDone,
  onMissingAddress,
  onChanged,
}: Purchase) => {
  const client = useQueryClient();
  // The count when the review opened. If another tab adds one, a click that was meant for this tab's order is refused.
  const shownCount = useRef(heldCount);
  const { submit, ...state } = useOrder({
    send: (input: Omit<Submission, 'idempotencyKey'>, idempotencyKey, askCustomer): Promise<Purchased> =>
      submitOrder({ ...input, idempotencyKey }).catch((error) => askCustomer(error) as Promise<Purchased>),
    touches: () => refreshAfterPurchase(client),
    onDone,
    onMissingAddress,
    classify: (cause) => orderFailureOf(cause, order.couponId !== undefined),
    onFailed: ({ reason }) => {
      if (reason === 'QUOTE_CHANGED' || reason === 'END_DUE' || reason === 'ALREADY_HELD') {
        // The account changed meanwhile, for example in another tab, or the subscription is just ending or renewing.
        // Everything that the review shows is refetched.
        void client.invalidateQueries({ queryKey: ['quote'] });
        invalidateAfterPurchase(client);
      }
      if (reason === 'ALREADY_HELD') shownCount.current = undefined;
      if (reason === 'QUOTE_CHANGED') onChanged?.();
    },
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
    isOfCode: false,
  });

  return {
    ...state,
    submit: async () => {
      if (!quote) return;
      const expectedTotalCents = quote.amountDueCents;
      shownCount.current ??= heldCount;
      const figures = { expectedTotalCents, expectedHeldCount: shownCount.current };
      await submit({ order, ...figures }, { ...order, ...figures });
    },
  };
};
