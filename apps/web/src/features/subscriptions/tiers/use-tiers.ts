import type { AccountView } from '@foyer/contract/api/account';
import type { Feature, TieredPlan } from '@foyer/contract/api/plans';
import type { Subscription } from '@foyer/contract/api/shapes';
import { useQuery } from '@tanstack/react-query';
import { CallError } from '../../../lib/call-error.ts';
import { accountQuery } from '../../../lib/queries/account.ts';
import { useUser } from '../../../lib/queries/use-user.ts';
import { subscriptionQuery } from '../queries/subscription.ts';
import { tieredPlansQuery } from '../queries/tiered-plans.ts';

export interface TiersData {
  plans: readonly TieredPlan[];
  features: readonly Feature[];
  /** Subscription in the address, which is changed; null: a new one is made (SP-03). */
  existing: Subscription | null;
  account: AccountView;
  /** Country of the address; null without one, undefined while it loads. */
  country: string | null | undefined;
}

/** Failed request, by which the page chooses a text of SP-07. `…-gone`: the server does not know the id. */
export type TiersPlanErrorKind = 'subscription-gone' | 'subscription' | 'plans-gone' | 'plans' | 'rest';

const isGone = (error: unknown) => error instanceof CallError && error.type === 'NOT_FOUND';

/**
 * Loads everything that the page needs, as one state: loading, failed with a retry, or loaded. The user is not
 * awaited, because the page looks the same without.
 */
export const useTiers = (family: string, subId: string | undefined) => {
  const plans = useQuery(tieredPlansQuery(family, subId));
  const named = useQuery({ ...subscriptionQuery(subId ?? ''), enabled: subId !== undefined });
  const account = useQuery(accountQuery);
  const { user } = useUser();

  const ready = plans.data && (subId === undefined || named.data) && account.data;
  const data: TiersData | null = ready
    ? {
        plans: plans.data.plans,
        features: plans.data.features,
        existing: subId === undefined ? null : (named.data ?? null),
        account: account.data,
        country: user && (user.address?.country ?? null),
      }
    : null;

  const errors: TiersPlanErrorKind[] = [];
  if (!data) {
    if (named.isError) errors.push(isGone(named.error) ? 'subscription-gone' : 'subscription');
    if (plans.isError) errors.push(subId !== undefined && isGone(plans.error) ? 'plans-gone' : 'plans');
    if (account.isError) errors.push('rest');
  }
  const failed = [plans, named, account].filter(({ isError }) => isError);
  return {
    data,
    errors,
    retrying: failed.some(({ isFetching }) => isFetching),
    retry: () => {
      for (const query of failed) void query.refetch();
    },
  };
};
