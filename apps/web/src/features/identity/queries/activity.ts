import { infiniteQueryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/call.ts';

/** Pages of security events, newest first (BY-01). */
export const activityQuery = infiniteQueryOptions({
  queryKey: ['security', 'activity'],
  initialPageParam: undefined as string | undefined,
  queryFn: ({ pageParam: cursor, signal }) =>
    call('GET /api/auth/me/security/activity', { query: { cursor } }, { signal }),
  getNextPageParam: (page) => page.nextCursor ?? undefined,
});
