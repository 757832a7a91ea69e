import * as z from 'zod/mini';
import type { ErrorType } from '../vocabulary/error-types.ts';
import { usageLimits } from '../vocabulary/families.ts';
import { languages } from '../vocabulary/languages.ts';
import { REASON_MAX } from '../vocabulary/operator-roles.ts';
import { portalTasks } from '../vocabulary/portal-tasks.ts';
import { isBlank } from '../vocabulary/shown-text.ts';
import { vendorScopeNames } from '../vocabulary/vendor-scopes.ts';
import { entitlement, entitlementChanged } from './entitlements.ts';
import { route } from './route.ts';
import { id, isoInstant, line, lines, productKey } from './text.ts';

/** Errors of every call of the vendor API. `FORBIDDEN` is a missing scope. */
export const vendorErrors = ['UNAUTHORIZED', 'INVALID_TOKEN', 'FORBIDDEN'] as const satisfies readonly ErrorType[];

/** The key of a call, without its secret. */
export const vendorKeyView = z.object({
  id: z.string(),
  name: z.string(),
  scopes: z.array(z.enum(vendorScopeNames)),
  createdAt: isoInstant,
  expiresAt: z.nullable(isoInstant),
});
export type VendorKeyView = z.infer<typeof vendorKeyView>;

const account = z.object({ accountId: id });

/** Search for a customer. Without an email address a customer is found and not created. */
export const customerToFind = z.strictObject({
  /** Id of the customer at the vendor. It counts before the email address. */
  externalId: z.optional(
    line(200).check(
      z.overwrite((text) => text.normalize('NFC')),
      z.refine((text) => !isBlank(text), { error: 'is required' }),
    ),
  ),
  email: z.optional(line(254)),
  /** Names and language of a new customer. A customer who exists keeps theirs. */
  firstName: z.optional(line(100, 0)),
  lastName: z.optional(line(100, 0)),
  language: z.optional(z.enum(languages)),
});

const vendorCustomer = z.object({
  accountId: z.string(),
  externalId: z.nullable(z.string()),
  created: z.boolean(),
});

/** Everything that an account may use. `sequence` is the number of its last change, as in the messages to products. */
export const vendorEntitlements = z.object({
  accountId: z.string(),
  sequence: z.int(),
  entitlements: z.array(entitlement),
});
export type VendorEntitlements = z.infer<typeof vendorEntitlements>;

/** Errors of a code that a customer cannot have. */
const grantErrors = [
  ...vendorErrors,
  'INVALID_PLAN',
  'STUDENT_EMAIL_REQUIRED',
  'MISSING_ADDRESS',
  'NEEDS_REVIEW',
  'EXPORT_DENIED',
  'SUBSCRIPTION_LIMIT',
  'PREPAID_NOT_MODIFIABLE',
  'PAYMENT_REQUIRED',
  'OPERATION_IN_PROGRESS',
  'PREPAID_PLAN_MISMATCH',
  'INVALID_COUPON_TYPE',
  'INVALID_COUPON_TIER',
  'NOT_PERPETUAL',
  'MAINTENANCE_LIMIT',
  'ACTION_REFUSED',
] as const satisfies readonly ErrorType[];

const reason = line(REASON_MAX);

/** Time to give: `months` of a plan, a `perpetual` licence, or `months` of maintenance of one. */
export const timeToGive = z.strictObject({
  planId: id,
  months: z.optional(z.int().check(z.minimum(1), z.maximum(120))),
  perpetual: z.optional(z.boolean()),
  maintenance: z.optional(z.boolean()),
  /** Licence that gets the maintenance, if the account has several. */
  subscriptionId: z.optional(id),
  reason,
});

/** Package of a tier to give: a term of the plan on sale that has this package and no other. */
export const packageToGive = z.strictObject({
  /** Id or short name of the package. */
  package: id,
  months: z.int().check(z.minimum(1), z.maximum(120)),
  /** Subscription with the package that gets longer. Absent: a further subscription begins. */
  subscriptionId: z.optional(id),
  reason,
});

const planGiven = z.object({
  subscriptionId: z.string(),
  /** True if the time was added to a subscription. */
  changed: z.boolean(),
});

/** Page of the portal to open for a customer, and the address to which the page leads back. */
export const portalLinkOrder = z.strictObject({
  task: z.enum(portalTasks),
  /** Family of the task `plans`. That of the subscription, if there is one. */
  family: z.optional(productKey),
  subscriptionId: z.optional(id),
  /** Full address at a product of the brands file or of `clients.yaml`. */
  returnAddress: line(2000),
});

/** Use of a limit at a time. `used` is bytes of storage, or a number of keys. */
export const usageToReport = z.strictObject({
  product: productKey,
  limit: z.enum(usageLimits),
  used: z.int().check(z.minimum(0)),
  measuredAt: z.iso.datetime(),
});

/** Largest page of events. */
export const EVENTS_MAX = 100;

