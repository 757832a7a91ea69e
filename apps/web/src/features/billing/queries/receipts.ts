import { infiniteQueryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/call.ts';

/** From the server ten at a time, to the last one (PY-02). */
export const RECEIPTS_PER_PAGE = 10;

/** Receipts of the account, newest first. */
export const receiptsQuery = infiniteQueryOptions({
  queryKey: ['receipts', 'list'],
  initialPageParam: undefined as string | undefined,
  queryFn: ({ pageParam: cursor, signal }) =>
    call('GET /api/account/me/receipts', { query: { pageSize: RECEIPTS_PER_PAGE, cursor } }, { signal }),
  getNextPageParam: (page) => page.nextCursor ?? undefined,
});
