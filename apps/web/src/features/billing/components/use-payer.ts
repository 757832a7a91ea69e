import { useQueries, useQuery } from '@tanstack/react-query';
import { accountQuery } from '../../../lib/queries/account.ts';
import { meQuery } from '../../../lib/queries/me.ts';

/** Card and next payment of the account together with the address the bill goes to, for who can do nothing without either. */
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

/** The same to look at: what is paid next stands there also when the address did not load, which is then undefined. */
export const usePaymentOverview = () => {
  const account = useQuery(accountQuery);
  const { data: me, isPending, errorUpdateCount, isFetching, refetch } = useQuery(meQuery);
  const waits = isPending && errorUpdateCount === 0;
  return {
    data: account.data && !waits ? { account: account.data, address: me?.user.address } : null,
    failed: account.isError && !account.data,
    retrying: account.isFetching,
    retry: () => void account.refetch(),
    addressAgain: { busy: isFetching, onRetry: () => void refetch() },
  };
};
