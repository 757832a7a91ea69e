import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/call.ts';

/** Products that may read data of the account. */
export const productsQuery = queryOptions({
  queryKey: ['security', 'products'],
  queryFn: async ({ signal }) => (await call('GET /api/auth/me/security/products', {}, { signal })).products,
});
