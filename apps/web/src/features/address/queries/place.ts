import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/call.ts';

/** The country of the visitor by the address they come from, which does not change while the page is open (AD-03). */
export const placeQuery = queryOptions({
  queryKey: ['place'],
  queryFn: ({ signal }) => call('GET /api/auth/ip', {}, { signal }),
  staleTime: Number.POSITIVE_INFINITY,
  retry: false,
});
