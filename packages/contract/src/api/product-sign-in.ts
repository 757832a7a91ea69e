import * as z from 'zod/mini';
import { route, signedIn } from './route.ts';

/** Next step of a user who came from a product to sign in (docs/openid.md). */
export const authorizationStep = z.object({
  /** `sign_in`: the product wants a new sign-in. `consent`: the user is asked. `leave`: the browser goes to `address`. */
  next: z.enum(['sign_in', 'consent', 'leave']),
  address: z.nullable(z.string()),
  /** Name of the product. */
  client: z.string(),
  scopes: z.array(z.string()),
});
export type AuthorizationStep = z.infer<typeof authorizationStep>;

export const productSignIn = {
  'POST /api/auth/authorization-requests/:request': route({
    summary:
      'Answer the authorization request of a product for the signed-in user. Only the browser that began the request can, by its cookie',
    access: 'session',
    limit: 'write',
    params: z.object({ request: z.string().check(z.regex(/^[A-Za-z0-9_-]{21,64}$/)) }),
    body: z.object({ consent: z.optional(z.enum(['allow', 'refuse'])) }),
    replies: { 200: authorizationStep },
    errors: [...signedIn, 'NOT_FOUND'],
  }),
} as const;
