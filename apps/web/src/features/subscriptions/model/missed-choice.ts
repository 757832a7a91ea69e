import { type PlanCard, trialIdOf } from './plan-card.ts';

/**
 * Why the plan that the address names is not chosen: the account has it, its trial is not to be had, or it is none of these.
 * `waits`: it was ordered, and comes with the end of what the account has.
 * `changed`: it is, but what it means to order it is another thing since something was bought in another tab.
 */
export type Missed = 'held' | 'waits' | 'trial' | 'unknown' | 'changed';

/**
 * DR-01 ignores what cannot be chosen; this says why, so that nobody who comes back after paying, follows an old link or
 * opens one of another product looks for a choice that is gone. Sold by people (contact for pricing) is no riddle.
 * @param trialOf interval id of the plan that the account tries now
 */
export const missedChoice = (
  cards: readonly PlanCard[],
  wanted: string | undefined,
  trialOf: string | null,
): Missed | null => {
  if (!wanted) return null;
  if (trialOf !== null && trialIdOf(trialOf) === wanted) return 'held';
  const named = cards.filter(
    ({ planId, offers, trial }) =>
      planId === wanted || trial?.id === wanted || offers.some(({ intervalId }) => intervalId === wanted),
  );
  if (named.some(({ contactForPricing }) => contactForPricing)) return null;
  if (named.length > 0) return 'held';
  return cards.some(({ offers }) => offers.some(({ intervalId }) => trialIdOf(intervalId) === wanted))
    ? 'trial'
    : 'unknown';
};
