import { useQuery } from '@tanstack/react-query';
import { accountQuery } from '../../../lib/queries/account.ts';
import { useUser } from '../../../lib/queries/use-user.ts';

/**
 * Card and next payment of the account, and beside them the address the bill goes to, which may come later or not at all:
 * undefined, it is on its way (`addressWaits`) or did not load.
 */
export const usePayer = () => {
  const account = useQuery(accountQuery);
  const { user, waits, again } = useUser();
  return {
    asked: account,
    data: account.data
      ? { account: account.data, address: user?.address, visitorCountry: user?.ipInfo.country_code ?? '' }
      : null,
    failed: account.isError && !account.data,
    retrying: account.isFetching,
    retry: () => void account.refetch(),
    addressWaits: waits,
    addressAgain: again,
  };
};
