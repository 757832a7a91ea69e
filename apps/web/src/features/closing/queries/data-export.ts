import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/call.ts';

const WHILE_MADE_MS = 3_000;

/** Latest data export; polled while it is made (BY-02). */
export const dataExportQuery = queryOptions({
  queryKey: ['data-export'],
  queryFn: async ({ signal }) => (await call('GET /api/auth/me/export', {}, { signal })).export,
  refetchInterval: ({ state }) => (state.data?.status === 'pending' ? WHILE_MADE_MS : false),
});
