import * as z from 'zod/mini';
import { route, signedIn } from './route.ts';
import { id, isoInstant } from './text.ts';

/** Next step of a user who came from a product to sign in (docs/openid.md). */
export const authorizationStep = z.object({
  /** `sign_in`: the product wants a new sign-in. `consent`: the user is asked. `leave`: the browser goes to `address`. */
  next: z.enum(['sign_in', 'consent', 'leave']),
  address: z.nullable(z.string()),
  /** Name of the product. */
  client: z.string(),
  scopes: z.array(z.string()),
  /** True if the product gets refresh tokens. It may then read until the session ends, also while the user is away. */
  readsLater: z.boolean(),
});
export type AuthorizationStep = z.infer<typeof authorizationStep>;

/** Next step of a user who typed the code of a device (RFC 8628). */
export const deviceStep = z.object({
  /** `sign_in`: the product wants a new sign-in. `consent`: the user is asked. `done`: the device has its answer. */
  next: z.enum(['sign_in', 'consent', 'done']),
  /** Name of the product. */
  client: z.string(),
  scopes: z.array(z.string()),
  /** True if the product gets refresh tokens. It may then read until the session ends, also while the user is away. */
  readsLater: z.boolean(),
});
export type DeviceStep = z.infer<typeof deviceStep>;

/** Sign-out that a product asked for. */
export const signOutStep = z.object({
  /** True if the product proved the session of this browser. The page then signs out without a question. */
  isProved: z.boolean(),
  /** Address at which the browser goes on. Null: it stays at the portal. */
  address: z.nullable(z.string()),
  /** Name of the product, if the request names it. */
  client: z.nullable(z.string()),
});
export type SignOutStep = z.infer<typeof signOutStep>;

/** Product that may read data of the account, now or after its next sign-in. */
export const connectedProduct = z.object({
  id: z.string(),
  name: z.string(),
  /** Brand whose hosts the product signs in at. Null: every brand. */
  brand: z.nullable(z.string()),
  /** False: signed out. It keeps the permission of the user, so its next sign-in does not ask for one. */
  isSignedIn: z.boolean(),
  scopes: z.array(z.string()),
  firstGivenAt: isoInstant,
  /** Last time the product got a code or token. */
  lastUsedAt: isoInstant,
});
export type ConnectedProduct = z.infer<typeof connectedProduct>;

const requestId = z.string().check(z.regex(/^[A-Za-z0-9_-]{21,64}$/));

export const productSignIn = {
  'POST /api/auth/authorization-requests/:request': route({
    summary:
      'Answer the authorization request of a product for the signed-in user. Only the browser that began the request can, by its cookie',
    access: 'session',
    limit: 'write',
    params: z.object({ request: requestId }),
    body: z.object({ consent: z.optional(z.enum(['allow', 'refuse'])) }),
    replies: { 200: authorizationStep },
    errors: [...signedIn, 'NOT_FOUND'],
  }),
  'POST /api/auth/device-requests': route({
    summary:
      'Read the request of a device by the code that it shows, and with `consent` answer it. Both count against limits of guesses',
    access: 'session',
    limit: 'write',
    body: z.object({
      userCode: z.string().check(z.minLength(1), z.maxLength(40)),
      consent: z.optional(z.enum(['allow', 'refuse'])),
    }),
    replies: { 200: deviceStep },
    errors: [...signedIn, 'NOT_FOUND'],
  }),
  'GET /api/auth/me/security/products': route({
    summary:
      'List the products with access to the account, the last used first: signed in, or signed out with a remembered permission',
    access: 'session',
    limit: 'read',
    replies: { 200: z.object({ products: z.array(connectedProduct) }) },
    errors: [...signedIn],
  }),
  'DELETE /api/auth/me/security/products/:id': route({
    summary: 'End the access of a product in every session, and its permission. Its tokens are refused at once',
    access: 'session',
    limit: 'write',
    params: z.object({ id }),
    replies: { 204: null },
    errors: [...signedIn, 'NOT_FOUND'],
  }),
  'POST /api/auth/sessions/sign-out-requests/:request': route({
    summary:
      'Read the sign-out that a product asked for, and whether its ID token belongs to this session. Changes nothing',
    access: 'public',
    limit: 'read',
    params: z.object({ request: requestId }),
    body: z.object({ sessionId: z.optional(id) }),
    replies: { 200: signOutStep },
    errors: ['NOT_FOUND'],
  }),
} as const;
