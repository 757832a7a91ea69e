import type { TieredPlan } from '@foyer/contract/api/plans';
import type { BillingCycle, Subscription } from '@foyer/contract/api/shapes';
import { type Billing, cycleFor } from '../model/tiered-card.ts';

/** Tier with its plans. A tier with packages to choose from has one plan per package, other tiers have a single plan. */
export interface Tier {
  id: string;
  name: string;
  plans: readonly TieredPlan[];
}

export interface TieredChoice {
  tier: Tier;
  plan: TieredPlan;
  cycle: BillingCycle;
  billing: Billing;
}

const isTier = (plan: TieredPlan) => !plan.isBasic && !plan.isLegacy;

/** Returns whether the limit of subscriptions excludes the plan. A change does not count as another one. */
const isFull = (plan: TieredPlan, changing: boolean): boolean =>
  plan.isAtSubCountLimit && !(changing && plan.isCurrent);

/**
 * Returns whether a plan can be chosen: a tier on sale (SP-01, SP-05) that does not exceed the limit of subscriptions.
 */
const choosable = (plan: TieredPlan, changing: boolean): boolean =>
  isTier(plan) && plan.active && plan.billingCycles.some(({ amount }) => amount > 0) && !isFull(plan, changing);

/** Plans that are not offered because of the limit of subscriptions. The page names them. */
export const atLimit = (plans: readonly TieredPlan[], changing: boolean): readonly string[] =>
  plans.filter((plan) => isTier(plan) && isFull(plan, changing)).map(({ displayName }) => displayName);

/** @param changing a subscription is changed, instead of another one added (SP-03) */
export const tiersOf = (plans: readonly TieredPlan[], changing: boolean): readonly Tier[] => {
  const tiers = new Map<string, TieredPlan[]>();
  for (const plan of plans.filter((one) => choosable(one, changing)))
    tiers.set(plan.tierId, [...(tiers.get(plan.tierId) ?? []), plan]);
  return [...tiers].map(([id, own]) => ({ id, name: own[0]?.tierName ?? id, plans: own }));
};

const choiceFor = (tiers: readonly Tier[], plan: TieredPlan | undefined, billing: Billing): TieredChoice | null => {
  const tier = tiers.find(({ id }) => id === plan?.tierId);
  const cycle = plan && cycleFor(plan, billing);
  return tier && plan && cycle
    ? { tier, plan, cycle, billing: cycle.interval === 'monthly' ? 'monthly' : 'yearly' }
    : null;
};

const namedChoice = (tiers: readonly Tier[], wanted: string | undefined): TieredChoice | null => {
  if (!wanted) return null;
  const plans = tiers.flatMap((tier) => tier.plans);
  for (const plan of plans) {
    const cycle = plan.billingCycles.find(({ intervalId }) => intervalId === wanted);
    if (cycle) return choiceFor(tiers, plan, cycle.interval === 'monthly' ? 'monthly' : 'yearly');
  }
  return choiceFor(
    tiers,
    plans.find(({ id, shortId }) => id === wanted || shortId === wanted),
    'yearly',
  );
};

/**
 * Choice for `?package=`, which is a plan, interval or short id (SP-03). An unknown or unavailable one is ignored in
 * favor of the first visible plan, yearly.
 */
export const choiceOf = (tiers: readonly Tier[], wanted: string | undefined): TieredChoice | null =>
  namedChoice(tiers, wanted) ?? choiceFor(tiers, tiers[0]?.plans[0], 'yearly');

/**
 * Returns whether the URL names no plan on offer, so that `choiceOf` returned a substitute. The page then does not open
 * its review.
 */
export const isSubstituteTier = (tiers: readonly Tier[], wanted: string | undefined): boolean =>
  Boolean(wanted) && namedChoice(tiers, wanted) === null;

/** Interval id of a plan with the billing, as the address stores it. */
export const idFor = (plan: TieredPlan | undefined, billing: Billing): string | undefined =>
  plan && cycleFor(plan, billing)?.intervalId;

export type RelationBadge = 'prepaid' | 'trial' | 'professional-trial' | 'tier-trial' | 'current' | 'current-tier';

type Related = Pick<TieredPlan, 'isPrepaid' | 'isTrial' | 'isProTrial' | 'isTierTrial' | 'isCurrent' | 'isCurrentTier'>;

/** Most specific relation of a plan to the current subscription (SP-06). */
export const relationBadge = (plan: Related): RelationBadge | null => {
  if (plan.isPrepaid) return 'prepaid';
  if (plan.isTrial) return 'trial';
  if (plan.isProTrial) return 'professional-trial';
  if (plan.isTierTrial) return 'tier-trial';
  if (plan.isCurrent) return 'current';
  return plan.isCurrentTier ? 'current-tier' : null;
};

/**
 * Relation of a tier. A tier with several plans is the current tier but not the current plan.
 * @param currentPlanId id of the current plan; for a promotion that of the plan which it gives (DR-06)
 */
export const tierBadge = ({ plans }: Tier, currentPlanId?: string): RelationBadge | null => {
  const [only] = plans;
  if (only && plans.length === 1) {
    const relation = relationBadge(only);
    return relation === 'current-tier' && currentPlanId === only.id ? 'current' : relation;
  }
  if (plans.some(({ isTierTrial }) => isTierTrial)) return 'trial';
  if (plans.some(({ isPrepaid }) => isPrepaid)) return 'prepaid';
  return plans.some(({ isCurrentTier }) => isCurrentTier) ? 'current-tier' : null;
};

/** Id of the current plan; for a promotion that of the plan which it gives (DR-06). */
export const regularIdOf = (plans: readonly TieredPlan[], existing: Pick<Subscription, 'plan'>): string =>
  plans.find(({ id }) => id === existing.plan.id)?.regularId ?? existing.plan.id;

/** Id of the choice that the customer holds: its interval; for a promotion the plan which it gives. */
export const heldChoice = ({
  plans,
  existing,
}: {
  plans: readonly TieredPlan[];
  existing: Pick<Subscription, 'plan'> | null;
}): string | undefined => {
  if (!existing) return undefined;
  const regularId = regularIdOf(plans, existing);
  return regularId === existing.plan.id ? existing.plan.intervalId : regularId;
};
