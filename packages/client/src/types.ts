/**
 * Requests and replies of the vendor API. They repeat the contract of Foyer, because a published package cannot import
 * it; a test compares both.
 */

/** Right to use a product by one subscription. `entitled` decides; the other members say what and how much. */
export interface Entitlement {
  subscriptionId: string;
  /** Key of the family of products. */
  product: string;
  planId: string;
  tierId: string;
  quantity: number;
  features: string[];
  storageBytes: number | null;
  accessKeyLimit: number | null;
  addOns: string[];
  status:
    | 'requested'
    | 'incomplete'
    | 'trialing'
    | 'active'
    | 'past_due'
    | 'suspended'
    | 'canceled'
    | 'incomplete_expired';
  entitled: boolean;
  /** First instant at which the entitlement ends. Null: it never ends. */
  validUntil: string | null;
  maintenanceEnds: string | null;
}

/** All entitlements of an account. The list with the higher `sequence` is the later one. */
export interface Entitlements {
  accountId: string;
  sequence: number;
  entitlements: Entitlement[];
}

/** Body of a webhook. Its list replaces the one that the product has stored, if its `sequence` is higher. */
export interface EntitlementChanged {
  type: 'entitlement.changed';
  timestamp: string;
  data: {
    accountId: string;
    product: string;
    /** Subscription that changed. Absent if there are several. */
    subscriptionId?: string | undefined;
    reason: string;
    sequence: number;
    entitlements: Entitlement[];
  };
}

/** Body of the webhook that an operator sends to test an endpoint. Answer with 204 and change nothing. */
export interface WebhookTest {
  type: 'webhook.test';
  timestamp: string;
  data: { product: string };
}

/** A verified webhook with its id. `type` says which message it is. */
export type WebhookMessage = EntitlementEvent | (WebhookTest & { id: string });

/** A message with the id of its header `webhook-id`, by which a product recognizes a repetition. */
export interface EntitlementEvent extends EntitlementChanged {
  id: string;
}

export interface EventPage {
  events: EntitlementEvent[];
  /** Continues after the last event. Store it with what the events changed. */
  cursor: string;
  hasMore: boolean;
}

export type VendorScope =
  | 'customers:write'
  | 'entitlements:read'
  | 'events:read'
  | 'grants:write'
  | 'portal-links:write'
  | 'usage:write'
  | 'notes:write';

export interface VendorKey {
  id: string;
  name: string;
  scopes: VendorScope[];
  createdAt: string;
  expiresAt: string | null;
}

/** Search for a customer. With an email address, a customer is created if there is none. */
export interface CustomerSearch {
  externalId?: string | undefined;
  email?: string | undefined;
  firstName?: string | undefined;
  lastName?: string | undefined;
  language?: 'en' | 'de' | undefined;
}

export interface VendorCustomer {
  accountId: string;
  externalId: string | null;
  created: boolean;
}

/** Time to give: `months` of a plan, a `perpetual` licence, or `months` of its maintenance. */
export interface TermOrder {
  planId: string;
  months?: number | undefined;
  perpetual?: boolean | undefined;
  maintenance?: boolean | undefined;
  subscriptionId?: string | undefined;
  reason: string;
}

/** Package of a tier to give for `months`, by id or short name. */
export interface PackageOrder {
  package: string;
  months: number;
  /** Subscription with the package that gets longer. Absent: a further subscription begins. */
  subscriptionId?: string | undefined;
  reason: string;
}

export interface CodeOrder {
  code: string;
  subscriptionId?: string | undefined;
  reason: string;
}

export interface GivenPlan {
  subscriptionId: string;
  /** True if the time was added to a subscription. */
  changed: boolean;
}

/** Page of the portal to open for a customer, and the address to which it leads back. */
export interface PortalLinkOrder {
  task: 'home' | 'payments' | 'payment_method' | 'address' | 'plans' | 'cancel' | 'redeem' | 'security';
  family?: string | undefined;
  subscriptionId?: string | undefined;
  returnAddress: string;
}

export interface PortalLink {
  url: string;
  expiresAt: string;
}

/** Use of a limit in all subscriptions of a family. The report with the latest `measuredAt` (ISO 8601, UTC) counts. */
export interface UsageReport {
  product: string;
  limit: 'storage' | 'keys';
  /** Bytes of storage, or number of keys. */
  used: number;
  measuredAt: string;
}
