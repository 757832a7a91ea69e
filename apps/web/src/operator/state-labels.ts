import type { FoundCustomer, OperatorCustomer, Review } from '@foyer/contract/api/operator-customers';
import type { BatchRedemption } from '@foyer/contract/api/operator-sale';
import type { PortalConfig } from '@foyer/contract/api/portal-config';
import type { OperatorRole } from '@foyer/contract/vocabulary/operator-roles';
import type { Interval } from '@foyer/contract/vocabulary/plans';
import type {
  ReceiptStatus,
  SubscriptionKind,
  SubscriptionStatus,
} from '@foyer/contract/vocabulary/subscription-status';
import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';

/** Labels of states, as operators know them. */

type Labels<Code extends string> = Readonly<Record<Code, MessageDescriptor>>;

export const subscriptionStatusLabels: Labels<SubscriptionStatus> = {
  requested: msg`Requested`,
  incomplete: msg`Not paid yet`,
  trialing: msg`Trial`,
  active: msg`Active`,
  past_due: msg`Past due`,
  suspended: msg`Paused`,
  canceled: msg`Ended`,
  incomplete_expired: msg`Never paid`,
};

export const subscriptionKindLabels: Labels<SubscriptionKind> = {
  Prepaid: msg`Prepaid`,
  Trial: msg`Trial`,
  Promotion: msg`Promotion`,
  Basic: msg`Basic`,
  Free: msg`Free`,
  'Credit Card': msg`Card`,
};

export const receiptStatusLabels: Labels<ReceiptStatus> = {
  Paid: msg`Paid`,
  'Payment Failed': msg`Payment failed`,
  Unpaid: msg`Unpaid`,
  'No Payment Necessary': msg`No payment necessary`,
  Processing: msg`In progress`,
  Refunded: msg`Refunded`,
  'Partially refunded': msg`Partly refunded`,
};

export const mailStateLabels: Labels<OperatorCustomer['mails'][number]['state']> = {
  waiting: msg`Waiting`,
  sent: msg`Sent`,
  failed: msg`Failed`,
};

export const reviewStatusLabels: Labels<Review['status']> = {
  pending: msg`Waiting`,
  cleared: msg`Cleared`,
  denied: msg`Denied`,
};

export const heldLabels: Labels<Review['held'][number]['kind']> = {
  promotion: msg`Promotion`,
  prepaid: msg`Prepaid code`,
};

export const redemptionLabels: Labels<BatchRedemption['status']> = {
  held: msg`Held`,
  applied: msg`Carried out`,
  released: msg`Given back`,
};

export const foundByLabels: Labels<FoundCustomer['by']> = {
  email: msg`Email`,
  id: msg`Id`,
  receipt: msg`Receipt`,
  card: msg`Card`,
  code: msg`Code`,
};

/** Labels after a price. */
export const intervalLabels: Labels<Interval> = {
  monthly: msg`monthly`,
  yearly: msg`yearly`,
  'every-6-months': msg`every 6 months`,
  free: msg`free`,
};

export const roleLabels: Labels<OperatorRole> = {
  support: msg`support`,
  billing: msg`billing`,
  catalogue: msg`catalogue`,
  admin: msg`admin`,
};

export const environmentLabels: Labels<PortalConfig['environment']> = {
  development: msg`development`,
  production: msg`production`,
};

/** Labels of actors other than operators. */
export const actorLabels: Labels<'customer' | 'system' | 'operator'> = {
  customer: msg`Customer`,
  system: msg`System`,
  operator: msg`Operator`,
};

/** Labels of the consent articles that the product defines. A vendor may have more. */
export const articleLabels: Labels<'marketing' | 'usage-data'> = {
  marketing: msg`News`,
  'usage-data': msg`Usage data`,
};
