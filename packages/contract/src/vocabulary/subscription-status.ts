/**
 * Billing status of a subscription. Use of the product is decided separately by `isEntitled` in the domain package.
 * `requested`: a plan by agreement that no operator has accepted.
 */
export const subscriptionStatuses = [
  'requested',
  'incomplete',
  'trialing',
  'active',
  'past_due',
  'suspended',
  'canceled',
  'incomplete_expired',
] as const;
export type SubscriptionStatus = (typeof subscriptionStatuses)[number];

export const subscriptionSources = ['card', 'free', 'trial', 'promotion', 'prepaid', 'custom'] as const;
export type SubscriptionSource = (typeof subscriptionSources)[number];

export const subscriptionTerms = ['recurring', 'fixed', 'perpetual', 'open_ended'] as const;
export type SubscriptionTerm = (typeof subscriptionTerms)[number];

/** Kinds of a subscription, in the order in which the first match counts (SU-01). */
export const subscriptionKinds = ['Prepaid', 'Trial', 'Promotion', 'Basic', 'Free', 'Credit Card'] as const;
export type SubscriptionKind = (typeof subscriptionKinds)[number];

/** Labels of a receipt (PY-05). An estimate has none. */
export const receiptStatuses = [
  'Paid',
  'Payment Failed',
  'Unpaid',
  'No Payment Necessary',
  'Processing',
  'Refunded',
  'Partially refunded',
] as const;
export type ReceiptStatus = (typeof receiptStatuses)[number];
