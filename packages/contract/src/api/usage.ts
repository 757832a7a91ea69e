import * as z from 'zod/mini';
import { usageLimits } from '../vocabulary/families.ts';
import { route, signedIn } from './route.ts';
import { isoInstant, productKey } from './text.ts';

/** Use of a limit as a product reported it. */
export const usage = z.object({
  product: productKey,
  limit: z.enum(usageLimits),
  /** Bytes of storage, or number of keys. */
  used: z.int(),
  /** Number that the plan of the account allows; null: as much as needed. */
  allowed: z.nullable(z.int()),
  measuredAt: isoInstant,
});
export type Usage = z.infer<typeof usage>;

export const usages = {
  'GET /api/subscription/usage': route({
    summary: 'List how much of its limits the account uses, as the products last reported it',
    access: 'session',
    limit: 'read',
    replies: { 200: z.object({ usage: z.array(usage) }) },
    errors: [...signedIn],
  }),
} as const;
