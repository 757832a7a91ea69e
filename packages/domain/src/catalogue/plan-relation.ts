import type { SubscriptionSource, SubscriptionStatus } from '@foyer/contract/vocabulary/subscription-status';
import type { Plan } from './catalogue.ts';

/** Relation of a plan to a subscription (SP-06). */
export type PlanRelation = 'current' | 'trial' | 'current-tier' | 'tier-trial' | 'professional-trial' | 'prepaid';

interface Reference {
  readonly plan: Pick<Plan, 'id' | 'tierId'>;
  readonly source: SubscriptionSource;
  readonly status: SubscriptionStatus;
}

const PROFESSIONAL = 'professional';

/**
 * Relates a plan to a subscription; null if they have different tiers (SP-06). The same plan takes precedence over its
 * tier. Prepaid comes first, because it cannot be changed. Professional has several plans, so a trial of one of them is
 * `professional-trial` for the others.
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

/** Relation as flags for the API. A trial of the plan also sets the flags of its tier, as does the current plan. */
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

/** Tier of a plan as flags (SP-05). */
export const tierFlags = (tierId: string) => ({
  isStarter: tierId === 'starter',
  isPro: tierId === PROFESSIONAL,
  isUltimate: tierId === 'ultimate',
});
