import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/call.ts';

/** Country of the visitor's network address (AD-03). It does not change while the page is open. */
export const placeQuery = queryOptions({
  queryKey: ['place'],
  queryFn: ({ signal }) => call('GET /api/auth/ip', {}, { signal }),
  staleTime: Number.POSITIVE_INFINITY,
  retry: false,
});
