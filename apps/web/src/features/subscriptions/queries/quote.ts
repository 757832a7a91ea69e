import type { Quote } from '@foyer/contract/api/shapes';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/call.ts';
import type { Order } from '../model/order.ts';

const quoteKey = (order: Order) => ['quote', order] as const;

/**
 * What the order costs now. While another one is asked for, the old figures stay (`isPlaceholderData`), so nothing jumps.
 * Never taken from the memory of an earlier visit: the amount on the button is today's.
 */
export const quoteQuery = (order: Order) =>
  queryOptions<Quote>({
    queryKey: quoteKey(order),
    queryFn: ({ signal }) => call('POST /api/subscription/subscriptions/preview', { body: order }, { signal }),
    placeholderData: keepPreviousData,
    staleTime: 60_000,
    gcTime: 0,
  });
