import { type IdKind, idPrefix } from '@foyer/contract/vocabulary/ids';
import { DAY_MS, type Instant } from '@foyer/contract/vocabulary/instants';
import { type Interval, intervalMonths } from '@foyer/contract/vocabulary/plans';
import { Temporal } from 'temporal-polyfill';
import type { RuleContext } from '../billing/draft.ts';
import type {
  Account,
  Attempt,
  BillingState,
  BillTo,
  Card,
  CreditableLine,
  Invoice,
  Subscription,
  SubscriptionChange,
} from '../billing/entities.ts';
import type { Order } from '../billing/order.ts';
import { defaultBillingSettings } from '../billing/settings.ts';
import type { Catalogue, MaintenanceExtension, Plan, Price } from '../catalogue/catalogue.ts';
import type { Promotion } from '../promotions/promotion.ts';

/** Rows with dull fixed defaults; a test names only what it is about. */

/** `at('2026-04-20 18:00')`: a moment in UTC; without a time of day, midnight. */
export const at = (text: string): Instant =>
  Temporal.PlainDateTime.from(text.replace(' ', 'T')).toZonedDateTime('UTC').epochMilliseconds;

/** The inverse of `at`, so that a failing table shows dates and not milliseconds. */
export const text = (instant: Instant | null): string | null =>
  instant === null
    ? null
    : Temporal.Instant.fromEpochMilliseconds(instant)
        .toZonedDateTimeISO('UTC')
        .toPlainDateTime()
        .toString({ smallestUnit: 'minute' })
        .replace('T', ' ')
        .replace(' 00:00', '');

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

/** The 2-series promotion of billing.md §2.6: drive Starter and scope Ultimate for six months. */
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

/** A year for the Ultimate tier. */
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

