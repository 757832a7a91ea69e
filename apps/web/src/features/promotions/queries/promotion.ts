import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/call.ts';

/**
 * Promotion of a code, a name, or their base64, with the code by which this account takes it. The server decodes the
 * text from the address. Never refetched automatically, because a taken promotion answers that it is taken.
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
