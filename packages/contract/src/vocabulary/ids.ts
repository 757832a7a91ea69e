/**
 * Ids are a prefix for the kind and a ULID, so that they sort by age and are recognisable in a support mail. The type
 * brand prevents passing, for example, an account id as a subscription id.
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

/** Prefix by kind of id (`sub_01J…`). */
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
  productGrant: 'pgr',
  vendorKey: 'vky',
  portalLink: 'plk',
} as const;

export type IdKind = keyof typeof idPrefix;
