import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/call.ts';

/** Subscription by id. Invalidating `['subscriptions']` refetches it with the lists. */
export const subscriptionQuery = (id: string) =>
  queryOptions({
    queryKey: ['subscriptions', 'one', id],
    queryFn: ({ signal }) => call('GET /api/subscription/subscriptions/:id', { params: { id } }, { signal }),
  });
