import { useQuery } from '@tanstack/react-query';
import { LegacyPage } from '../../features/legacy/legacy-page.tsx';
import { accountQuery } from '../../lib/queries/account.ts';
import { subscriptionsQuery } from '../../lib/queries/subscriptions.ts';

/** `/legacy-tekscope` (LG-02), on the account's own date, which in the sandbox is not the wall clock. */
export const Page = () => {
  const { data, isError } = useQuery(accountQuery);
  // LG-01: who is told about it has no newer scope subscription, so the one there is is the legacy one
  const isLegacy = data?.legacyWithoutNewPromo === true;
  const scope = useQuery({ ...subscriptionsQuery('scope'), enabled: isLegacy });
  if (isLegacy && scope.isPending) return null;
  // what it says depends on the date alone, so an account that does not load keeps nobody from reading it
  return data || isError ? (
    <LegacyPage now={data?.clock?.now ?? new Date().toISOString()} subId={scope.data?.[0]?.id} />
  ) : null;
};
