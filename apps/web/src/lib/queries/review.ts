import { queryOptions } from '@tanstack/react-query';
import { call } from '../call.ts';

/** Where the export review of the account stands (EX-01); asked only where one is spoken of, which may just have begun. */
export const reviewQuery = queryOptions({
  queryKey: ['review'],
  queryFn: ({ signal }) => call('GET /api/auth/me/ecac-status', {}, { signal }),
  staleTime: 0,
});
