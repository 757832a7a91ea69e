import type { Usage } from '@foyer/contract/api/usage';
import type { Product } from '@foyer/contract/vocabulary/plans';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { call } from '../../../lib/call.ts';
import { config } from '../../../lib/config.ts';

const usageQuery = queryOptions({
  queryKey: ['subscriptions', 'usage'],
  queryFn: ({ signal }) => call('GET /api/subscription/usage', {}, { signal }),
});

/** Last reported use of the limits of a family. Empty while it loads, after a failure, and without a report. */
export const useUsage = (product: Product): readonly Usage[] => {
  const isReported = config.families.some(({ key, limits }) => key === product && limits.length > 0);
  const { data } = useQuery({ ...usageQuery, enabled: isReported });
  return data?.usage.filter((usage) => usage.product === product) ?? [];
};
