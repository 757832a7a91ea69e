import type { SubscriptionSource, SubscriptionStatus } from '@foyer/contract/vocabulary/subscription-status';
import type { Plan } from './catalogue.ts';

/** SP-06: what a plan is to the subscription it is looked at from. */
export type PlanRelation = 'current' | 'trial' | 'current-tier' | 'tier-trial' | 'professional-trial' | 'prepaid';

interface Reference {
  readonly plan: Pick<Plan, 'id' | 'tierId'>;
  readonly source: SubscriptionSource;
  readonly status: SubscriptionStatus;
}

const PROFESSIONAL = 'professional';

/**
 * Relates a plan to a subscription (SP-06); null when they have nothing to do with each other. The very plan comes before
 * its tier, prepaid before everything else, because a prepaid plan cannot be changed. Professional is the one tier of
 * several plans, so a trial of one of its packages is its own word for the others.
 */
export const planRelation = (plan: Pick<Plan, 'id' | 'tierId'>, reference: Reference | null): PlanRelation | null => {
  if (!reference || plan.tierId !== reference.plan.tierId) return null;
  const same = plan.id === reference.plan.id;
  const onTrial = reference.status === 'trialing';
  if (same) {
    if (reference.source === 'prepaid') return 'prepaid';
    return onTrial ? 'trial' : 'current';
  }
  if (!onTrial) return 'current-tier';
  return plan.tierId === PROFESSIONAL ? 'professional-trial' : 'tier-trial';
};

/** The same as the flags of api.md §4.1: a trial of the plan is one of its tier too, and so is the current plan. */
export const relationFlags = (relation: PlanRelation | null, tierId: string) => {
  const tierTrial = relation === 'trial' || relation === 'tier-trial' || relation === 'professional-trial';
  return {
    isCurrent: relation === 'current' || relation === 'trial' || relation === 'prepaid',
    isCurrentTier: relation !== null,
    isTrial: relation === 'trial',
    isTierTrial: tierTrial,
    isProTrial: tierTrial && tierId === PROFESSIONAL,
    isPrepaid: relation === 'prepaid',
  };
};

/** SP-05: which tier a plan is of, as flags. */
export const tierFlags = (tierId: string) => ({
  isStarter: tierId === 'starter',
  isPro: tierId === PROFESSIONAL,
  isUltimate: tierId === 'ultimate',
});
