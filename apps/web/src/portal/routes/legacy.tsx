import { useQuery } from '@tanstack/react-query';
import { LegacyPage } from '../../features/legacy/legacy-page.tsx';
import { accountQuery } from '../../shared/account/account.ts';
import { familyOf } from '../../shared/catalogue/families.ts';
import { subscriptionsQuery } from '../../shared/orders/subscriptions.ts';
import { HeadSkeleton } from '../head-skeleton.tsx';

/** Page `/legacy-tekscope` (LG-02). Uses the date of the account, which may have a sandbox clock. */
export const Page = () => {
  const { data, isError } = useQuery(accountQuery);
  // LG-01: only accounts without a newer subscription of tiers get the notice, so the only one is the legacy one.
  const isLegacy = data?.legacyWithoutNewPromo === true;
  const held = useQuery({ ...subscriptionsQuery(), enabled: isLegacy });
  if (isLegacy && held.isPending) return <HeadSkeleton hasCrumb />;
  // The page only needs the date, so it also renders when the account did not load.
  return data || isError ? (
    <LegacyPage
      now={data?.clock?.now ?? new Date().toISOString()}
      licence={held.data?.find(({ product }) => familyOf(product).kind === 'tiers')}
    />
  ) : (
    <HeadSkeleton hasCrumb />
  );
};
