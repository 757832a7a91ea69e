import type { RouteName } from '@foyer/contract/api/routes';

/**
 * Call that the product specification names in its tables of calls (CA-01). Where they leave the path open, it is the path
 * of the contract.
 */
export interface SpecifiedCall {
  readonly purpose: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly service: 'auth' | 'account' | 'consent' | 'subscription' | 'coupon';
  /** Path as the specification writes it. */
  readonly shape: string;
  readonly query?: Readonly<Record<string, string>>;
  /** Request bodies with the members that the table names, one for each alternative. */
  readonly payloads?: readonly Readonly<Record<string, unknown>>[];
  /** Members of the response that the table names. */
  readonly answers?: readonly string[];
}

const auth = { service: 'auth' } as const;
const account = { service: 'account' } as const;
const consent = { service: 'consent' } as const;
const subscription = { service: 'subscription' } as const;

const address = {
  country: 'US',
  firstName: 'Ada',
  lastName: 'Byron',
  organization: 'Analytical',
  addressLine1: '1 Main St',
  city: 'Boston',
  state: 'MA',
  postalCode: '02110',
};
const choice = {
  interval: 'yearly',
  addOns: ['power'],
  quantity: 1,
  prepaidCouponId: null,
  cancelAtPeriodEnd: false,
  transitionAtEnd: false,
};

