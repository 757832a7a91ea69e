import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/call.ts';

/**
 * The promotion that a code, a name or their base64 stands for, with the code this account takes it by. The text goes to the
 * server as it stands in the address: decoding is the server's. Not asked again by itself: once taken, it answers that it is.
 */
export const promotionQuery = (text: string) =>
  queryOptions({
    queryKey: ['promotion', text],
    queryFn: ({ signal }) =>
      call('GET /api/subscription/promotion/account', { query: { promotionName: text } }, { signal }),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
