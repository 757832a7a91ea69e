import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/call.ts';

const POLL_MS = 500;

/** What the account's sandbox clock shows; asked again and again while it moves. A refusal with 404 means it has none. */
export const clockQuery = queryOptions({
  queryKey: ['clock'],
  queryFn: ({ signal }) => call('GET /api/account/me/clock', {}, { signal }),
  refetchInterval: (query) => (query.state.data?.status === 'advancing' ? POLL_MS : false),
  refetchIntervalInBackground: true,
});
