import * as z from 'zod/mini';
import { route } from './route.ts';
import { line } from './text.ts';

/** Proving again who one is where there is no account password to ask for (SE-11). */
export const stepUp = {
  'POST /api/auth/me/step-up': route({
    summary: 'Where to sign in afresh before a sensitive change; null where the account password proves who one is',
    access: 'session',
    limit: 'credentials',
    /** The portal's path to come back to. */
    body: z.object({ to: line(2000) }),
    replies: { 200: z.object({ address: z.nullable(z.string()) }) },
    errors: ['UNAUTHORIZED', 'INVALID_TOKEN'],
  }),
};
