import type { PendingChange } from './current-plan.ts';
import type { Offer, PlanCard } from './plan-card.ts';

/** Chosen offer of a card, or its trial. */
export interface Selection {
  card: PlanCard;
  offer: Offer;
  trial: boolean;
  /** The plan needs an agreement with sales, so the order is a request (IO-01). */
  isByAgreement?: true;
  /** Value of `?plan=`, so that back, reload and a shared link keep the choice. */
  id: string;
}

const select = (card: PlanCard, offer: Offer | undefined, trial = false): Selection | null =>
  offer && !offer.current && !card.contactForPricing
    ? { card, offer, trial, id: trial && card.trial ? card.trial.id : offer.intervalId }
    : null;

/**
 * Selection for `?plan=`, which is a plan, interval or trial (DR-01). Ignores unknown values, plans that are not for
 * sale, and the current plan. A plan alone means its first offer that is not current, usually yearly.
 */
export const selectionOf = (cards: readonly PlanCard[], id: string | null | undefined): Selection | null => {
  if (!id) return null;
  for (const card of cards) {
    if (card.planId === id)
      return select(
        card,
        card.offers.find((offer) => !offer.current),
      );
  }
  for (const card of cards) {
    if (card.trial?.id === id)
      return select(
        card,
        card.offers.find((offer) => offer.interval === card.trial?.interval),
        true,
      );
    const offer = card.offers.find(({ intervalId }) => intervalId === id);
    if (offer) return select(card, offer);
  }
  return null;
};

/**
 * Whether the end of the current plan already brings this offer. It was ordered before, so it is not offered again. Only a
 * free plan waits for the end of a period (D2); a paid one can be ordered today.
 */
export const isWaitedFor = (
  { planId }: Pick<PlanCard, 'planId'>,
  { interval, amountCents }: Pick<Offer, 'interval' | 'amountCents'>,
  change: PendingChange | undefined,
): boolean => amountCents === 0 && change?.planId === planId && change.interval === interval;
