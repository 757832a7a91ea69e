import type { Reply } from '@foyer/contract/api/routes';
import { queryOptions, type UseQueryResult, useQuery } from '@tanstack/react-query';
import { callOperatorApi, type InputOf, type OperatorRoute } from './call.ts';

/** Query of a reading call of the operator site. */
export const operatorQuery = <Name extends OperatorRoute>(name: Name, input: InputOf<Name>) =>
  queryOptions<Reply<Name>>({
    queryKey: [name, input],
    queryFn: ({ signal }) => callOperatorApi(name, input, { signal }),
  });

/** Result of a reading call of the operator site. Every command refetches all of them (`action-form.tsx`). */
export const useOperatorQuery = <Name extends OperatorRoute>(
  name: Name,
  input: InputOf<Name>,
  { enabled = true }: { enabled?: boolean } = {},
): UseQueryResult<Reply<Name>> => useQuery<Reply<Name>>({ ...operatorQuery(name, input), enabled });
