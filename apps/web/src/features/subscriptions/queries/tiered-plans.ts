import type { Product } from '@foyer/contract/vocabulary/plans';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/call.ts';

/**
 * Plans on offer with tiers, packages and features. A subscription adds how each plan relates to it (SP-06), and a
 * coupon adds its prices (CD-05).
 */
export const tieredPlansQuery = (product: Product, subId?: string, coupon?: string) =>
  queryOptions({
    queryKey: ['plans', 'tiered', product, subId ?? null, coupon ?? null],
    queryFn: ({ signal }) =>
      call(
        'GET /api/subscription/v2/plans',
        { query: { product, ...(subId !== undefined && { subId }), ...(coupon !== undefined && { coupon }) } },
        { signal },
      ),
  });
