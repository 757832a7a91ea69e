import type { AccountView } from '@foyer/contract/api/account';
import type { Feature, TieredPlan } from '@foyer/contract/api/plans';
import type { Subscription } from '@foyer/contract/api/shapes';
import { useQuery } from '@tanstack/react-query';
import { CallError } from '../../../lib/call-error.ts';
import { accountQuery } from '../../../lib/queries/account.ts';
import { useUser } from '../../../lib/queries/use-user.ts';
import { subscriptionQuery } from '../queries/subscription.ts';
import { tieredPlansQuery } from '../queries/tiered-plans.ts';

export interface ScopeData {
  plans: readonly TieredPlan[];
  features: readonly Feature[];
  /** The subscription the address names, which is changed; null: a new one is made (SP-03). */
  existing: Subscription | null;
  account: AccountView;
  /** Of the address there is; null without one, undefined as long as it is not known. */
  country: string | null | undefined;
}

/** What did not load: the sentences of SP-07 hang on it. */
export type ScopeTrouble = 'subscription-gone' | 'subscription' | 'plans-gone' | 'plans' | 'rest';

const isGone = (error: unknown) => error instanceof CallError && error.type === 'NOT_FOUND';

/**
 * Everything the scope page needs, in one state: waiting, in trouble with a way to try again, or there. Who it is decides
 * nothing of what is shown, so nothing waits for it.
 */
export const useScope = (subId: string | undefined) => {
  const plans = useQuery(tieredPlansQuery('scope', subId));
  const named = useQuery({ ...subscriptionQuery(subId ?? ''), enabled: subId !== undefined });
  const account = useQuery(accountQuery);
  const { user } = useUser();

  const ready = plans.data && (subId === undefined || named.data) && account.data;
  const data: ScopeData | null = ready
    ? {
        plans: plans.data.plans,
        features: plans.data.features,
        existing: subId === undefined ? null : (named.data ?? null),
        account: account.data,
        country: user && (user.address?.country ?? null),
      }
    : null;

  const trouble: ScopeTrouble[] = [];
  if (!data) {
    if (named.isError) trouble.push(isGone(named.error) ? 'subscription-gone' : 'subscription');
    if (plans.isError) trouble.push(subId !== undefined && isGone(plans.error) ? 'plans-gone' : 'plans');
    if (account.isError) trouble.push('rest');
  }
  const failed = [plans, named, account].filter(({ isError }) => isError);
  return {
    data,
    trouble,
    retrying: failed.some(({ isFetching }) => isFetching),
    retry: () => {
      for (const query of failed) void query.refetch();
    },
  };
};
