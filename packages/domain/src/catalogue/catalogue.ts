import type { PlanId, PriceId } from '@foyer/contract/vocabulary/ids';
import type { Interval, Product } from '@foyer/contract/vocabulary/plans';

/** A plan of the catalogue, as `catalog/*.yaml` describes it and table `plans` keeps it. */
export interface Plan {
  readonly id: PlanId;
  readonly product: Product;
  readonly tierId: string;
  readonly tierName: string;
  readonly shortId: string;
  readonly name: string;
  readonly displayName: string;
  readonly description: string;
  readonly active: boolean;
  readonly isBasic: boolean;
  readonly isLegacy: boolean;
  readonly isPromotional: boolean;
  readonly isHidden: boolean;
  readonly oneTimeOffer: boolean;
  readonly noExpiry: boolean;
  readonly contactForPricing: boolean;
  readonly customBilling: boolean;
  readonly paymentMethodRequired: boolean;
  readonly hasTrial: boolean;
  readonly trialDays: number | null;
  readonly maxLive: number | null;
  readonly storageBytes: number | null;
  readonly sharingType: 'contribute' | 'unlimited' | null;
  readonly accessKeyLimit: number | null;
  readonly sortOrder: number;
  readonly emailSuffix: string | null;
}

/** What one interval of a plan costs. The amount of a price never changes; a new amount is a new price. */
export interface Price {
  readonly id: PriceId;
  readonly planId: PlanId;
  readonly interval: Interval;
  readonly intervalMonths: number;
  readonly intervalId: string;
  readonly amountCents: number;
  readonly active: boolean;
  readonly limitedOffer: boolean;
}

export interface Catalogue {
  readonly plans: readonly Plan[];
  /** Also prices no longer sold: live subscriptions keep theirs. */
  readonly prices: readonly Price[];
}

export const planById = (catalogue: Catalogue, id: PlanId): Plan | undefined =>
  catalogue.plans.find((plan) => plan.id === id);

export const priceById = (catalogue: Catalogue, id: PriceId): Price | undefined =>
  catalogue.prices.find((price) => price.id === id);

export const pricesOnSale = (catalogue: Catalogue, planId: PlanId): Price[] =>
  catalogue.prices.filter((price) => price.planId === planId && price.active);