/** Events after a cursor. `cursor` continues after the last one of them; if there is none, it is the one that was sent. */
export const entitlementEventPage = z.object({
  /** Bodies of the messages to products, with the id of their header `webhook-id`. */
  events: z.array(z.extend(entitlementChanged, { id: z.string() })),
  cursor: z.string(),
  hasMore: z.boolean(),
});
export type EntitlementEventPage = z.infer<typeof entitlementEventPage>;

/**
 * Calls of the vendor's servers (decision 71). The `scope` of a call is the one its key needs. Bodies and queries refuse unknown
 * members: a misspelled optional one would otherwise do or return something else than the caller asked for.
 */
export const vendor = {
  'GET /vendor/v1/key': route({
    summary: 'Get name, scopes and expiry of the key of this call',
    access: 'vendor',
    limit: 'read',
    replies: { 200: vendorKeyView },
    errors: ['UNAUTHORIZED', 'INVALID_TOKEN'],
  }),
  'POST /vendor/v1/customers': route({
    summary: 'Find a customer by external id or email address, or create one and mail an invitation',
    access: 'vendor',
    scope: 'customers:write',
    limit: 'write',
    body: customerToFind,
    replies: { 200: vendorCustomer, 201: vendorCustomer },
    errors: [...vendorErrors, 'INVALID_EMAIL', 'ACTION_REFUSED', 'OPERATION_IN_PROGRESS'],
    idempotent: true,
  }),
  'GET /vendor/v1/accounts/:accountId/entitlements': route({
    summary: 'Get what an account may use. With If-None-Match, 304 if it is unchanged',
    access: 'vendor',
    scope: 'entitlements:read',
    limit: 'read',
    params: account,
    replies: { 200: vendorEntitlements, 304: null },
    errors: vendorErrors,
  }),
  'GET /vendor/v1/events': route({
    summary: 'List changes of entitlements after a cursor, oldest first',
    access: 'vendor',
    scope: 'events:read',
    limit: 'read',
    query: z.strictObject({
      cursor: z.optional(
        line(30).check(z.describe('`cursor` of an earlier answer. Another one is refused with code `unknown_cursor`')),
      ),
      pageSize: z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(EVENTS_MAX))),
    }),
    replies: { 200: entitlementEventPage },
    errors: vendorErrors,
  }),
  'POST /vendor/v1/accounts/:accountId/terms': route({
    summary: 'Give a term of a plan, a perpetual licence or maintenance without a charge',
    access: 'vendor',
    scope: 'grants:write',
    limit: 'write',
    params: account,
    body: timeToGive,
    replies: { 200: planGiven, 201: planGiven },
    errors: grantErrors,
    idempotent: true,
  }),
  'POST /vendor/v1/accounts/:accountId/packages': route({
    summary: 'Give a package of a tier for some months without a charge, beside what the customer has',
    access: 'vendor',
    scope: 'grants:write',
    limit: 'write',
    params: account,
    body: packageToGive,
    replies: { 200: planGiven, 201: planGiven },
    errors: grantErrors,
    idempotent: true,
  }),
  'POST /vendor/v1/accounts/:accountId/codes': route({
    summary: 'Redeem a prepaid or maintenance code for a customer',
    access: 'vendor',
    scope: 'grants:write',
    limit: 'write',
    params: account,
    body: z.strictObject({ code: line(64), subscriptionId: z.optional(id), reason }),
    replies: { 200: planGiven, 201: planGiven },
    errors: [...grantErrors, 'INVALID_COUPON', 'COUPON_REDEEMED'],
    idempotent: true,
  }),
  'POST /vendor/v1/accounts/:accountId/portal-links': route({
    summary: 'Make a link that opens one page of the portal for a customer. It works once, within five minutes',
    access: 'vendor',
    scope: 'portal-links:write',
    limit: 'write',
    params: account,
    body: portalLinkOrder,
    replies: { 201: z.object({ url: z.string(), expiresAt: isoInstant }) },
    errors: [...vendorErrors, 'ACTION_REFUSED'],
  }),
  'PUT /vendor/v1/accounts/:accountId/usage': route({
    summary: 'Report how much of a limit an account uses. An older measurement than the stored one is refused',
    access: 'vendor',
    scope: 'usage:write',
    limit: 'write',
    params: account,
    body: usageToReport,
    replies: { 204: null },
    errors: [...vendorErrors, 'ACTION_REFUSED'],
    idempotent: true,
  }),
  'POST /vendor/v1/accounts/:accountId/notes': route({
    summary: 'Write a note about an account, which operators read in its timeline',
    access: 'vendor',
    scope: 'notes:write',
    limit: 'write',
    params: account,
    body: z.strictObject({ text: lines(REASON_MAX) }),
    replies: { 204: null },
    errors: [...vendorErrors, 'ACTION_REFUSED'],
    idempotent: true,
  }),
} as const;
