import { queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/call.ts';
import { requireMembers } from '../../lib/call-error.ts';

/** Account data: card, next payment, balance and tax rate. */
export const accountQuery = queryOptions({
  queryKey: ['account'],
  queryFn: async ({ signal }) =>
    requireMembers(await call('GET /api/account/me', {}, { signal }), 'nextPayment', 'paymentMethod'),
});
