import * as z from 'zod/mini';
import { subscriptionStatuses } from '../vocabulary/subscription-status.ts';
import { route, signedIn } from './route.ts';
import { isoInstant, productKey } from './text.ts';

/** Everything a product needs to know about one subscription to grant or refuse its use (BY-08). */
export const entitlement = z.object({
  subscriptionId: z.string(),
  product: productKey,
  planId: z.string(),
  tierId: z.string(),
  quantity: z.int(),
  features: z.array(z.string()),
  storageBytes: z.nullable(z.int()),
  accessKeyLimit: z.nullable(z.int()),
  addOns: z.array(z.string()),
  status: z.enum(subscriptionStatuses),
  entitled: z.boolean(),
  /** First instant at which the entitlement ends; null if it never ends. */
  validUntil: z.nullable(isoInstant),
  maintenanceEnds: z.nullable(isoInstant),
});
export type EntitlementView = z.infer<typeof entitlement>;

/**
 * Body of the webhook to a product, signed by the Standard Webhooks specification. It has all entitlements of the
 * account for that product. The message with the higher `sequence` is the later one.
 */
export const entitlementChanged = z.object({
  type: z.literal('entitlement.changed'),
  timestamp: isoInstant,
  data: z.object({
    accountId: z.string(),
    product: productKey,
    /** Subscription that changed; absent if there are several. */
    subscriptionId: z.optional(z.string()),
    reason: z.string(),
    sequence: z.int(),
    entitlements: z.array(entitlement),
  }),
});
export type EntitlementChanged = z.infer<typeof entitlementChanged>;

/** Body of the webhook that an operator sends to test an endpoint. It is about no account and has no `sequence`. */
export const webhookTest = z.object({
  type: z.literal('webhook.test'),
  timestamp: isoInstant,
  data: z.object({ product: productKey }),
});
export type WebhookTest = z.infer<typeof webhookTest>;

/** Signed statement that a lab without a network can verify. `account` is a name that is used nowhere else. */
export const entitlementStatement = z.object({
  type: z.literal('entitlement.statement'),
  issuer: z.string(),
  account: z.string(),
  issuedAt: isoInstant,
  validUntil: isoInstant,
  entitlements: z.array(entitlement),
  /** Signature over all other members in the canonical form of RFC 8785. */
  signature: z.object({ algorithm: z.literal('Ed25519'), keyId: z.string(), value: z.string() }),
});
export type EntitlementStatement = z.infer<typeof entitlementStatement>;

/** Ed25519 public keys as JWK (RFC 8037). `kid` is the thumbprint (RFC 7638). */
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
    summary: 'Get a signed statement of what the account may use, for machines without a network',
    access: 'session',
    limit: 'read',
    replies: { 200: entitlementStatement },
    errors: [...signedIn, 'NEEDS_REVIEW', 'EXPORT_DENIED'],
  }),
  'GET /api/subscription/entitlements/key': route({
    summary: 'Get the public key that verifies signed statements',
    access: 'public',
    limit: 'read',
    replies: { 200: statementKeys },
    errors: [],
  }),
} as const;
