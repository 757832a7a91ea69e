import type { Coupon } from '@foyer/contract/api/coupons';
import type { MaintenanceOption, MaintenanceOptions } from '@foyer/contract/api/maintenance';
import { screen } from '@testing-library/react';
import type { RequestHandler } from 'msw';
import { anAccount, aSubscription } from './builders.ts';
import { answer } from './handlers.ts';
import { renderApp } from './render-app.tsx';
import { scopePlans, tieredPlansAre } from './tiered-answers.ts';
// what the page loads on demand, there before the time of a test begins
import '../portal/routes/tiers.tsx';
import '../features/subscriptions/licence/licence-subscription.tsx';
import '../features/subscriptions/licence/redeem-extension.tsx';
import '../features/subscriptions/licence/extension-failure-notice.tsx';
import '../features/subscriptions/components/pending-notice.tsx';

export const INSTALL = 'https://scope.arcwave.example/install?r=maintenance&subId=sub_7';
export const LICENCE = '/subscriptions/scope/sub_7';
export const EXTEND = 'PATCH /api/subscription/subscriptions/:id/maintenance';
export const OPTIONS = 'GET /api/subscription/subscriptions/:id/maintenance/options';
export const PURCHASE = 'GET /api/subscription/onetimepurchase/:id';
const today = '2026-03-12T00:00:00Z';
export const ends = '2026-06-30T00:00:00Z';

export const licence = aSubscription({
  id: 'sub_7',
  product: 'scope',
  type: 'Prepaid',
  plan: {
    ...aSubscription().plan,
    id: 'pln_scope_power',
    intervalId: 'pln_scope_power_yearly',
    displayName: 'Professional: Power',
    tierName: 'Professional',
    storageDisplay: null,
  },
  isPrepaid: true,
  isPerpetual: true,
  noExpiry: false,
  prepaidDisplayCode: '7KQ2',
  currentPeriodStart: '2023-07-01T00:00:00Z',
  currentPeriodEnd: '2123-07-01T00:00:00Z',
  expiry: null,
  renews: false,
  renewable: false,
  renewalCents: null,
  maintenanceEnds: ends,
  maintenancePeriod: { expiration: ends },
});

export const option = (years: number, totalPrice: number, until: string): MaintenanceOption => ({
  id: `mex_pro_${years}y`,
  name: `${years} Year Maintenance`,
  category: 'Professional',
  newExpiration: until,
  durationInMonths: 12 * years,
  amount: totalPrice,
  quantity: 1,
  totalPrice,
  extensionLength: years,
  isSelfService: true,
  quote: {
    subtotal: totalPrice,
    tax: 2310,
    taxRatePercentage: 8.25,
    taxPlace: 'Boston MA',
    total: totalPrice + 2310,
    credit: 936,
    carried: 0,
    amountDueCents: totalPrice + 2310 - 936,
    paymentRequired: true,
  },
});
const options = [option(1, 28000, '2027-06-30T00:00:00Z'), option(3, 75600, '2029-06-30T00:00:00Z')];

export const extensionsAre = (over: Partial<MaintenanceOptions> = {}) =>
  answer(OPTIONS, {
    options,
    data: { options },
    isAtMaxMaintenanceLength: false,
    isOutsideMaintenanceRange: false,
    maintenanceEnds: ends,
    pendingPurchaseId: null,
    ...over,
  });
const licenceHandler = answer('GET /api/subscription/subscriptions/:id', licence);
const list = answer('GET /api/subscription/subscriptions', { subscriptions: [], data: { subscriptions: [] } });
export const account = (over: Parameters<typeof anAccount>[0] = {}) =>
  answer('GET /api/account/me', anAccount({ clock: { status: 'ready', now: today }, ...over }));
export const extensionHandler = (status: 'pending' | 'success') =>
  answer(EXTEND, { oneTimePurchaseId: 'otp_1', status, newExpiration: '2027-06-30T00:00:00Z' });
export const purchase = (status: 'pending' | 'success') => ({
  id: 'otp_1',
  accountId: 'acc_1',
  created: today,
  forSubscriptionId: 'sub_7',
  items: [{ name: '1 Year Maintenance', quantity: 1, amount: 28000 }],
  status,
  stripeInvoiceId: 'inv_1',
  newExpiration: '2027-06-30T00:00:00Z',
});

const base = [
  licenceHandler,
  list,
  tieredPlansAre(...scopePlans),
  account(),
  extensionsAre(),
  answer(PURCHASE, purchase('success')),
];

/** The page of the licence, answered as a rule; what a test answers itself comes first. */
export const openLicence = (handlers: RequestHandler[] = [], path = LICENCE) =>
  renderApp(path, { handlers: [...handlers, ...base] });
export const choose = async (user: ReturnType<typeof renderApp>['user']) =>
  user.click(await screen.findByRole('button', { name: 'Choose Extension' }));
export const payButton = (amount = '$293.74') => screen.findByRole('button', { name: `Confirm and Pay ${amount}` });

export const aCoupon = (over: Partial<Coupon> = {}): Coupon => ({
  id: 'ppd_9X',
  displayCode: '9X',
  type: 'Prepaid',
  product: 'scope',
  plan: null,
  planCategory: null,
  planWithContext: null,
  planTier: null,
  tierName: null,
  addOns: [],
  durationInMonths: null,
  durationLabel: null,
  isPerpetual: false,
  isMaintenance: false,
  maintenanceMonths: null,
  maintenanceEnds: null,
  discountPercentage: null,
  discountCycles: null,
  plans: [],
  planNames: [],
  uses: [],
  validTo: null,
  effect: null,
  refusal: null,
  ...over,
});
