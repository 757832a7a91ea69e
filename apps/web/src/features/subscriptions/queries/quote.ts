import type { Quote } from '@foyer/contract/api/shapes';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/call.ts';
import type { Order } from '../model/order.ts';

const quoteKey = (order: Order) => ['quote', order] as const;

/**
 * Price of the order now. Keeps the previous amounts while a new quote loads (`isPlaceholderData`), so that nothing
 * moves. Never cached between visits, because the button must show the amount of today.
 */
export const quoteQuery = (order: Order) =>
  queryOptions<Quote>({
    queryKey: quoteKey(order),
    queryFn: ({ signal }) => call('POST /api/subscription/subscriptions/preview', { body: order }, { signal }),
    placeholderData: keepPreviousData,
    staleTime: 60_000,
    gcTime: 0,
  });
