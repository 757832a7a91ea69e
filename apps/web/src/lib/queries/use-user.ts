import { useQuery } from '@tanstack/react-query';
import { meQuery } from './me.ts';

/**
 * Who is signed in, for the one place of a page that says something of them; undefined as long as nobody knows. Then they
 * are on their way (`waits`), or did not load and can be asked for `again`: the rest of the page does not hang on it.
 */
export const useUser = () => {
  const { data, isPending, errorUpdateCount, isFetching, refetch } = useQuery(meQuery);
  return {
    user: data?.user,
    waits: isPending && errorUpdateCount === 0,
    again: { busy: isFetching, onRetry: () => void refetch() },
  };
};
