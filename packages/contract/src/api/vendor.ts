import * as z from 'zod/mini';
import type { ErrorType } from '../vocabulary/error-types.ts';
import { vendorScopeNames } from '../vocabulary/vendor-scopes.ts';
import { route } from './route.ts';
import { isoInstant } from './text.ts';

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

/** Calls of the vendor's servers (decision 71). The `scope` of a call is the one its key needs. */
export const vendor = {
  'GET /vendor/v1/key': route({
    summary: 'Get name, scopes and expiry of the key of this call',
    access: 'vendor',
    limit: 'read',
    replies: { 200: vendorKeyView },
    errors: ['UNAUTHORIZED', 'INVALID_TOKEN'],
  }),
} as const;
