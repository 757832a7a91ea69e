import { useQuery } from '@tanstack/react-query';
import { meQuery } from './me.ts';

/**
 * Returns the signed-in user for one place of a page, without blocking the rest. `user` is undefined while the query loads
 * (`isLoading`) or after it failed; `retry` has the props of a Retry button.
 */
export const useUser = () => {
  const { data, isPending, errorUpdateCount, isFetching, refetch } = useQuery(meQuery);
  return {
    user: data?.user,
    isLoading: isPending && errorUpdateCount === 0,
    retry: { busy: isFetching, onRetry: () => void refetch() },
  };
};
