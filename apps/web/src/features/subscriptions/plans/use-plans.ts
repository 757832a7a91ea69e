import type { AccountView } from '@foyer/contract/api/account';
import type { Feature, TieredPlan } from '@foyer/contract/api/plans';
import type { Subscription } from '@foyer/contract/api/shapes';
import { useQueries } from '@tanstack/react-query';
import { accountQuery } from '../../../lib/queries/account.ts';
import { subscriptionsQuery } from '../../../lib/queries/subscriptions.ts';
import { useUser } from '../../../lib/queries/use-user.ts';
import { useClearDoneOrder } from '../queries/command-outcome.ts';
import { tieredPlansQuery } from '../queries/tiered-plans.ts';

interface PlansData {
  plans: readonly TieredPlan[];
  features: readonly Feature[];
  /** Current subscription of the family, or the one in the address; null without one. */
  existing: Subscription | null;
  /** Plan below a trial. It keeps its periods and invoices (D9). */
  planBelowTrial: Subscription | null;
  account: AccountView;
  /** Country of the address; null without one, undefined while it loads. */
  country: string | null | undefined;
}

/** Chooses the subscription: the one in the address, else the first in the list, which is an effective one. */
const heldOf = (
  subscriptions: readonly Subscription[],
  family: string,
  subId: string | undefined,
): Pick<PlansData, 'existing' | 'planBelowTrial'> => {
  const own = subscriptions.filter(({ product }) => product === family);
  const existing = own.find(({ id }) => id === subId) ?? own[0] ?? null;
  return { existing, planBelowTrial: (existing?.isTrial && own.find(({ isTrial }) => !isTrial)) || null };
};

/**
 * Data of the page as one state: loading, failed with a retry, or ready. Does not wait for the user, who changes
 * nothing on this page.
 */
export const usePlans = (family: string, subId: string | undefined) => {
  const [plans, subscriptions, account] = useQueries({
    queries: [tieredPlansQuery(family), subscriptionsQuery(), accountQuery],
  });
  const all = [plans, subscriptions, account];
  useClearDoneOrder(subscriptions.data);
  const { user } = useUser();
  const data: PlansData | null =
    plans.data && subscriptions.data && account.data
      ? {
          plans: plans.data.plans,
          features: plans.data.features,
          ...heldOf(subscriptions.data, family, subId),
          account: account.data,
          country: user && (user.address?.country ?? null),
        }
      : null;
  return {
    data,
    failed: data === null && all.some(({ isError }) => isError),
    retrying: all.some(({ isFetching }) => isFetching),
    retry: () => {
      for (const query of all) if (query.isError) void query.refetch();
    },
  };
};
