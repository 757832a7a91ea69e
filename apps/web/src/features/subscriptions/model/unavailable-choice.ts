import type { PlanCard } from './plan-card.ts';

/** Reason why the plan in the URL is not preselected. */
export type UnavailableReason =
  /** It is the current plan. */
  | 'held'
  /** It was ordered and starts at the end of the period. */
  | 'waits'
  /** Its trial is not offered. */
  | 'trial'
  /** No such plan is on offer. */
  | 'unknown'
  /** It is preselected, but a purchase in another tab changed what the order costs or replaces. */
  | 'changed';

/**
 * Explains why the plan in the URL cannot be chosen; null when it can, or when its page asks to contact sales. DR-01 ignores
 * such a plan. Without a reason, customers with an old link or a link of another product would search for it.
 * @param triedId id of the plan that the account tries now
 */
export const explainUnavailableChoice = (
  cards: readonly PlanCard[],
  wanted: string | undefined,
  triedId: string | null,
): UnavailableReason | null => {
  if (!wanted) return null;
  if (cards.some(({ planId, trialId }) => planId === triedId && trialId === wanted)) return 'held';
  const named = cards.filter(
    ({ planId, offers, trial }) =>
      planId === wanted || trial?.id === wanted || offers.some(({ intervalId }) => intervalId === wanted),
  );
  if (named.some(({ contactForPricing }) => contactForPricing)) return null;
  if (named.length > 0) return 'held';
  return cards.some(({ trialId, offers }) => trialId === wanted && offers.length > 0) ? 'trial' : 'unknown';
};
