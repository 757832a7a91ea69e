import type { Product } from '@foyer/contract/vocabulary/plans';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/call.ts';

/**
 * The plans on offer with tiers, packages and features, seen from a subscription when one is named (SP-06), and with what a
 * coupon makes of their prices when there is one (CD-05).
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
