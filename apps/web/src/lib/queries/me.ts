import { queryOptions } from '@tanstack/react-query';
import { call } from '../call.ts';

/** The signed-in user with claims and addresses. */
export const meQuery = queryOptions({
  queryKey: ['me'],
  queryFn: ({ signal }) => call('GET /api/auth/me', {}, { signal }),
});
