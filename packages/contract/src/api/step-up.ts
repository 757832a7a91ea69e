import * as z from 'zod/mini';
import { route } from './route.ts';
import { line } from './text.ts';

/** Repeated authentication for accounts without a password here (SE-11). */
export const stepUp = {
  'POST /api/auth/me/step-up': route({
    summary: 'Get the URL for signing in again before a sensitive change; null if the account password confirms it',
    access: 'session',
    limit: 'credentials',
    /** Path of the portal to return to. */
    body: z.object({ to: line(2000) }),
    replies: { 200: z.object({ address: z.nullable(z.string()) }) },
    errors: ['UNAUTHORIZED', 'INVALID_TOKEN'],
  }),
};
