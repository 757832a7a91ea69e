import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/call.ts';

/** One subscription by its id; invalidated with all others by `['subscriptions']`. */
export const subscriptionQuery = (id: string) =>
  queryOptions({
    queryKey: ['subscriptions', 'one', id],
    queryFn: ({ signal }) => call('GET /api/subscription/subscriptions/:id', { params: { id } }, { signal }),
  });
