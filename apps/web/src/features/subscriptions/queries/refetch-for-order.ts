import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { clearOrderIfFulfilled, markOrderChecked } from '../../../lib/order-key.ts';
import { subscriptionsQuery } from '../../../lib/queries/subscriptions.ts';
import { isFulfilled } from '../model/is-fulfilled.ts';
import { refetchAfterPurchase } from './refetch.ts';

/**
 * Refetches the subscriptions to find out whether an order without a response was fulfilled. Removes a fulfilled order,
 * and marks another one as checked. Throws when the refetch fails.
 * @param isWanted whether the caller still waits for the result
 */
export const refetchForOrder = async (
  client: QueryClient,
  isWanted = () => true,
): Promise<'fulfilled' | 'not-found' | 'unwanted'> => {
  // The same query as that of the page, and no other call cancels it.
  const [, held] = await Promise.all([
    refetchAfterPurchase(client),
    client.fetchQuery({ ...subscriptionsQuery(), staleTime: 0 }),
  ]);
  if (!isWanted()) return 'unwanted';
  if (clearOrderIfFulfilled(client, (order) => isFulfilled(order, held))) return 'fulfilled';
  markOrderChecked(client);
  return 'not-found';
};

/** Removes the open order when a page shows subscriptions that fulfill it. */
export const useClearFulfilledOrder = (held: Parameters<typeof isFulfilled>[1] | undefined): void => {
  const client = useQueryClient();
  useEffect(() => {
    if (held) clearOrderIfFulfilled(client, (order) => isFulfilled(order, held));
  }, [client, held]);
};
