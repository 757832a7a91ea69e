import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/call.ts';

/** Receipt by its id or the id of its charge (PY-04). */
export const receiptQuery = (id: string) =>
  queryOptions({
    queryKey: ['receipts', 'one', id],
    queryFn: ({ signal }) => call('GET /api/account/me/receipts/:id', { params: { id } }, { signal }),
  });
