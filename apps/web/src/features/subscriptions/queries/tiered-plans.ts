import type { Product } from '@foyer/contract/vocabulary/plans';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/call.ts';

/** The plans on offer with tiers, packages and features, seen from a subscription when one is named (SP-06). */
export const tieredPlansQuery = (product: Product, subId?: string) =>
  queryOptions({
    queryKey: ['plans', 'tiered', product, subId ?? null],
    queryFn: ({ signal }) =>
      call(
        'GET /api/subscription/v2/plans',
        { query: subId === undefined ? { product } : { product, subId } },
        { signal },
      ),
  });
