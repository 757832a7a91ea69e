import { useQueries } from '@tanstack/react-query';
import { accountQuery } from '../../../lib/queries/account.ts';
import { meQuery } from '../../../lib/queries/me.ts';

/** Card and next payment of the account together with the address the bill goes to. */
export const usePayer = () => {
  const [account, me] = useQueries({ queries: [accountQuery, meQuery] });
  const both = [account, me];
  return {
    data: account.data && me.data ? { account: account.data, address: me.data.user.address } : null,
    failed: both.some(({ isError, data }) => isError && data === undefined),
    retrying: both.some(({ isFetching }) => isFetching),
    retry: () => {
      for (const query of both) if (query.isError) void query.refetch();
    },
  };
};
