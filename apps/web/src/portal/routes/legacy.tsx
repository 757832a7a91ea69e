import { useQuery } from '@tanstack/react-query';
import { LegacyPage } from '../../features/legacy/legacy-page.tsx';
import { accountQuery } from '../../lib/queries/account.ts';

/** `/legacy-tekscope` (LG-02), on the account's own date, which in the sandbox is not the wall clock. */
export const Page = () => {
  const { data, isError } = useQuery(accountQuery);
  // what it says depends on the date alone, so an account that does not load keeps nobody from reading it
  return data || isError ? <LegacyPage now={data?.clock?.now ?? new Date().toISOString()} /> : null;
};
