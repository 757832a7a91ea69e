import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/call.ts';

/** Sessions of the user, this device first (BY-01). */
export const sessionsQuery = queryOptions({
  queryKey: ['security', 'sessions'],
  queryFn: async ({ signal }) => (await call('GET /api/auth/me/security/sessions', {}, { signal })).sessions,
});
