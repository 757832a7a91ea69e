import type { AccountView } from '@foyer/contract/api/account';
import type { Me } from '@foyer/contract/api/auth';
import type { Feature, TieredPlan } from '@foyer/contract/api/plans';
import type { ShownFamily } from '@foyer/contract/api/portal-config';
import type { Subscription } from '@foyer/contract/api/shapes';
import { useQuery } from '@tanstack/react-query';
import { CallError } from '../../../lib/call-error.ts';
import { accountQuery } from '../../../shared/account/account.ts';
import { useUser } from '../../../shared/account/use-user.ts';
import { subscriptionsQuery } from '../../../shared/orders/subscriptions.ts';
import { subscriptionQuery } from './subscription.ts';
import { tieredPlansQuery } from './tiered-plans.ts';

export interface PlanPageData {
  plans: readonly TieredPlan[];
  features: readonly Feature[];
  /** Subscription that the page changes; null: a new one is made (SP-03). */
  existing: Subscription | null;
  /** Plan below a trial. It keeps its periods and invoices, and is in effect when the trial ends (D9). */
  planBelowTrial: Subscription | null;
  /** Open request for a plan by agreement. It changes nothing of the current subscription (S23). */
  request: Subscription | null;
  account: AccountView;
  /** Undefined while the user loads; only plans with an email condition wait for it. */
  user: Me['user'] | undefined;
  /** Country of the address; null without one, undefined while it loads. */
  country: string | null | undefined;
}

/** Failed request, by which the page chooses a text of SP-07. `…-gone`: the server does not know the id. */
export type PlanPageError = 'subscription-gone' | 'subscription' | 'plans-gone' | 'plans' | 'rest';

const isGone = (error: unknown) => error instanceof CallError && error.type === 'NOT_FOUND';

/** Subscriptions of a family with one: that of the address or the first, what lies below its trial, and a request. */
const heldOf = (subscriptions: readonly Subscription[], family: string, id: string | undefined) => {
  const own = subscriptions.filter(({ product }) => product === family);
  const held = own.filter(({ status }) => status !== 'requested');
  const existing = held.find((one) => one.id === id) ?? held[0] ?? null;
  return {
    existing,
    planBelowTrial: (existing?.isTrial && held.find(({ isTrial }) => !isTrial)) || null,
    request: own.find(({ status }) => status === 'requested') ?? null,
  };
};

/** Tells whether the subscription of the address is not one of the account, so that the page has no steps. */
export const isPlanGone = (errors: readonly PlanPageError[]): boolean =>
  errors.includes('subscription-gone') || errors.includes('plans-gone');

/**
 * Data of the page of a family, as one state: loading, failed with a retry, or loaded. A family with tiers changes the
 * subscription of the address, or its only one if it has one. Does not wait for the user, because the page looks the same
 * without.
 */
export const usePlanPage = ({ key, kind, several }: ShownFamily, idInAddress: string | undefined) => {
  const isNamed = kind === 'tiers';
  const isListed = !isNamed || (idInAddress === undefined && !several);
  const list = useQuery({ ...subscriptionsQuery(), enabled: isListed });
  const onlyId = isListed ? list.data?.find(({ product }) => product === key)?.id : undefined;
  const id = isNamed ? (idInAddress ?? onlyId) : undefined;
  const isLocating = isNamed && isListed && list.isPending;

  const named = useQuery({ ...subscriptionQuery(id ?? ''), enabled: id !== undefined });
  // the list of Home has it before its own query has loaded
  const subscription = id === undefined ? undefined : (named.data ?? list.data?.find((one) => one.id === id));
  const isLicence = subscription?.isPerpetual ?? false;
  const plans = useQuery({ ...tieredPlansQuery(key, id), enabled: !isLocating && !isLicence });
  const account = useQuery(accountQuery);
  const { user } = useUser();

  const isFound = id === undefined ? !isListed || list.data !== undefined : named.data !== undefined;
  const held = isNamed
    ? isFound && { existing: named.data ?? null, planBelowTrial: null, request: null }
    : list.data && heldOf(list.data, key, idInAddress);
  const data: PlanPageData | null =
    plans.data && held && account.data
      ? {
          plans: plans.data.plans,
          features: plans.data.features,
          ...held,
          account: account.data,
          user,
          country: user && (user.address?.country ?? null),
        }
      : null;

  const errors: PlanPageError[] = [];
  if (!data) {
    if (named.isError) errors.push(isGone(named.error) ? 'subscription-gone' : 'subscription');
    if (plans.isError) errors.push(id !== undefined && isGone(plans.error) ? 'plans-gone' : 'plans');
    if (account.isError || (isListed && list.isError)) errors.push('rest');
  }
  const all = [plans, named, account, list];
  return {
    data,
    /** All subscriptions of the account; undefined while they load. */
    subscriptions: list.data,
    /** Id of the subscription that a family with tiers changes. */
    id,
    /** Subscription with this id. A perpetual licence has another page (MA-01). */
    subscription,
    /** The only subscription of a family with tiers is not known yet. */
    isLocating,
    errors,
    error: all.find((query) => query.error)?.error,
    isFetching: all.some(({ isFetching }) => isFetching),
    retry: () => {
      for (const query of all) if (query.isError) void query.refetch();
    },
  };
};
