import type { Me } from '@foyer/contract/api/auth';
import { useQuery } from '@tanstack/react-query';
import type { SessionRecord } from '../../lib/session/record.ts';

/** E-mail address of a session that is stored nowhere yet; undefined while it loads. */
export const useArrivingEmail = (record: SessionRecord): string | undefined =>
  useQuery({
    queryKey: ['arriving', record.userId],
    queryFn: async (): Promise<Me> => {
      const response = await fetch('/api/auth/me', {
        headers: { accept: 'application/json', 'x-is-at': record.accessToken },
      });
      if (!response.ok) throw new Error(String(response.status));
      return response.json();
    },
  }).data?.user.email;
