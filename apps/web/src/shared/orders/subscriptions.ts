import type { Product } from '@foyer/contract/vocabulary/plans';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/call.ts';

/** Live subscriptions of one product or of all. Invalidating `['subscriptions']` refetches all of these lists. */
export const subscriptionsQuery = (product?: Product) =>
  queryOptions({
    queryKey: product ? ['subscriptions', product] : ['subscriptions'],
    queryFn: async ({ signal }) =>
      (await call('GET /api/subscription/subscriptions', { query: product ? { product } : {} }, { signal }))
        .subscriptions,
  });
