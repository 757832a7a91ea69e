import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/call.ts';

const POLL_MS = 500;

/** What the account's sandbox clock shows; asked again and again while it moves. Only for an account that has one. */
export const clockQuery = queryOptions({
  queryKey: ['clock'],
  queryFn: ({ signal }) => call('GET /api/account/me/clock', {}, { signal }),
  refetchInterval: (query) => (query.state.data?.status === 'advancing' ? POLL_MS : false),
  refetchIntervalInBackground: true,
});
