import { useQuery } from '@tanstack/react-query';
import { meQuery } from './me.ts';

/**
 * Returns the signed-in user for one place of a page, without blocking the rest. `user` is undefined while the query loads
 * (`isLoading`) or after it failed; `retry` has the props of `LoadError`.
 */
export const useUser = () => {
  const { data, error, isPending, errorUpdateCount, isFetching, refetch } = useQuery(meQuery);
  return {
    user: data?.user,
    isLoading: isPending && errorUpdateCount === 0,
    retry: { error, busy: isFetching, onRetry: () => void refetch() },
  };
};
