import type { PlanId, PriceId } from '@foyer/contract/vocabulary/ids';
import type { Instant } from '@foyer/contract/vocabulary/instants';
import type { Product } from '@foyer/contract/vocabulary/plans';
import { type Refusal, refuse } from '../result.ts';

/** One plan that a promotion gives, at no charge. */
export interface PromotionGrant {
  readonly product: Product;
  readonly planId: PlanId;
  /** How long; null is for ever. */
  readonly months: number | null;
  /** What it goes on as when that is over and there is a card; null when nothing comes after it. */
  readonly transitionPriceId: PriceId | null;
}

/** An offer of the vendor: some plans free for a time, once an account (`catalog/promotions.yaml`, billing.md §2.6). */
export interface Promotion {
  readonly id: string;
  /** Lower case, as its aliases are; typed in any letter case. */
  readonly name: string;
  readonly aliases: readonly string[];
  /** A card is asked for where cards are taken. */
  readonly collectPayment: boolean;
  readonly active: boolean;
  readonly validFrom: Instant | null;
  /** First instant at which it is over. */
  readonly validTo: Instant | null;
  readonly maxRedemptions: number | null;
  readonly grants: readonly PromotionGrant[];
}

/** By its name or an alias, in any letter case. */
export const promotionNamed = (promotions: readonly Promotion[], word: string): Promotion | undefined => {
  const name = word.toLowerCase();
  return promotions.find((promotion) => promotion.name === name || promotion.aliases.includes(name));
};

/** How long it is free: the longest of its grants; null when one never ends. */
export const freeMonths = ({ grants }: Pick<Promotion, 'grants'>): number | null =>
  grants.some(({ months }) => months === null) ? null : Math.max(...grants.map(({ months }) => months ?? 0));

/** What an account has done with a promotion so far; what was given back unused counts as nothing. */
export type Claimed = 'no' | 'held' | 'applied';

/**
 * Whether the promotion is to be had at all (api.md §4.4): once an account, in its time, and as often as the vendor gives it.
 * Who has it is told that before anything else: it would not help them that it is still on offer.
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
