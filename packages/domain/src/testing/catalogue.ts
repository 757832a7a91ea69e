import { type Interval, intervalMonths } from '@foyer/contract/vocabulary/plans';
import type { Catalogue, MaintenanceExtension, Plan, Price } from '../catalogue/catalogue.ts';
import type { Family } from '../catalogue/family.ts';
import type { Promotion } from '../catalogue/promotion.ts';

/** Builders of catalogue entries with fixed defaults. A test names only the values it is about. */

/** Family `drive`, of the kind `plans`. */
export const aFamily = (overrides: Partial<Family> = {}): Family => ({
  key: 'drive',
  kind: 'plans',
  names: { en: 'Drive', de: 'Drive' },
  liveSubscriptions: 'one',
  hasMaintenance: false,
  exportControl: false,
  claim: 'drive',
  limits: ['storage', 'sharing', 'keys'],
  sortOrder: 0,
  ...overrides,
});

/** The three families of the requirements. */
export const theFamilies: readonly Family[] = [
  aFamily(),
  aFamily({
    key: 'scope',
    kind: 'tiers',
    names: { en: 'Scope', de: 'Scope' },
    liveSubscriptions: 'several',
    hasMaintenance: true,
    exportControl: true,
    claim: 'tron',
    limits: [],
    sortOrder: 1,
  }),
  aFamily({
    key: 'iot',
    kind: 'metered',
    names: { en: 'IoT', de: 'IoT' },
    claim: null,
    limits: [],
    sortOrder: 2,
  }),
];

export const aPlan = (overrides: Partial<Plan> = {}): Plan => ({
  id: 'pln_drive_starter',
  product: 'drive',
  tierId: 'starter',
  tierName: 'Starter',
  shortId: 'starter',
  name: 'Starter',
  displayName: 'Starter',
  description: '',
  active: true,
  isBasic: false,
  isLegacy: false,
  isPromotional: false,
  isHidden: false,
  oneTimeOffer: false,
  noExpiry: false,
  contactForPricing: false,
  customBilling: false,
  paymentMethodRequired: true,
  hasTrial: true,
  trialDays: null,
  maxLive: null,
  storageBytes: null,
  sharingType: null,
  accessKeyLimit: null,
  sortOrder: 0,
  emailSuffix: null,
  texts: {},
  ...overrides,
});

export const aPrice = (
  planId: string,
  interval: Interval,
  amountCents: number,
  overrides: Partial<Price> = {},
): Price => ({
  id: `prc_${planId}_${interval}`,
  planId,
  interval,
  intervalMonths: intervalMonths[interval],
  intervalId: `${planId}_${interval}`,
  amountCents,
  active: true,
  limitedOffer: false,
  ...overrides,
});

const portalGrant = { product: 'drive', planId: 'pln_drive_portal', months: null, transitionPriceId: null } as const;

/** Promotion `2-series`: drive Starter and scope Ultimate for six months. */
export const aPromotion = (overrides: Partial<Promotion> = {}): Promotion => ({
  id: 'prm_2-series',
  name: '2-series',
  aliases: ['lexington'],
  collectPayment: true,
  active: true,
  validFrom: null,
  validTo: null,
  maxRedemptions: null,
  grants: [
    {
      product: 'drive',
      planId: 'pln_drive_starterpromotional',
      months: 6,
      transitionPriceId: 'prc_pln_drive_starter_yearly',
    },
    {
      product: 'scope',
      planId: 'pln_scope_ultimatepromotional',
      months: 6,
      transitionPriceId: 'prc_pln_scope_ultimate_yearly',
    },
  ],
  ...overrides,
});

/** Extension of a year for the Ultimate tier. */
export const anExtension = (overrides: Partial<MaintenanceExtension> = {}): MaintenanceExtension => ({
  id: 'mex_ultimate_1y',
  tierId: 'ultimate',
  name: '1 Year Maintenance',
  category: 'Ultimate',
  durationMonths: 12,
  amountCents: 40_000,
  isSelfService: true,
  active: true,
  ...overrides,
});

/** Plans of the worked examples with their amounts. */
export const aCatalogue = (overrides: { plans?: readonly Plan[]; prices?: readonly Price[] } = {}): Catalogue => ({
  families: theFamilies,
  plans: [
    aPlan({ id: 'pln_drive_free', name: 'Basic', isBasic: true, hasTrial: false, paymentMethodRequired: false }),
    aPlan({ id: 'pln_drive_starter' }),
    aPlan({ id: 'pln_drive_tier1', name: 'Individual' }),
    aPlan({ id: 'pln_drive_ultimate', name: 'Ultimate' }),
    aPlan({ id: 'pln_drive_enterprise', name: 'Enterprise', contactForPricing: true, hasTrial: false }),
    aPlan({ id: 'pln_drive_starterpromotional', isPromotional: true }),
    aPlan({ id: 'pln_drive_portal', oneTimeOffer: true, noExpiry: true, hasTrial: false }),
    aPlan({
      id: 'pln_scope_ultimatepromotional',
      product: 'scope',
      name: 'Ultimate',
      isPromotional: true,
      maxLive: 10,
    }),
    aPlan({ id: 'pln_scope_starter', product: 'scope', maxLive: 10 }),
    aPlan({
      id: 'pln_scope_ultimate',
      product: 'scope',
      tierId: 'ultimate',
      name: 'Ultimate',
      displayName: 'Ultimate',
      maxLive: 10,
    }),
    aPlan({ id: 'pln_scope_base', product: 'scope', name: 'Base', active: false, isLegacy: true }),
    ...(overrides.plans ?? []),
  ],
  prices: [
    aPrice('pln_drive_free', 'free', 0),
    aPrice('pln_drive_starter', 'monthly', 2975),
    aPrice('pln_drive_starter', 'yearly', 29988),
    aPrice('pln_drive_tier1', 'monthly', 3950),
    aPrice('pln_drive_tier1', 'yearly', 39816),
    aPrice('pln_drive_ultimate', 'monthly', 8925),
    aPrice('pln_drive_ultimate', 'yearly', 89964),
    aPrice('pln_drive_starterpromotional', 'yearly', 0),
    aPrice('pln_drive_portal', 'monthly', 0),
    aPrice('pln_scope_ultimatepromotional', 'yearly', 0),
    aPrice('pln_scope_starter', 'monthly', 2000),
    aPrice('pln_scope_starter', 'yearly', 20100),
    aPrice('pln_scope_ultimate', 'monthly', 5000),
    aPrice('pln_scope_ultimate', 'yearly', 50400),
    aPrice('pln_scope_base', 'monthly', 1500),
    aPrice('pln_scope_base', 'yearly', 15120),
    ...(overrides.prices ?? []),
  ],
  features: [],
  planFeatures: [],
  addOns: [],
  planAddOns: [],
  promotions: [
    aPromotion(),
    aPromotion({ id: 'prm_portal', name: 'portal', aliases: [], collectPayment: false, grants: [portalGrant] }),
  ],
  maintenanceExtensions: [
    anExtension({ id: 'mex_ultimate_3y', name: '3 Years Maintenance', durationMonths: 36, amountCents: 108_000 }),
    anExtension(),
    anExtension({ id: 'mex_starter_1y', tierId: 'starter', category: 'Starter', amountCents: 16_000 }),
  ],
});
