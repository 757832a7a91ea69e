import { queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/call.ts';

/**
 * Query for what a code would do. It changes nothing. It is asked once and never refetched, because each wrong code counts
 * against the account's guesses, and it is dropped with the page that asked.
 */
export const couponQuery = (code: string, subId?: string) =>
  queryOptions({
    queryKey: ['coupon', code, subId ?? null],
    queryFn: ({ signal }) => call('POST /api/coupon/coupons/lookup', { body: { code, subId } }, { signal }),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
