import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/call.ts';

/** How many recovery codes are left; the codes themselves are never asked for again (BY-01). */
export const recoveryCodesQuery = queryOptions({
  queryKey: ['security', 'recovery-codes'],
  queryFn: ({ signal }) => call('GET /api/auth/me/security/recovery-codes', {}, { signal }),
});
