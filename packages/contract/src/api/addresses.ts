import * as z from 'zod/mini';
import { route, signedIn } from './route.ts';
import { address } from './shapes.ts';
import { line } from './text.ts';

export const storedAddress = z.extend(address, { id: z.string() });
export type StoredAddress = z.infer<typeof storedAddress>;

/** Wide enough for what is taken off before the limits of `addressLimits` are looked at: spaces, hyphens, a US +4. */
const WITH_MARKS = 40;

/** An address as a form sends it. */
export const typedAddress = z.object({
  country: line(2, 0),
  firstName: line(100, 0),
  lastName: line(100, 0),
  organization: line(200, 0),
  addressLine1: line(200, 0),
  addressLine2: z._default(line(200, 0), ''),
  city: line(100, 0),
  state: z._default(line(100, 0), ''),
  postalCode: z._default(line(WITH_MARKS, 0), ''),
  phone1: z._default(line(WITH_MARKS, 0), ''),
  /** The customer has seen the suggestions and wants the address as it is; skips the verifier and nothing else. */
  ignoreValidation: z._default(z.boolean(), false),
});

/** The addresses of an account: the last one is current, none is ever edited (AD-07). */
export const addresses = {
  'GET /api/auth/me/addresses': route({
    summary: 'Every address the account has had, oldest first; the last is current',
    access: 'session',
    limit: 'read',
    replies: { 200: z.array(storedAddress) },
    errors: [...signedIn],
  }),
  'POST /api/auth/me/addresses': route({
    summary: 'Add an address after it was verified; the answer to one that is doubted carries suggestions',
    access: 'session',
    limit: 'write',
    body: typedAddress,
    replies: { 201: storedAddress },
    errors: [...signedIn, 'ADDRESS_INVALID', 'ADDRESS_EXISTS', 'FORBIDDEN'],
  }),
} as const;
