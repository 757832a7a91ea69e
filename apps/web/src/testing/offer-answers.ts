import type { Coupon, CouponEffect } from '@foyer/contract/api/coupons';
import type { PlanExchange } from '@foyer/contract/api/plan-exchange';
import type { Promotion } from '@foyer/contract/api/promotions';
import { HttpResponse } from 'msw';
import { aSubscription } from './builders.ts';
import { answer } from './handlers.ts';
import { aTokenPair } from './tokens.ts';

export const anEffect = (overrides: Partial<CouponEffect> = {}): CouponEffect => ({
  action: 'new',
  subscriptionId: null,
  from: '2026-01-10T00:00:00Z',
  until: '2027-01-10T00:00:00Z',
  replaces: null,
  endsTrial: null,
  freeTime: null,
  exchange: null,
  creditCents: 0,
  ...overrides,
});

const nothingIn = (id: string): PlanExchange['had'] => ({
  id,
  details: { storageSizeLimit: null, sharingType: null, accessKeyLimit: null },
  addOnPackages: [],
  featureList1: [],
  featureList2: [],
});

/** Drive Ultimate for a smaller Starter. */
export const anExchange = (): PlanExchange => {
  const contents = (id: string, storage: [number, string], keys: number, sharing: [string, string]) => ({
    ...nothingIn(id),
    details: {
      storageSizeLimit: { value: storage[0], displayValue: storage[1] },
      sharingType: { value: sharing[0], displayValue: sharing[1] },
      accessKeyLimit: { value: keys, displayValue: `${keys} Device Access Keys` },
    },
  });
  return {
    had: contents('pln_drive_ultimate', [1e12, '1 TB'], 100, ['unlimited', 'Unlimited Contributors']),
    gets: contents('pln_drive_starter', [5e10, '50 GB'], 5, ['contribute', 'Contribute to business accounts']),
    features: [],
  };
};

/** IoT Individual for a smaller Student. */
export const anIotExchange = (): PlanExchange => ({
  had: { ...nothingIn('pln_iot_individual'), featureList1: ['ft_iotdevices25', 'ft_iothistory1y', 'ft_iotalerts'] },
  gets: { ...nothingIn('pln_iot_student'), featureList1: ['ft_iotdevices10', 'ft_iothistory90d', 'ft_iotalerts'] },
  features: [
    { key: 'ft_iotdevices25', label: '25 devices', includes: ['ft_iotdevices10'] },
    { key: 'ft_iothistory1y', label: '1 year of history', includes: ['ft_iothistory90d'] },
    { key: 'ft_iotalerts', label: 'Email alerts', includes: [] },
  ],
});

export const aCoupon = (overrides: Partial<Coupon> = {}): Coupon => ({
  id: 'ppd_Ab9-xYz',
  displayCode: 'Ab9-xYz',
  type: 'Prepaid',
  product: 'drive',
  plan: {
    id: 'pln_drive_starter',
    name: 'Starter',
    displayName: 'Starter',
    description: 'For one person',
    tierId: 'starter',
    tierName: 'Starter',
    storageDisplay: '50 GB',
    emailSuffix: null,
  },
  planCategory: 'Starter',
  planWithContext: 'Drive Starter',
  planTier: 'starter',
  tierName: 'Starter',
  addOns: [],
  durationInMonths: 12,
  durationLabel: '1-year',
  isPerpetual: false,
  isMaintenance: false,
  maintenanceMonths: null,
  maintenanceEnds: null,
  discountPercentage: null,
  discountCycles: null,
  plans: ['pln_drive_starter_yearly'],
  planNames: [],
  uses: [],
  validTo: null,
  effect: anEffect(),
  refusal: null,
  ...overrides,
});

/** 20 % off Drive Starter, yearly. */
export const aDiscount = (overrides: Partial<Coupon> = {}): Coupon =>
  aCoupon({
    id: 'SPRING_off20',
    displayCode: 'off20',
    type: 'Discount',
    plan: null,
    planCategory: null,
    planWithContext: null,
    planTier: null,
    tierName: null,
    durationInMonths: null,
    durationLabel: null,
    discountPercentage: 20,
    planNames: ['Drive Starter, yearly'],
    uses: [{ product: 'drive', intervalId: 'pln_drive_starter_yearly' }],
    effect: anEffect({ action: 'discount', until: null }),
    ...overrides,
  });

/** A year of maintenance for a perpetual Scope Ultimate. */
export const anExtension = (overrides: Partial<Coupon> = {}): Coupon =>
  aCoupon({
    id: 'MNT_1y',
    displayCode: '1y',
    type: 'PrepaidMaintenance',
    product: 'scope',
    plan: null,
    planWithContext: 'Scope Ultimate',
    planTier: 'ultimate',
    tierName: 'Ultimate',
    isMaintenance: true,
    maintenanceMonths: 12,
    plans: [],
    effect: null,
    ...overrides,
  });

export const aLicence = (id: string, tierName: string) =>
  aSubscription({
    id,
    product: 'scope',
    isPerpetual: true,
    isPrepaid: true,
    plan: { ...aSubscription().plan, id: `pln_scope_${tierName.toLowerCase()}`, displayName: tierName, tierName },
    maintenancePeriod: { expiration: '2026-06-30T00:00:00Z' },
    maintenanceEnds: '2026-06-30T00:00:00Z',
  });

export const newToken = answer('POST /api/auth/tokens', aTokenPair());

/** Answers a look by the code that is asked for; every other code is unknown. */
export const couponsAre = (coupons: Readonly<Record<string, (subId: string | null) => Coupon>>) =>
  answer('POST /api/coupon/coupons/lookup', async ({ request }) => {
    const { code, subId = null } = (await request.json()) as { code: string; subId?: string };
    const found = coupons[code];
    if (found) return found(subId);
    return HttpResponse.json(
      {
        message: 'NOT_FOUND',
        error: { type: 'NOT_FOUND', message: 'NOT_FOUND', code: null, declineCode: null, field: null, requestId: 'r' },
      },
      { status: 404 },
    );
  });

export const aPromotion = (overrides: Partial<Promotion> = {}): Promotion => ({
  name: '2-series',
  collectPayment: true,
  months: 6,
  renewsOn: '2026-07-10T00:00:00Z',
  grants: [
    {
      product: 'drive',
      planId: 'pln_drive_starterpromotional',
      planName: 'Starter',
      storageSizeLimit: 50_000_000_000,
      storageDisplay: '50 GB',
      accessKeyLimit: 5,
      description: '',
      amountAfter: 29988,
    },
    {
      product: 'scope',
      planId: 'pln_scope_ultimatepromotional',
      planName: 'Ultimate',
      storageSizeLimit: null,
      storageDisplay: null,
      accessKeyLimit: null,
      description: 'All four packages and up to 4 scopes, 32 channels.',
      amountAfter: 50400,
    },
  ],
  downgrade: false,
  exchange: null,
  creditCents: 0,
  chargeThen: {
    taxCents: 6632,
    taxRatePercentage: 8.25,
    taxPlace: 'Austin TX',
    totalCents: 87_020,
    creditCents: 36_834,
    amountDueCents: 50_186,
  },
  ...overrides,
});
