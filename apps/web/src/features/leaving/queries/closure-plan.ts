import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/call.ts';

/** What closing the account would do, as things stand now: never from memory (SC-10). */
export const closurePlanQuery = queryOptions({
  queryKey: ['closure-plan'],
  queryFn: ({ signal }) => call('GET /api/auth/me/closure-plan', {}, { signal }),
  staleTime: 0,
});
