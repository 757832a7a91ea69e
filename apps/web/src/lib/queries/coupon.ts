import { queryOptions } from '@tanstack/react-query';
import { call } from '../call.ts';

/**
 * What a code would do: a look that changes nothing. Asked once and never again by itself, because each wrong code counts
 * against the guesses an account has (threats.md §3), and forgotten with the page that asked.
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
