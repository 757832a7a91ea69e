import * as z from 'zod/mini';
import { renewedTokens } from './auth.ts';
import { ownPassword, typedPassword } from './credentials.ts';
import { route, signedIn } from './route.ts';
import { isoInstant, line } from './text.ts';

export const recoveryCodes = z.object({ codes: z.array(z.string()) });

/** Two-step authentication by one-time codes, and recovery codes for a lost device (SC-05). */
export const secondFactor = {
  'POST /api/auth/me/security/mfa': route({
    summary:
      'Create the secret of two-step authentication, as QR code and text. Requires a verified email address, and the password in an older session',
    access: 'session',
    limit: 'credentials',
    body: z.object({ password: typedPassword }),
    replies: { 201: z.object({ qrCode: z.string(), secret: z.string() }) },
    errors: [...signedIn, ...ownPassword, 'FORBIDDEN', 'MFA_ALREADY_ENABLED'],
  }),
  'PUT /api/auth/me/security/mfa': route({
    summary:
      'Switch on two-step authentication with two consecutive codes. Ends every other session; the current one gets new tokens',
    access: 'session',
    limit: 'credentials',
    body: z.object({ firstCode: line(10, 0), secondCode: line(10, 0) }),
    replies: { 200: renewedTokens },
    errors: [...signedIn, 'FORBIDDEN', 'MFA_NOT_ENABLED', 'MFA_ALREADY_ENABLED', 'CODE_NOT_VALID'],
  }),
  'DELETE /api/auth/me/security/mfa': route({
    summary:
      'Switch off two-step authentication with the password and optionally a code. Ends every other session; the current one gets new tokens',
    access: 'session',
    limit: 'credentials',
    body: z.object({ password: typedPassword, code: z.optional(line(10)) }),
    replies: { 200: renewedTokens },
    errors: [...signedIn, ...ownPassword, 'FORBIDDEN', 'CODE_NOT_VALID', 'MFA_NOT_ENABLED'],
  }),
  'GET /api/auth/me/security/recovery-codes': route({
    summary: 'Get the number of unused recovery codes',
    access: 'session',
    limit: 'read',
    replies: { 200: z.object({ left: z.int(), createdAt: z.nullable(isoInstant) }) },
    errors: [...signedIn],
  }),
  'POST /api/auth/me/security/recovery-codes': route({
    summary: 'Create ten recovery codes. Only this response has them, and the old ones stop working',
    access: 'session',
    limit: 'credentials',
    body: z.object({
      password: typedPassword,
      /**
       * `createdAt` of the codes to replace; null for none. If there are others by now, the call is refused with the
       * code `codes_replaced`. Absent: replaces any.
       */
      replaces: z.optional(z.nullable(isoInstant)),
    }),
    replies: { 201: z.extend(recoveryCodes, renewedTokens.shape) },
    errors: [...signedIn, ...ownPassword, 'FORBIDDEN', 'MFA_NOT_ENABLED', 'ACTION_REFUSED'],
  }),
} as const;