export const specifiedCalls: readonly SpecifiedCall[] = [
  {
    ...auth,
    purpose: 'an access token',
    method: 'POST',
    shape: 'tokens',
    payloads: [{ refreshToken: 'x' }],
    answers: ['accessToken'],
  },
  { ...auth, purpose: 'signing out', method: 'DELETE', shape: 'me/security/tokens/{jti}' },
  {
    ...auth,
    purpose: 'who it is',
    method: 'GET',
    shape: 'me',
    answers: ['user', 'token.claims', 'token.iat', 'emailConfirmed', 'mfa.enabled'],
  },
  { ...auth, purpose: 'addresses', method: 'GET', shape: 'me/addresses' },
  { ...auth, purpose: 'an address', method: 'POST', shape: 'me/addresses', payloads: [address] },
  { ...auth, purpose: 'export review', method: 'GET', shape: 'me/ecac-status', answers: ['isPending'] },
  { ...auth, purpose: 'where from', method: 'GET', shape: 'ip', answers: ['country_code'] },
  { ...auth, purpose: 'the tracking flag', method: 'PATCH', shape: 'me', payloads: [{ trackingEnabled: true }] },
  {
    ...auth,
    purpose: 'another password',
    method: 'POST',
    shape: 'me/change-password',
    payloads: [{ password: 'the old one', newPassword: 'another phrase' }],
  },
  {
    ...auth,
    purpose: 'another address of mail',
    method: 'PATCH',
    shape: 'me/email',
    payloads: [{ email: 'ada@example.org', password: 'the old one' }],
  },
  { ...auth, purpose: 'its confirmation', method: 'GET', shape: 'me/email/confirm/{token}' },
  { ...auth, purpose: 'a mail to verify', method: 'POST', shape: 'verify-email' },
  { ...auth, purpose: 'two-step: begin', method: 'POST', shape: 'me/security/mfa', answers: ['qrCode'] },
  {
    ...auth,
    purpose: 'two-step: on',
    method: 'PUT',
    shape: 'me/security/mfa',
    payloads: [{ firstCode: '123456', secondCode: '654321' }],
  },
  {
    ...auth,
    purpose: 'two-step: off',
    method: 'DELETE',
    shape: 'me/security/mfa',
    payloads: [{ password: 'the old one' }, { password: 'the old one', code: '123456' }],
  },
  { ...auth, purpose: 'closing', method: 'DELETE', shape: 'users', payloads: [{ password: 'the old one' }] },

  {
    ...account,
    purpose: 'the account',
    method: 'GET',
    shape: 'me',
    answers: ['paymentMethod', 'estimatedNextReceipt', 'accountBalance', 'canAddPaymentMethod'],
  },
  { ...account, purpose: 'receipts', method: 'GET', shape: 'me/receipts', answers: ['receipts'] },
  {
    ...account,
    purpose: 'a card',
    method: 'POST',
    shape: 'me/payment_methods',
    payloads: [{ type: 'stripe', token: 'tok_visa' }],
  },
  { ...account, purpose: 'tax', method: 'GET', shape: 'taxes/rate/{postalCode}', answers: ['taxRatePercentage'] },
  {
    ...consent,
    purpose: 'an answer',
    method: 'POST',
    shape: 'articles/{article}',
    payloads: [
      { form: 'Send me news', answer: 'yes', client: 'https://portal.example' },
      { form: 'Send me news', answer: 'no', client: 'https://portal.example' },
    ],
  },
  { ...consent, purpose: 'the flag', method: 'GET', shape: 'articles/{article}', answers: ['flag'] },

  ...(['drive', 'scope', 'iot'] as const).flatMap((product): SpecifiedCall[] => [
    {
      ...subscription,
      purpose: `plans of ${product}`,
      method: 'GET',
      shape: 'plans',
      query: { product },
      answers: ['plans'],
    },
    {
      ...subscription,
      purpose: `plans of ${product}, v2`,
      method: 'GET',
      shape: 'v2/plans',
      query: { product },
      answers: ['plans'],
    },
  ]),
  { ...subscription, purpose: 'scope plans v2', method: 'GET', shape: 'v2/plans/{subId}', answers: ['plans'] },
  { ...subscription, purpose: 'add-ons', method: 'GET', shape: 'plans/{id}/addons', answers: ['addons'] },
  {
    ...subscription,
    purpose: 'subscriptions',
    method: 'GET',
    shape: 'subscriptions',
    answers: ['subscriptions', 'data.subscriptions'],
  },
  {
    ...subscription,
    purpose: 'add one',
    method: 'POST',
    shape: 'subscriptions',
    payloads: [
      { ...choice, planId: 'pln_scope_power', trial: false },
      { ...choice, id: 'pln_drive_starter', trial: true },
    ],
    answers: ['id'],
  },
  {
    ...subscription,
    purpose: 'change one',
    method: 'PATCH',
    shape: 'subscriptions/{subId}',
    payloads: [
      { ...choice, planId: 'pln_scope_power' },
      { interval: 'monthly', id: 'pln_drive_starter' },
    ],
    answers: ['subscription'],
  },
  {
    ...subscription,
    purpose: 'change one by a prepaid coupon',
    method: 'PATCH',
    shape: 'subscriptions/{subId}/maintenance',
    payloads: [{ prepaidCouponId: 'ppd_7KQ2M9XD4HWT8BNC' }],
  },
  { ...subscription, purpose: 'remove one', method: 'DELETE', shape: 'subscriptions/{id}' },
  {
    ...subscription,
    purpose: 'maintenance options',
    method: 'GET',
    shape: 'subscriptions/{id}/maintenance/options',
    answers: ['options'],
  },
  {
    ...subscription,
    purpose: 'buy maintenance',
    method: 'PATCH',
    shape: 'subscriptions/{id}/maintenance',
    payloads: [{ maintenanceExtensionId: 'mex_starter_1y', quantity: 1 }],
    answers: ['oneTimePurchaseId'],
  },
  { ...subscription, purpose: 'a purchase', method: 'GET', shape: 'onetimepurchase/{id}', answers: ['status'] },
  {
    ...subscription,
    purpose: 'a promotion',
    method: 'GET',
    shape: 'promotion/account',
    query: { promotionName: '2-series' },
    answers: ['promoCode'],
  },
  {
    ...subscription,
    purpose: 'take a promotion',
    method: 'POST',
    shape: 'promotion',
    payloads: [{ promoCode: '2-series:K7QM' }],
  },
  { service: 'coupon', purpose: 'a code', method: 'GET', shape: 'coupons/{code}', answers: ['id', 'type'] },
  {
    ...subscription,
    purpose: 'estimated tax',
    method: 'GET',
    shape: 'taxes/rate/{postalCode}',
    answers: ['taxRatePercentage'],
  },
];

/** Path without the names of its parameters, which differ between specification and contract. */
const nameless = (path: string): string => path.replaceAll(/\{\w+\}|:\w+/g, '{}');

const pathOf = ({ service, shape }: SpecifiedCall): string => `/api/${service}/${shape}`;

/** Name of the call in the contract; undefined when it has none. */
export const routeOf = (call: SpecifiedCall, names: readonly RouteName[]): RouteName | undefined =>
  names.find((name) => nameless(name) === nameless(`${call.method} ${pathOf(call)}`));