/** The plans of billing.md §7 that the worked examples use, with their amounts. */
export const aCatalogue = (overrides: { plans?: readonly Plan[]; prices?: readonly Price[] } = {}): Catalogue => ({
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

/** Ids count up, so that a failing test reads the same twice and rows sort by age. */
export const sequentialIds = (): RuleContext['newId'] => {
  let last = 0;
  return (kind: IdKind) => {
    last += 1;
    return `${idPrefix[kind]}_${String(last).padStart(6, '0')}`;
  };
};

export const aContext = (overrides: Partial<RuleContext> = {}): RuleContext => ({
  now: at('2026-01-10'),
  newId: sequentialIds(),
  catalogue: aCatalogue(),
  settings: defaultBillingSettings,
  ...overrides,
});

export const anAccount = (overrides: Partial<Account> = {}): Account => ({
  id: 'acc_1',
  brand: 'drive',
  status: 'open',
  exportStatus: 'none',
  balanceCents: 0,
  nextActionAt: null,
  ...overrides,
});

export const anAddress = (overrides: Partial<BillTo> = {}): BillTo => ({
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

export const aCard = (overrides: Partial<Card> = {}): Card => ({
  id: 'pm_1',
  gatewayRef: 'pm_gateway_1',
  brand: 'visa',
  last4: '4242',
  expMonth: 4,
  expYear: 2040,
  fingerprint: 'fp_1',
  ...overrides,
});

/** Drive Starter yearly, bought with a card on 2026-01-10. */
export const aSubscription = (overrides: Partial<Subscription> = {}): Subscription => ({
  id: 'sub_1',
  accountId: 'acc_1',
  product: 'drive',
  planId: 'pln_drive_starter',
  priceId: 'prc_pln_drive_starter_yearly',
  unitAmountCents: 29988,
  quantity: 1,
  status: 'active',
  source: 'card',
  term: 'recurring',
  billingAnchor: at('2026-01-10'),
  cycleIndex: 0,
  currentPeriodStart: at('2026-01-10'),
  currentPeriodEnd: at('2027-01-10'),
  trialEnd: null,
  everPaid: true,
  cancelAtPeriodEnd: false,
  transitionAtEnd: false,
  transitionPriceId: null,
  resumesSubscriptionId: null,
  prepaidDisplayCode: null,
  suspendedAt: null,
  noticedPeriodEnd: null,
  endedAt: null,
  endReason: null,
  ...overrides,
});

/** A Drive Ultimate trial of two weeks from 2026-01-10. */
export const aTrial = (overrides: Partial<Subscription> = {}): Subscription =>
  aSubscription({
    id: 'sub_trial',
    planId: 'pln_drive_ultimate',
    priceId: 'prc_pln_drive_ultimate_yearly',
    unitAmountCents: 89964,
    status: 'trialing',
    source: 'trial',
    currentPeriodEnd: at('2026-01-24'),
    trialEnd: at('2026-01-24'),
    everPaid: false,
    ...overrides,
  });

export const aChange = (overrides: Partial<SubscriptionChange> = {}): SubscriptionChange => ({
  id: 'chg_1',
  subscriptionId: 'sub_1',
  mode: 'period_end',
  toPriceId: 'prc_pln_drive_free_free',
  toQuantity: 1,
  cancelAtPeriodEnd: false,
  startsNewPeriod: true,
  status: 'pending',
  invoiceId: null,
  applyAt: at('2027-01-10'),
  ...overrides,
});

/** The open renewal invoice of `aSubscription` at 8.25 %. */
export const anInvoice = (overrides: Partial<Invoice> = {}): Invoice => ({
  id: 'inv_1',
  accountId: 'acc_1',
  subscriptionId: 'sub_1',
  reason: 'renewal',
  status: 'open',
  description: 'Drive Starter, yearly',
  periodStart: at('2026-01-10'),
  periodEnd: at('2027-01-10'),
  subtotalCents: 29988,
  discountCents: 0,
  taxRatePpm: 82_500,
  taxPlace: 'Boston MA',
  taxCents: 2474,
  totalCents: 32462,
  creditAppliedCents: 0,
  creditAddedCents: 0,
  carriedCents: 0,
  amountDueCents: 32462,
  balanceAfterCents: 0,
  billTo: anAddress(),
  couponCode: null,
  finalizedAt: at('2026-01-10'),
  paidAt: null,
  attemptCount: 0,
  dunningSlot: 0,
  nextAttemptAt: null,
  overdueAt: null,
  ...overrides,
});

export const anAttempt = (overrides: Partial<Attempt> = {}): Attempt => ({
  id: 'att_1',
  kind: 'charge',
  accountId: 'acc_1',
  invoiceId: 'inv_1',
  attemptNo: 1,
  amountCents: 32462,
  onSession: false,
  paymentMethodId: 'pm_1',
  status: 'sending',
  gatewayIntentRef: null,
  gatewayChargeRef: null,
  brand: 'visa',
  last4: '4242',
  errorCode: null,
  declineCode: null,
  errorMessage: null,
  leaseUntil: at('2026-01-10 00:01'),
  sentAt: at('2026-01-10'),
  decidedAt: null,
  ...overrides,
});

/** What `aSubscription` was billed for its period, before tax. */
export const aCreditableLine = (overrides: Partial<CreditableLine> = {}): CreditableLine => ({
  id: 'lin_1',
  invoiceId: 'inv_1',
  position: 0,
  kind: 'recurring',
  description: 'Drive Starter, yearly',
  quantity: 1,
  unitAmountCents: 29988,
  grossCents: 29988,
  discountCents: 0,
  amountCents: 29988,
  periodStart: at('2026-01-10'),
  periodEnd: at('2027-01-10'),
  priceId: 'prc_pln_drive_starter_yearly',
  sourceLineId: null,
  voided: false,
  subscriptionId: 'sub_1',
  taxRatePpm: 82_500,
  ...overrides,
});

/** An account in Boston with a card, taxed at 8.25 %, that has bought nothing yet. */
export const aState = (overrides: Partial<BillingState> = {}): BillingState => ({
  account: anAccount(),
  emailHash: 'hash_1',
  verifiedEmail: null,
  billTo: anAddress(),
  card: aCard(),
  taxRatePpm: 82_500,
  subscriptions: [],
  changes: [],
  invoices: [],
  attempts: [],
  creditableLines: [],
  periodTaxCents: {},
  trialKeysUsed: [],
  held: [],
  discounts: [],
  maintenance: [],
  purchases: [],
  ...overrides,
});

const found = <T>(row: T | undefined, name: string): T => {
  if (row === undefined) throw new Error(`${name} is not in the catalogue of this test`);
  return row;
};

/** An order of a plan by its interval id (`pln_drive_starter_yearly`), new unless `subscription` is given. */
export const anOrder = (intervalId: string, overrides: Partial<Order> = {}, catalogue = aCatalogue()): Order => {
  const price = found(
    catalogue.prices.find((candidate) => candidate.intervalId === intervalId),
    intervalId,
  );
  const plan = found(
    catalogue.plans.find((candidate) => candidate.id === price.planId),
    price.planId,
  );
  return {
    plan,
    price,
    trial: false,
    quantity: 1,
    cancelAtPeriodEnd: false,
    transitionAtEnd: false,
    subscription: null,
    atPeriodEnd: false,
    expectedTotalCents: undefined,
    ...overrides,
  };
};

export const days = (count: number): number => count * DAY_MS;
