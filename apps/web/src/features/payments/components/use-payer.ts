import { useQuery } from '@tanstack/react-query';
import { accountQuery } from '../../../shared/account/account.ts';
import { useUser } from '../../../shared/account/use-user.ts';

/**
 * Returns the account with card and next payment, and the billing address of its user. The address loads separately: it is
 * undefined while it loads (`isAddressLoading`) and when it failed to load.
 */
export const usePayer = () => {
  const account = useQuery(accountQuery);
  const { user, isLoading, retry } = useUser();
  return {
    asked: account,
    data: account.data
      ? { account: account.data, address: user?.address, visitorCountry: user?.ipInfo.country_code ?? '' }
      : null,
    failed: account.isError && !account.data,
    isAddressLoading: isLoading,
    addressRetry: retry,
  };
};
