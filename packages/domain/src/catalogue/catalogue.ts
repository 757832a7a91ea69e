import type { PlanId, PriceId } from '@foyer/contract/vocabulary/ids';
import type { Language } from '@foyer/contract/vocabulary/languages';
import type { Interval, Product } from '@foyer/contract/vocabulary/plans';
import type { Promotion } from '../promotions/promotion.ts';

/** What an entry says in the languages beside English, in which the rest of it is written. */
export type Texts<Words> = Readonly<Partial<Record<Exclude<Language, 'en'>, Readonly<Words>>>>;

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
  readonly texts: Texts<{ description: string }>;
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

/** What a plan can do, by the key that the products ask for (`ft_…`). */
export interface Feature {
  readonly key: string;
  readonly label: string;
  /** Other software it needs, and how that is installed (SP-01); both or neither. */
  readonly prerequisiteName: string | null;
  readonly prerequisiteSteps: readonly string[];
  readonly texts: Texts<{ label: string; prerequisiteSteps: readonly string[] }>;
}

export interface PlanFeature {
  readonly planId: PlanId;
  readonly featureKey: string;
  readonly position: number;
  /** The plan has it, but no list shows it (SP-05). */
  readonly hidden: boolean;
}

/** Something that comes with a plan or is added to it; scope calls its analysis packages so. */
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
}

export interface PlanAddOn {
  readonly planId: PlanId;
  readonly addOnId: string;
  readonly included: boolean;
}

/** A length by which the maintenance of a perpetual licence of one tier may be extended (MA-02, MA-05). */
export interface MaintenanceExtension {
  readonly id: string;
  readonly tierId: string;
  /** Its first digit is its length in years. */
  readonly name: string;
  readonly category: string;
  readonly durationMonths: number;
  readonly amountCents: number;
  /** Sold in the portal; others are sold by people. */
  readonly isSelfService: boolean;
  readonly active: boolean;
}

export interface Catalogue {
  readonly plans: readonly Plan[];
  /** Also prices no longer sold: live subscriptions keep theirs. */
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

export const priceById = (catalogue: Catalogue, id: PriceId): Price | undefined =>
  catalogue.prices.find((price) => price.id === id);

export const pricesOnSale = (catalogue: Catalogue, planId: PlanId): Price[] =>
  catalogue.prices.filter((price) => price.planId === planId && price.active);

/** All prices that somebody can buy at: a plan that is not sold keeps its own for those who have it. */
export const pricesOfActivePlans = (catalogue: Catalogue): Price[] =>
  catalogue.plans.filter(({ active }) => active).flatMap(({ id }) => pricesOnSale(catalogue, id));

/**
 * What a subscription to a plan sold by agreement is kept under: what is used is billed elsewhere, so the one price it has
 * costs nothing here and is never on sale.
 */
export const customPrice = (catalogue: Catalogue, plan: Pick<Plan, 'id' | 'customBilling'>): Price | undefined =>
  plan.customBilling
    ? catalogue.prices.find((price) => price.planId === plan.id && price.amountCents === 0)
    : undefined;
