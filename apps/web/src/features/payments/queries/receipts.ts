import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/call.ts';

/** Page size of the list (PY-02). */
export const RECEIPTS_PER_PAGE = 10;

/** Receipts of the account, newest first. */
export const receiptsQuery = infiniteQueryOptions({
  queryKey: ['receipts', 'list'],
  initialPageParam: undefined as string | undefined,
  queryFn: ({ pageParam: cursor, signal }) =>
    call('GET /api/account/me/receipts', { query: { pageSize: RECEIPTS_PER_PAGE, cursor } }, { signal }),
  getNextPageParam: (page) => page.nextCursor ?? undefined,
});

/** Page size that holds all open receipts of an account. */
const ALL_UNPAID = 100;

/**
 * Receipts that are open or processing. A separate query, because newer paid receipts may fill the first page (PM-09).
 */
export const unpaidReceiptsQuery = queryOptions({
  queryKey: ['receipts', 'unpaid'],
  queryFn: async ({ signal }) => {
    const query = { pageSize: ALL_UNPAID, unpaid: true };
    return (await call('GET /api/account/me/receipts', { query }, { signal })).receipts;
  },
});
