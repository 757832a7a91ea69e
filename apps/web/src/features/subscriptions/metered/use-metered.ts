import type { AccountView } from '@foyer/contract/api/account';
import type { Me } from '@foyer/contract/api/auth';
import type { Feature, TieredPlan } from '@foyer/contract/api/plans';
import type { Subscription } from '@foyer/contract/api/shapes';
import { useQueries } from '@tanstack/react-query';
import { accountQuery } from '../../../lib/queries/account.ts';
import { subscriptionsQuery } from '../../../lib/queries/subscriptions.ts';
import { useUser } from '../../../lib/queries/use-user.ts';
import { useClearDoneOrder } from '../queries/command-outcome.ts';
import { tieredPlansQuery } from '../queries/tiered-plans.ts';

export interface MeteredData {
  plans: readonly TieredPlan[];
  features: readonly Feature[];
  /** Current subscription of the family; null without one. */
  existing: Subscription | null;
  /** Plan below a trial, in effect when the trial ends (D9). */
  planBelowTrial: Subscription | null;
  /** Open request for a plan by agreement. It changes nothing of the current subscription (S23). */
  request: Subscription | null;
  account: AccountView;
  /** Undefined while the user loads; only plans with an email condition wait for it. */
  user: Me['user'] | undefined;
}

/** Data of the page as one state: loading, failed with a retry, or ready. */
export const useMetered = (family: string) => {
  const [plans, subscriptions, account] = useQueries({
    queries: [tieredPlansQuery(family), subscriptionsQuery(), accountQuery],
  });
  const all = [plans, subscriptions, account];
  useClearDoneOrder(subscriptions.data);
  const { user } = useUser();
  const own = subscriptions.data?.filter(({ product }) => product === family) ?? [];
  const held = own.filter(({ status }) => status !== 'requested');
  const existing = held[0] ?? null;
  const data: MeteredData | null =
    plans.data && subscriptions.data && account.data
      ? {
          plans: plans.data.plans,
          features: plans.data.features,
          existing,
          planBelowTrial: (existing?.isTrial && held.find(({ isTrial }) => !isTrial)) || null,
          request: own.find(({ status }) => status === 'requested') ?? null,
          account: account.data,
          user,
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
