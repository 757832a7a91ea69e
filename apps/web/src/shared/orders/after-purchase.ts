import type { Query, QueryClient } from '@tanstack/react-query';
import { refreshSession } from '../../lib/session/refresh.ts';

/**
 * First query keys of everything that a purchase, a code or a promotion can change: claims, plans on offer, subscriptions
 * (PR-02), card, credit and next payment, receipts (DR-05).
 */
export const purchaseQueryKeys: readonly string[] = ['me', 'plans', 'subscriptions', 'account', 'receipts'];

/** Invalidates every query that a purchase can change. Resolves when all refetches have ended, also those that failed. */
export const invalidateAfterPurchase = (client: QueryClient): Promise<unknown> =>
  Promise.all(purchaseQueryKeys.map((key) => client.invalidateQueries({ queryKey: [key] })));

/** Resets queries whose refetch failed: their old data would contradict the purchase (HO-08). */
const resetStaleQueries = (client: QueryClient): void => {
  const isOld = ({ queryKey: [key], state }: Query): boolean =>
    state.isInvalidated && purchaseQueryKeys.some((touched) => touched === key);
  void client.resetQueries({ predicate: isOld });
};

/** First query keys of data that the pages after an order show as facts. These pages have a loading state. */
const keysOfOtherPages = ['subscriptions', 'account', 'receipts'];

/**
 * Resets invalidated queries before the customer leaves the page of a purchase. The next page then shows its loading state
 * instead of old data beside the notice that the purchase is paid (SH-12). Refetched queries keep their data.
 */
export const resetStaleAfterPurchase = (client: QueryClient): void => {
  const isStated = ({ queryKey: [key] }: Query) => keysOfOtherPages.some((stated) => stated === key);
  void client.resetQueries({ predicate: (query) => query.state.isInvalidated && isStated(query) });
};

/** Refreshes the access token for the new claims, then every query that a purchase can change. Without a new token the claims come with the next one. */
export const refreshAfterPurchase = async (client: QueryClient): Promise<void> => {
  await refreshSession().catch(() => undefined);
  void invalidateAfterPurchase(client).then(() => resetStaleQueries(client));
};
