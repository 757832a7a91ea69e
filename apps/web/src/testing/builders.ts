import type { AccountView } from '@foyer/contract/api/account';
import type { Me } from '@foyer/contract/api/auth';
import type { TieredPlan } from '@foyer/contract/api/plans';
import type { Address, BillingCycle, PaymentMethod, Plan, Quote, Subscription } from '@foyer/contract/api/shapes';
import { anUpcomingEvent } from './upcoming-events.ts';

export const anAddress = (overrides: Partial<Address> = {}): Address => ({
  country: 'US',
  firstName: 'Ada',
  lastName: 'Byron',
  organization: 'Analytical',
  addressLine1: '1 Main St',
  addressLine2: '',
  city: 'Boston',
  state: 'MA',
  postalCode: '02110',
  ...overrides,
});

const aUser = (overrides: Partial<Me['user']> = {}): Me['user'] => ({
  id: 'usr_1',
  email: 'ada@demo.arcwave.test',
  firstName: 'Ada',
  lastName: 'Byron',
  language: 'en',
  emailVerified: true,
  address: anAddress(),
  addresses: [anAddress()],
  allowDataCollection: true,
  trackingEnabled: true,
  isMfaEnabled: false,
  lastAuthDate: '2026-01-10T10:00:00Z',
  accessStatus: 'active',
  paymentMethodStatus: 'ok',
  cidrRestriction: null,
  exportPending: false,
  exportDenied: false,
  ipInfo: { country_code: 'US' },
  asksMarketing: false,
  passwordChangedOn: null,
  subscriptionCode: null,
  ...overrides,
});

/** `user` and `claims` are merged into the defaults; the rest replaces. */
export const aMe = ({
  user = {},
  claims = { drive: {}, tron: {} },
}: {
  user?: Partial<Me['user']>;
  claims?: Record<string, unknown>;
} = {}): Me => ({
  user: aUser(user),
  token: { iat: 1_790_000_000, claims },
  emailConfirmed: true,
  mfa: { enabled: false },
});

export const aCard = (overrides: Partial<PaymentMethod> = {}): PaymentMethod => ({
  id: 'pm_1',
  brand: 'visa',
  last4: '4242',
  expirationYear: 2030,
  expirationMonth: 4,
  isDefault: true,
  expired: false,
  ...overrides,
});

export const anAccount = (overrides: Partial<AccountView> = {}): AccountView => ({
  paymentMethod: aCard(),
  estimatedNextReceipt: null,
  nextPayment: { total: 32462, processedDate: '2027-01-10T00:00:00Z' },
  laterPayments: [],
  accountBalance: { balance: 0, balanceCents: 0 },
  balance: 0,
  balanceCents: 0,
  openAmountCents: 0,
  openPayments: [],
  pendingOrders: [],
  openChallenges: [],
  canAddPaymentMethod: true,
  estimatedTax: { taxRatePercentage: 8.25 },
  legacyWithoutNewPromo: false,
  clock: null,
  ...overrides,
});

export const aSubscription = (overrides: Partial<Subscription> = {}): Subscription => ({
  id: 'sub_1',
  name: 'Starter',
  product: 'drive',
  type: 'Credit Card',
  status: 'active',
  entitled: overrides.status !== 'suspended',
  effective: true,
  quantity: 1,
  plan: {
    id: 'pln_drive_starter',
    intervalId: 'pln_drive_starter_yearly',
    interval: 'yearly',
    name: 'Starter',
    displayName: 'Starter',
    tierName: 'Starter',
    description: 'For one person',
    amount: 29988,
    storageDisplay: '50 GB',
    customBilling: false,
    addOns: [],
    currentAddOns: [],
    mappedAddOns: [],
    coupons: [],
  },
  children: [],
  prepaidCouponId: null,
  prepaidDisplayCode: null,
  created: '2026-01-10T00:00:00Z',
  createdAt: '2026-01-10T00:00:00Z',
  updatedAt: '2026-01-10T00:00:00Z',
  currentPeriodStart: '2026-01-10T00:00:00Z',
  currentPeriodEnd: '2027-01-10T00:00:00Z',
  expiry: '2027-01-10T00:00:00Z',
  expires: true,
  trialExpiry: null,
  trialExpiresOn: null,
  trialDaysLeft: null,
  renews: true,
  renewable: true,
  renewalCents: 32462,
  renewalBill: null,
  ifUnpaid: null,
  cancelAtPeriodEnd: false,
  transitionAtEnd: false,
  pendingChange: null,
  isPrepaid: false,
  isTrial: false,
  endedAsTrial: false,
  isPromo: false,
  isFreePromo: false,
  isBasic: false,
  isLegacy: false,
  isPerpetual: false,
  noExpiry: false,
  oneTimeOffer: false,
  maintenanceEnds: null,
  maintenancePeriod: null,
  extensionOptions: [],
  ...overrides,
});

