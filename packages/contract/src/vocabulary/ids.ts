/**
 * Ids are text: a prefix that says what the thing is, then a ULID, so that they sort by age and read well in a support mail.
 * The brand keeps an account's id out of a parameter that wants a subscription's.
 */
export type Id<Name extends string> = string & { readonly __id?: Name };

export type AccountId = Id<'account'>;
export type UserId = Id<'user'>;
export type SessionId = Id<'session'>;
export type SubscriptionId = Id<'subscription'>;
export type InvoiceId = Id<'invoice'>;
export type AttemptId = Id<'attempt'>;
export type RefundId = Id<'refund'>;
export type PlanId = Id<'plan'>;
export type PriceId = Id<'price'>;
export type CouponId = Id<'coupon'>;
export type PurchaseId = Id<'purchase'>;

/** The prefix of each kind of id (`sub_01J…`). */
export const idPrefix = {
  account: 'acc',
  user: 'usr',
  session: 'ses',
  address: 'adr',
  paymentMethod: 'pm',
  subscription: 'sub',
  subscriptionChange: 'chg',
  subscriptionEvent: 'evt',
  invoice: 'inv',
  invoiceLine: 'lin',
  attempt: 'att',
  refund: 'ref',
  ledgerEntry: 'led',
  maintenancePeriod: 'mnt',
  coupon: 'cpn',
  couponRedemption: 'red',
  purchase: 'otp',
  consent: 'con',
  exportReview: 'exr',
  promotionRedemption: 'prr',
  clock: 'clk',
  audit: 'aud',
  emailToken: 'emt',
  device: 'dev',
  passkey: 'key',
  challenge: 'cha',
  dataExport: 'exp',
  operator: 'opr',
  operatorSession: 'ops',
  operatorView: 'opv',
  hookDelivery: 'msg',
} as const;

export type IdKind = keyof typeof idPrefix;
