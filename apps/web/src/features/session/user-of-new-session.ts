import type { Me } from '@foyer/contract/api/auth';
import { useQuery } from '@tanstack/react-query';
import type { SessionRecord } from '../../lib/session/record.ts';

/** User of a session that is not stored yet. */
export const useUserOfNewSession = (record: SessionRecord) =>
  useQuery({
    queryKey: ['arriving', record.userId],
    queryFn: async (): Promise<Me> => {
      const response = await fetch('/api/auth/me', {
        headers: { accept: 'application/json', 'x-is-at': record.accessToken },
      });
      if (!response.ok) throw new Error(String(response.status));
      return response.json();
    },
  });
