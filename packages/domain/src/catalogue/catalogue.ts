import type { PlanId, PriceId } from '@foyer/contract/vocabulary/ids';
import type { Language } from '@foyer/contract/vocabulary/languages';
import type { Interval, Product } from '@foyer/contract/vocabulary/plans';
import type { Family } from './family.ts';
import type { Promotion } from './promotion.ts';

/** Translations of an entry. The entry itself is in English. */
export type Texts<Words> = Readonly<Partial<Record<Exclude<Language, 'en'>, Readonly<Words>>>>;

/** Plan of the catalogue: `catalog/*.yaml` and table `plans`. */
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
  readonly texts: Texts<{ description: string }>;
}

/** Price of one interval of a plan. The amount never changes; a new amount is a new price. */
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

/** Capability of a plan, by the key that products ask for (`ft_…`). */
export interface Feature {
  readonly key: string;
  readonly label: string;
  /** Required third-party software and its installation steps (SP-01). Both present or both absent. */
  readonly prerequisiteName: string | null;
  readonly prerequisiteSteps: readonly string[];
  readonly texts: Texts<{ label: string; prerequisiteSteps: readonly string[] }>;
  /** Keys of smaller features that it includes directly: 10 devices in 25. */
  readonly includes: readonly string[];
}

export interface PlanFeature {
  readonly planId: PlanId;
  readonly featureKey: string;
  readonly position: number;
  /** Part of the plan, but not listed on pages (SP-05). */
  readonly hidden: boolean;
}

/** Add-on of a plan. Analysis add-ons of scope are called packages. */
export interface AddOn {
  readonly id: string;
  readonly name: string;
  readonly shortName: string;
  readonly description: string;
  readonly type: 'package' | 'add_on';
  readonly amountCents: number;
  readonly hasTrial: boolean;
  readonly sortOrder: number;
  readonly includedPackages: readonly string[];
  readonly texts: Texts<{ description: string }>;
  /** Key of the feature that is this package, so that pages list both once. */
  readonly featureKey: string | null;
}

export interface PlanAddOn {
  readonly planId: PlanId;
  readonly addOnId: string;
  readonly included: boolean;
}

/** Length by which the maintenance of a perpetual licence of one tier can be extended (MA-02, MA-05). */
export interface MaintenanceExtension {
  readonly id: string;
  readonly tierId: string;
  /** The first digit is the length in years. */
  readonly name: string;
  readonly category: string;
  readonly durationMonths: number;
  readonly amountCents: number;
  /** Sold in the portal; others are sold by sales staff. */
  readonly isSelfService: boolean;
  readonly active: boolean;
}

export interface Catalogue {
  /** In the order of the file. Families that are no longer in the file stay, as long as they have plans. */
  readonly families: readonly Family[];
  readonly plans: readonly Plan[];
  /** Includes prices that are no longer sold, because live subscriptions keep them. */
  readonly prices: readonly Price[];
  readonly features: readonly Feature[];
  readonly planFeatures: readonly PlanFeature[];
  readonly addOns: readonly AddOn[];
  readonly planAddOns: readonly PlanAddOn[];
  readonly promotions: readonly Promotion[];
  readonly maintenanceExtensions: readonly MaintenanceExtension[];
}

export const planById = (catalogue: Catalogue, id: PlanId): Plan | undefined =>
  catalogue.plans.find((plan) => plan.id === id);

/** Finds a price, also one that is no longer sold. */
export const priceById = (catalogue: Catalogue, id: PriceId): Price | undefined =>
  catalogue.prices.find((price) => price.id === id);

/** Active prices of a plan, whether or not the plan itself is active. */
export const pricesOnSale = (catalogue: Catalogue, planId: PlanId): Price[] =>
  catalogue.prices.filter((price) => price.planId === planId && price.active);

/** Prices customers can buy at. Inactive plans keep their prices for existing subscriptions, but are excluded. */
export const pricesOfActivePlans = (catalogue: Catalogue): Price[] =>
  catalogue.plans.filter(({ active }) => active).flatMap(({ id }) => pricesOnSale(catalogue, id));

/**
 * Price of a plan sold by agreement. Usage is billed elsewhere, so its one price has amount 0 and is never on sale.
 * Undefined for other plans.
 */
export const customPrice = (catalogue: Catalogue, plan: Pick<Plan, 'id' | 'customBilling'>): Price | undefined =>
  plan.customBilling
    ? catalogue.prices.find((price) => price.planId === plan.id && price.amountCents === 0)
    : undefined;
