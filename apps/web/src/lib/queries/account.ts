import { queryOptions } from '@tanstack/react-query';
import { call } from '../call.ts';

/** Card, next payment, balance and tax rate. */
export const accountQuery = queryOptions({
  queryKey: ['account'],
  queryFn: ({ signal }) => call('GET /api/account/me', {}, { signal }),
});
