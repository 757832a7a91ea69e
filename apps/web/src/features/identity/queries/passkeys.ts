import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/call.ts';

/** Passkeys of the signed-in user (BY-01). */
export const passkeysQuery = queryOptions({
  queryKey: ['security', 'passkeys'],
  queryFn: async ({ signal }) => (await call('GET /api/auth/me/security/passkeys', {}, { signal })).passkeys,
});
