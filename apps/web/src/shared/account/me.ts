import { queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/call.ts';
import { requireMembers } from '../../lib/call-error.ts';

/** Signed-in user with claims and addresses. */
export const meQuery = queryOptions({
  queryKey: ['me'],
  queryFn: async ({ signal }) => requireMembers(await call('GET /api/auth/me', {}, { signal }), 'user', 'token'),
});
