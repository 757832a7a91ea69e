import type { Reply } from '@foyer/contract/api/routes';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { callOperatorApi, type InputOf, type OperatorRoute } from './call.ts';

/** What a reading call of the console says; every command makes all of them be asked again (`action-form.tsx`). */
export const useOperatorQuery = <Name extends OperatorRoute>(
  name: Name,
  input: InputOf<Name>,
  { enabled = true }: { enabled?: boolean } = {},
): UseQueryResult<Reply<Name>> =>
  useQuery<Reply<Name>>({
    queryKey: [name, input],
    queryFn: ({ signal }) => callOperatorApi(name, input, { signal }),
    enabled,
  });
