import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/call.ts';

/** Effects of closing the account. Never cached, because they change with each payment (SC-10). */
export const closurePlanQuery = queryOptions({
  queryKey: ['closure-plan'],
  queryFn: ({ signal }) => call('GET /api/auth/me/closure-plan', {}, { signal }),
  staleTime: 0,
});
