import * as z from 'zod/mini';
import { route, signedIn } from './route.ts';
import { address } from './shapes.ts';
import { line } from './text.ts';

export const storedAddress = z.extend(address, { id: z.string() });
export type StoredAddress = z.infer<typeof storedAddress>;

/** Length before normalising, which removes spaces, hyphens and US ZIP+4. The limits after it are `addressLimits`. */
const MAX_RAW_LENGTH = 40;

/** Address as sent by a form. */
export const typedAddress = z.object({
  country: line(2, 0),
  firstName: line(100, 0),
  lastName: line(100, 0),
  organization: line(200, 0),
  addressLine1: line(200, 0),
  addressLine2: z._default(line(200, 0), ''),
  city: line(100, 0),
  state: z._default(line(100, 0), ''),
  postalCode: z._default(line(MAX_RAW_LENGTH, 0), ''),
  phone1: z._default(line(MAX_RAW_LENGTH, 0), ''),
  /** The customer saw the suggestions and keeps the address. Skips the verifier, but no other check. */
  ignoreValidation: z._default(z.boolean(), false),
});

/** Addresses of an account. The last one is current; none is ever edited (AD-07). */
export const addresses = {
  'GET /api/auth/me/addresses': route({
    summary: 'List all addresses of the account, oldest first; the last one is in use',
    access: 'session',
    limit: 'read',
    replies: { 200: z.array(storedAddress) },
    errors: [...signedIn],
  }),
  'POST /api/auth/me/addresses': route({
    summary: 'Add an address. ADDRESS_INVALID names the parts with a problem, and suggestions',
    access: 'session',
    limit: 'write',
    body: typedAddress,
    replies: { 201: storedAddress },
    errors: [...signedIn, 'ADDRESS_INVALID', 'ADDRESS_EXISTS', 'FORBIDDEN', 'OPERATION_IN_PROGRESS'],
  }),
} as const;
