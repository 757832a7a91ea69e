import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/call.ts';

const POLL_MS = 500;

/** Time of the account's sandbox clock. Polled while it moves. Only for accounts that have one. */
export const clockQuery = queryOptions({
  queryKey: ['clock'],
  queryFn: ({ signal }) => call('GET /api/account/me/clock', {}, { signal }),
  refetchInterval: (query) => (query.state.data?.status === 'advancing' ? POLL_MS : false),
  refetchIntervalInBackground: true,
});