export const aCycle = (overrides: Partial<BillingCycle> = {}): BillingCycle => ({
  interval: 'yearly',
  intervalId: 'pln_drive_starter_yearly',
  amount: 29988,
  amountDue: 29988,
  discounted: false,
  discountedAmount: null,
  description: 'Starter, yearly',
  hasTrial: true,
  limitedOffer: false,
  ...overrides,
});

export const aPlan = (overrides: Partial<Plan> = {}): Plan => {
  const monthly = aCycle({
    interval: 'monthly',
    intervalId: 'pln_drive_starter_monthly',
    amount: 2975,
    amountDue: 2975,
  });
  const yearly = aCycle();
  const { id = 'pln_drive_starter' } = overrides;
  return {
    id,
    regularId: id,
    trialId: `${id}_trial`,
    name: 'Starter',
    description: 'For one person',
    displayName: 'Starter',
    product: 'drive',
    interval: 'yearly',
    displayInterval: 'Yearly',
    intervalId: 'pln_drive_starter_yearly',
    amount: 29988,
    active: true,
    details: {
      storageSizeLimit: { value: 50_000_000_000, displayValue: '50 GB' },
      sharingType: { value: 'contribute', displayValue: 'Contribute to business or enterprise accounts' },
      accessKeyLimit: { value: 5, displayValue: '5 Device Access Keys' },
    },
    paymentMethodRequired: true,
    contactForPricing: false,
    customBilling: false,
    hasTrial: true,
    trialDays: 14,
    oneTimeOffer: false,
    isAtSubCountLimit: false,
    isCurrent: false,
    isBasic: false,
    isLegacy: false,
    tierName: 'Starter',
    tierId: 'starter',
    shortId: 'starter',
    annualDiscount: { percentOff: 16, originalPrice: 35700, pricePerMonth: 2499 },
    billingCycles: [monthly, yearly],
    billingCyclesHash: { monthly, yearly },
    ...overrides,
  };
};

/** The plan as the pages read it, without tier, packages and features. */
export const withoutTiers = (plan: Plan): TieredPlan => ({
  addOns: [],
  addOnPackages: [],
  features: [],
  featureList1: [],
  featureList2: [],
  isTrial: false,
  isTierTrial: false,
  isCurrentTier: false,
  isPrepaid: false,
  isProTrial: false,
  isPro: false,
  isStarter: false,
  isUltimate: false,
  emailSuffix: null,
  heldCount: 0,
  ...plan,
});

export const aQuote = (overrides: Partial<Quote> = {}): Quote => ({
  subtotal: 29988,
  discount: 0,
  discountUsed: null,
  discountEnded: null,
  tax: 2474,
  taxRatePercentage: 8.25,
  taxPlace: 'Boston MA',
  total: 32462,
  credit: 0,
  creditAdded: 0,
  carried: 0,
  amountDueCents: 32462,
  paymentRequired: true,
  customBilling: false,
  lines: [
    {
      kind: 'charge',
      description: 'Starter, yearly',
      quantity: 1,
      amountCents: 29988,
      days: null,
      periodStart: null,
      periodEnd: null,
    },
  ],
  newPeriodEnd: '2027-01-10T00:00:00Z',
  scheduledFor: null,
  coming: [anUpcomingEvent()],
  prorationDay: null,
  ...overrides,
});

/** The bank's question about the payment of receipt `inv_1`, as the account lists it while it is open. */
export const anOpenQuestion = (
  overrides: Partial<AccountView['openChallenges'][number]> = {},
): AccountView['openChallenges'][number] => ({
  attemptId: 'att_1',
  kind: 'receipt',
  product: 'drive',
  subscriptionId: 'sub_1',
  receiptId: 'inv_1',
  description: 'Drive Starter, monthly',
  amountCents: 3220,
  ...overrides,
});
