import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
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

/** More open receipts than anybody has. */
const ALL_UNPAID = 100;

/** What waits for money or is under way, however many paid receipts are newer (PM-09). */
export const unpaidReceiptsQuery = queryOptions({
  queryKey: ['receipts', 'unpaid'],
  queryFn: async ({ signal }) => {
    const query = { pageSize: ALL_UNPAID, unpaid: true };
    return (await call('GET /api/account/me/receipts', { query }, { signal })).receipts;
  },
});
