import * as z from 'zod/mini';
import { products } from '../vocabulary/plans.ts';
import { subscriptionStatuses } from '../vocabulary/subscription-status.ts';
import { route, signedIn } from './route.ts';
import { isoInstant } from './text.ts';

/** What one subscription lets its owner use: all that a product needs to decide (BY-08). */
export const entitlement = z.object({
  subscriptionId: z.string(),
  product: z.enum(products),
  planId: z.string(),
  tierId: z.string(),
  quantity: z.int(),
  features: z.array(z.string()),
  storageBytes: z.nullable(z.int()),
  accessKeyLimit: z.nullable(z.int()),
  addOns: z.array(z.string()),
  status: z.enum(subscriptionStatuses),
  entitled: z.boolean(),
  /** The first instant at which it no longer counts; null when it never ends. */
  validUntil: z.nullable(isoInstant),
  maintenanceEnds: z.nullable(isoInstant),
});
export type EntitlementView = z.infer<typeof entitlement>;

/**
 * The body of the webhook to a product, signed as in the Standard Webhooks specification: everything the account holds
 * of that product. Of two messages about an account the one with the higher `sequence` is the later.
 */
export const entitlementChanged = z.object({
  type: z.literal('entitlement.changed'),
  timestamp: isoInstant,
  data: z.object({
    accountId: z.string(),
    product: z.enum(products),
    /** The one it happened to; absent when there are several. */
    subscriptionId: z.optional(z.string()),
    reason: z.string(),
    sequence: z.int(),
    entitlements: z.array(entitlement),
  }),
});
export type EntitlementChanged = z.infer<typeof entitlementChanged>;

/** What a lab without a network can check by itself. The account appears by a name that is used nowhere else. */
export const entitlementStatement = z.object({
  type: z.literal('entitlement.statement'),
  issuer: z.string(),
  account: z.string(),
  issuedAt: isoInstant,
  validUntil: isoInstant,
  entitlements: z.array(entitlement),
  /** Over everything else here, in the canonical form of RFC 8785, without this member. */
  signature: z.object({ algorithm: z.literal('Ed25519'), keyId: z.string(), value: z.string() }),
});
export type EntitlementStatement = z.infer<typeof entitlementStatement>;

/** RFC 8037: an Ed25519 key as others read it; `kid` is its thumbprint (RFC 7638). */
export const statementKeys = z.object({
  keys: z.array(
    z.object({
      kty: z.literal('OKP'),
      crv: z.literal('Ed25519'),
      x: z.string(),
      kid: z.string(),
      use: z.literal('sig'),
      alg: z.literal('EdDSA'),
    }),
  ),
});
export type StatementKeys = z.infer<typeof statementKeys>;

export const entitlements = {
  'GET /api/subscription/entitlements/statement': route({
    summary: 'A signed statement of what the account may use, for a lab without a network',
    access: 'session',
    limit: 'read',
    replies: { 200: entitlementStatement },
    errors: [...signedIn, 'NEEDS_REVIEW', 'EXPORT_DENIED'],
  }),
  'GET /api/subscription/entitlements/key': route({
    summary: 'The public key that statements are checked with',
    access: 'public',
    limit: 'read',
    replies: { 200: statementKeys },
    errors: [],
  }),
} as const;
