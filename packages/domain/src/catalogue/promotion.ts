import type { PlanId, PriceId } from '@foyer/contract/vocabulary/ids';
import type { Instant } from '@foyer/contract/vocabulary/instants';
import type { Product } from '@foyer/contract/vocabulary/plans';
import { type Refusal, refuse } from '../result.ts';

/** Plan that a promotion gives without a charge. */
export interface PromotionGrant {
  readonly product: Product;
  readonly planId: PlanId;
  /** Free months; null is open-ended. */
  readonly months: number | null;
  /** Price the plan continues at if the account can be charged; null if it ends. */
  readonly transitionPriceId: PriceId | null;
}

/** Offer of the vendor: plans free for a time, once per account (`catalog/promotions.yaml`). */
export interface Promotion {
  readonly id: string;
  /** Lower case, as are its aliases. Typed names match in any case. */
  readonly name: string;
  readonly aliases: readonly string[];
  /** A card is required where cards are accepted. */
  readonly collectPayment: boolean;
  readonly active: boolean;
  readonly validFrom: Instant | null;
  /** First instant at which it is over. */
  readonly validTo: Instant | null;
  readonly maxRedemptions: number | null;
  readonly grants: readonly PromotionGrant[];
}

/** Finds a promotion by name or alias, in any letter case. */
export const promotionNamed = (promotions: readonly Promotion[], word: string): Promotion | undefined => {
  const name = word.toLowerCase();
  return promotions.find((promotion) => promotion.name === name || promotion.aliases.includes(name));
};

/** Free months of the longest grant; null if one is open-ended. */
export const freeMonths = ({ grants }: Pick<Promotion, 'grants'>): number | null =>
  grants.some(({ months }) => months === null) ? null : Math.max(...grants.map(({ months }) => months ?? 0));

/** Earlier redemption of the account. A released one counts as `no`. */
export type Claimed = 'no' | 'held' | 'applied';

/**
 * Refuses a promotion that was used already, is outside its dates, or is used up. An earlier redemption is checked
 * first: `applied` refuses PROMO_NOT_FOUND, `held` is accepted.
 */
export const checkPromotion = (
  promotion: Promotion,
  facts: { readonly now: Instant; readonly claimed: Claimed; readonly redemptions: number },
): Refusal | null => {
  const { active, validFrom, validTo, maxRedemptions } = promotion;
  if (facts.claimed === 'applied') return refuse('PROMO_NOT_FOUND');
  if (facts.claimed === 'held') return null;
  const inTime = (validFrom === null || validFrom <= facts.now) && (validTo === null || facts.now < validTo);
  const left = maxRedemptions === null || facts.redemptions < maxRedemptions;
  return active && inTime && left ? null : refuse('PROMO_NOT_AVAILABLE');
};
