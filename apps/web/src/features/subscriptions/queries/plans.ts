import type { Product } from '@foyer/contract/vocabulary/plans';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/call.ts';

/** Plans on offer with their prices for this account. Refetched after each change (DR-05). */
export const plansQuery = (product: Product) =>
  queryOptions({
    queryKey: ['plans', product],
    queryFn: ({ signal }) => call('GET /api/subscription/plans', { query: { product } }, { signal }),
  });
