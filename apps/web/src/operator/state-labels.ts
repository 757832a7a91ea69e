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
import { t } from '@lingui/core/macro';

/** Labels of states, as operators know them. */

type Labels<Code extends string> = Readonly<Record<Code, string>>;

export const subscriptionStatusLabels: Labels<SubscriptionStatus> = {
  requested: t`Requested`,
  incomplete: t({ message: 'Not paid yet', context: 'record' }),
  trialing: t`Trial`,
  active: t`Active`,
  past_due: t`Past due`,
  suspended: t`Paused`,
  canceled: t`Ended`,
  incomplete_expired: t`Never paid`,
};

export const subscriptionKindLabels: Labels<SubscriptionKind> = {
  Prepaid: t`Prepaid`,
  Trial: t`Trial`,
  Promotion: t`Promotion`,
  Basic: t`Basic`,
  Free: t`Free`,
  'Credit Card': t`Card`,
};

export const receiptStatusLabels: Labels<ReceiptStatus> = {
  Paid: t`Paid`,
  'Payment Failed': t`Payment failed`,
  Unpaid: t`Unpaid`,
  'No Payment Necessary': t`No payment necessary`,
  Processing: t`In progress`,
  Refunded: t`Refunded`,
  'Partially refunded': t`Partly refunded`,
};

export const mailStateLabels: Labels<OperatorCustomer['mails'][number]['state']> = {
  waiting: t`Waiting`,
  sent: t`Sent`,
  failed: t`Failed`,
};

export const reviewStatusLabels: Labels<Review['status']> = {
  pending: t`Waiting`,
  cleared: t`Cleared`,
  denied: t`Denied`,
};

export const heldLabels: Labels<Review['held'][number]['kind']> = {
  promotion: t`Promotion`,
  prepaid: t`Prepaid code`,
};

export const redemptionLabels: Labels<BatchRedemption['status']> = {
  held: t`Held`,
  applied: t`Carried out`,
  released: t`Given back`,
};

export const foundByLabels: Labels<FoundCustomer['by']> = {
  email: t`Email`,
  id: t`Id`,
  receipt: t`Receipt`,
  card: t`Card`,
  code: t`Code`,
};

/** Labels after a price. */
export const intervalLabels: Labels<Interval> = {
  monthly: t`monthly`,
  yearly: t`yearly`,
  'every-6-months': t`every 6 months`,
  free: t`free`,
};

export const roleLabels: Labels<OperatorRole> = {
  support: t`support`,
  billing: t`billing`,
  catalogue: t`catalog`,
  admin: t`admin`,
};

export const environmentLabels: Labels<PortalConfig['environment']> = {
  development: t`development`,
  production: t`production`,
};

/** Labels of actors other than operators. */
export const actorLabels: Labels<'customer' | 'system' | 'operator'> = {
  customer: t`Customer`,
  system: t`System`,
  operator: t`Operator`,
};

/** Labels of the consent articles that the product defines. A vendor may have more. */
export const articleLabels: Labels<'marketing' | 'usage-data'> = {
  marketing: t`News`,
  'usage-data': t`Usage data`,
};
