import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/call.ts';

/** Number of remaining recovery codes. The codes themselves are never read again (BY-01). */
export const recoveryCodesQuery = queryOptions({
  queryKey: ['security', 'recovery-codes'],
  queryFn: ({ signal }) => call('GET /api/auth/me/security/recovery-codes', {}, { signal }),
});
