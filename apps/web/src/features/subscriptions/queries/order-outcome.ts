import type { QueryClient } from '@tanstack/react-query';
import { type Failure, failureFor } from '../../../lib/failure.ts';
import { clearOrder, markOrderChecked, openOrderKey } from '../../../shared/orders/order-key.ts';
import { commandQuery } from './command-outcome.ts';
import { refetchAfterPurchase } from './refetch.ts';

/**
 * Asks the server for the outcome of an order without a response, and refetches what the page shows. Returns what the
 * customer has to know before another order; null if the order was fulfilled. Throws when a call fails.
 * @param isWanted whether the caller still waits for the result
 */
export const askOrderOutcome = async (client: QueryClient, isWanted = () => true): Promise<Failure | null> => {
  const key = openOrderKey(client);
  if (key === undefined) return null;
  const [command] = await Promise.all([client.fetchQuery(commandQuery(key)), refetchAfterPurchase(client)]);
  if (!isWanted() || openOrderKey(client) !== key) return null;
  // with a payment the account lists it, and the server decides whether another order is possible
  if (command.status === 'running' && command.attemptId === null) return failureFor('RUNNING');
  if (command.status === 'done' || command.status === 'refused') clearOrder(client);
  else markOrderChecked(client);
  return command.status === 'done' ? null : failureFor('LOOK_AGAIN');
};

/** Returns what the customer has to know when another order may have arrived before. */
export const failureBeforeOtherOrder = async (client: QueryClient): Promise<Failure> =>
  (await askOrderOutcome(client)) ?? failureFor('LOOK_AGAIN');
