import type { Product } from '@foyer/contract/vocabulary/plans';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/call.ts';

/** The plans on offer with what each costs this account today. Reloaded after every change (DR-05). */
export const plansQuery = (product: Product) =>
  queryOptions({
    queryKey: ['plans', product],
    queryFn: ({ signal }) => call('GET /api/subscription/plans', { query: { product } }, { signal }),
  });
