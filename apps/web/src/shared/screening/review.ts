import { queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/call.ts';

/**
 * State of the export review (EX-01). Always refetched when a page shows it, because the review may have just started.
 */
export const reviewQuery = queryOptions({
  queryKey: ['review'],
  queryFn: ({ signal }) => call('GET /api/auth/me/ecac-status', {}, { signal }),
  staleTime: 0,
});
