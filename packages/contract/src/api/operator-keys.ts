import * as z from 'zod/mini';
import { VENDOR_KEY_MAX_DAYS, vendorScopeNames } from '../vocabulary/vendor-scopes.ts';
import { command, operatorErrors, pathId, reasonBody } from './operator-shapes.ts';
import { route } from './route.ts';
import { isoInstant, line } from './text.ts';
import { vendorKeyView } from './vendor.ts';

/** Key of a server of the vendor, as operators see it. The key itself is not stored. */
export const operatorVendorKey = z.extend(vendorKeyView, {
  /** First and last characters of the key. */
  hint: z.string(),
  /** Name of the operator, or the name given to the command line; null if the audit log does not have it. */
  createdBy: z.nullable(z.string()),
  /** Written at most once a minute. */
  lastUsedAt: z.nullable(isoInstant),
  revokedAt: z.nullable(isoInstant),
  state: z.enum(['live', 'expired', 'revoked']),
});
export type OperatorVendorKey = z.infer<typeof operatorVendorKey>;

export const vendorKeyBody = z.extend(reasonBody, {
  /** The server that gets the key. */
  name: line(100),
  scopes: z.array(z.enum(vendorScopeNames)).check(z.minLength(1), z.maxLength(vendorScopeNames.length)),
  /** Days until the key expires. A key without them never expires. */
  days: z.optional(z.int().check(z.minimum(1), z.maximum(VENDOR_KEY_MAX_DAYS))),
});

/** Keys of the vendor API in the operator site (decision 71). */
export const operatorKeys = {
  'GET /api/operator/vendor-keys': route({
    summary: 'List the keys of the servers of the vendor, also revoked ones. Without the keys themselves',
    access: 'operator',
    limit: 'read',
    replies: { 200: z.object({ keys: z.array(operatorVendorKey) }) },
    errors: operatorErrors,
  }),
  'POST /api/operator/vendor-keys': route({
    summary: 'Create a key for a server of the vendor. Only this response contains the key',
    access: 'operator',
    limit: 'write',
    body: vendorKeyBody,
    replies: { 201: z.object({ id: z.string(), key: z.string() }) },
    errors: [...operatorErrors, 'ACTION_REFUSED'],
    idempotent: 'unkept',
  }),
  'POST /api/operator/vendor-keys/:id/revoke': route({
    summary: 'Revoke a key of a server of the vendor. Its next call is refused, and sessions of its portal links end',
    ...command,
    params: pathId('id'),
    replies: { 204: null },
  }),
} as const;
