import { type IdKind, idPrefix } from '@foyer/contract/vocabulary/ids';
import type { RuleContext } from '../decision/draft.ts';
import type { ChargePurpose } from '../invoices/charge-purpose.ts';
import type { Order } from '../orders/order.ts';
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
} from '../state/entities.ts';
import { defaultBillingSettings } from '../state/settings.ts';
import { aCatalogue } from './catalogue.ts';
import { utc } from './moments.ts';

/** Builders of rows with fixed defaults. A test names only the values it is about. */

/** Makes ids that count up, so that failures are reproducible and rows sort by age. */
export const sequentialIds = (): RuleContext['newId'] => {
  let last = 0;
  return (kind: IdKind) => {
    last += 1;
    return `${idPrefix[kind]}_${String(last).padStart(6, '0')}`;
  };
};

export const aContext = (overrides: Partial<RuleContext> = {}): RuleContext => ({
  now: utc('2026-01-10'),
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
  billingAnchor: utc('2026-01-10'),
  cycleIndex: 0,
  currentPeriodStart: utc('2026-01-10'),
  currentPeriodEnd: utc('2027-01-10'),
  trialEnd: null,
  everPaid: true,
  cancelAtPeriodEnd: false,
  transitionAtEnd: false,
  transitionPriceId: null,
  resumesSubscriptionId: null,
  prepaidDisplayCode: null,
  suspendedAt: null,
  noticedPeriodEnd: null,
  announced: null,
  endedAt: null,
  endReason: null,
  ...overrides,
});

/** Drive Ultimate trial of two weeks from 2026-01-10. */
export const aTrial = (overrides: Partial<Subscription> = {}): Subscription =>
  aSubscription({
    id: 'sub_trial',
    planId: 'pln_drive_ultimate',
    priceId: 'prc_pln_drive_ultimate_yearly',
    unitAmountCents: 89964,
    status: 'trialing',
    source: 'trial',
    currentPeriodEnd: utc('2026-01-24'),
    trialEnd: utc('2026-01-24'),
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
  applyAt: utc('2027-01-10'),
  ...overrides,
});

/** Open renewal invoice of `aSubscription` at 8.25 %. */
export const anInvoice = (overrides: Partial<Invoice> = {}): Invoice => ({
  id: 'inv_1',
  accountId: 'acc_1',
  subscriptionId: 'sub_1',
  reason: 'renewal',
  status: 'open',
  description: 'Drive Starter, yearly',
  descriptionParts: { kind: 'plan', product: 'drive', plan: 'Starter', interval: 'yearly' },
  periodStart: utc('2026-01-10'),
  periodEnd: utc('2027-01-10'),
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
  finalizedAt: utc('2026-01-10'),
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
  gatewayKey: null,
  gatewayIntentRef: null,
  gatewayChargeRef: null,
  brand: 'visa',
  last4: '4242',
  errorCode: null,
  declineCode: null,
  errorMessage: null,
  leaseUntil: utc('2026-01-10 00:01'),
  sentAt: utc('2026-01-10'),
  decidedAt: null,
  ...overrides,
});

/** Purpose of the charge of `anInvoice`. */
export const aPurpose = (overrides: Partial<ChargePurpose> = {}): ChargePurpose => ({
  accountId: 'acc_1',
  invoiceId: 'inv_1',
  receiptNumber: 'R-000001',
  reason: 'renewal',
  subscriptionId: 'sub_1',
  periodStart: utc('2026-01-10'),
  item: null,
  ...overrides,
});

/** Line of the paid invoice of `aSubscription`, before tax. */
export const aCreditableLine = (overrides: Partial<CreditableLine> = {}): CreditableLine => ({
  id: 'lin_1',
  invoiceId: 'inv_1',
  position: 0,
  kind: 'recurring',
  description: 'Drive Starter, yearly',
  descriptionParts: { kind: 'plan', product: 'drive', plan: 'Starter', interval: 'yearly' },
  quantity: 1,
  unitAmountCents: 29988,
  grossCents: 29988,
  discountCents: 0,
  amountCents: 29988,
  periodStart: utc('2026-01-10'),
  periodEnd: utc('2027-01-10'),
  priceId: 'prc_pln_drive_starter_yearly',
  sourceLineId: null,
  voided: false,
  subscriptionId: 'sub_1',
  taxRatePpm: 82_500,
  refundedCents: 0,
  ...overrides,
});

/** Account in Boston with a card, taxed at 8.25 %, without purchases. */
export const aState = (overrides: Partial<BillingState> = {}): BillingState => ({
  account: anAccount(),
  emailHash: 'hash_1',
  verifiedEmail: null,
  billTo: anAddress(),
  card: aCard(),
  taxRatePpm: 82_500,
  taxReach: 'postal-code',
  subscriptions: [],
  changes: [],
  invoices: [],
  attempts: [],
  creditableLines: [],
  periodTaxCents: {},
  periodCoupons: {},
  trialKeysUsed: [],
  cardFingerprintHash: null,
  cardNoticedDays: null,
  held: [],
  discounts: [],
  maintenance: [],
  purchases: [],
  ...overrides,
});

const requireRow = <T>(row: T | undefined, name: string): T => {
  if (row === undefined) throw new Error(`${name} is not in the catalogue of this test`);
  return row;
};

/**
 * Order of a plan by its interval id (`pln_drive_starter_yearly`). A new subscription unless `subscription` is given.
 */
export const anOrder = (intervalId: string, overrides: Partial<Order> = {}, catalogue = aCatalogue()): Order => {
  const price = requireRow(
    catalogue.prices.find((candidate) => candidate.intervalId === intervalId),
    intervalId,
  );
  const plan = requireRow(
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
