import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { clearOrderIfFulfilled, markOrderChecked } from '../../../lib/order-key.ts';
import { subscriptionsQuery } from '../../../lib/queries/subscriptions.ts';
import { hasArrived } from '../model/has-arrived.ts';
import { refetchAfterPurchase } from './refetch.ts';

/**
 * Looks after an order that nothing was heard of: held now, it has arrived, and nothing is open any more; or it was looked
 * for in vain. Throws when what is held cannot be had.
 * @param isWanted whether anybody still waits for it once it is known
 */
export const lookAtOrder = async (
  client: QueryClient,
  isWanted = () => true,
): Promise<'arrived' | 'not-there' | 'unwanted'> => {
  // the same call where the page shows the list, and cancelled by no other
  const [, held] = await Promise.all([
    refetchAfterPurchase(client),
    client.fetchQuery({ ...subscriptionsQuery(), staleTime: 0 }),
  ]);
  if (!isWanted()) return 'unwanted';
  if (clearOrderIfFulfilled(client, (order) => hasArrived(order, held))) return 'arrived';
  markOrderChecked(client);
  return 'not-there';
};

/** Where what is held is shown, it is seen that an order has arrived, though no review may be left to look after it. */
export const useArrived = (held: Parameters<typeof hasArrived>[1] | undefined): void => {
  const client = useQueryClient();
  useEffect(() => {
    if (held) clearOrderIfFulfilled(client, (order) => hasArrived(order, held));
  }, [client, held]);
};
