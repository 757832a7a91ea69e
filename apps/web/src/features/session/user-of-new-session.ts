import type { Me } from '@foyer/contract/api/auth';
import { useQuery } from '@tanstack/react-query';
import { errorOf } from '../../lib/call-error.ts';
import { fetchCall, readReply } from '../../lib/request.ts';
import type { SessionRecord } from '../../lib/session/record.ts';

/** User of a session that is not stored yet. */
export const useUserOfNewSession = (record: SessionRecord) =>
  useQuery({
    queryKey: ['arriving', record.userId],
    queryFn: async ({ signal }): Promise<Me> => {
      const headers = { 'x-is-at': record.accessToken };
      const response = await fetchCall('GET', '/api/auth/me', { body: undefined, headers, isSlow: false, signal });
      if (!response.ok) throw await errorOf(response);
      return (await readReply(response)) as Me;
    },
  });
