import * as z from 'zod/mini';
import { renewedTokens } from './auth.ts';
import { typedPassword } from './credentials.ts';
import { route, signedIn } from './route.ts';
import { isoInstant, line } from './text.ts';

const ownPassword = ['PASSWORD_REQUIRED', 'INVALID_CREDENTIALS'] as const;

export const recoveryCodes = z.object({ codes: z.array(z.string()) });

/** Two-step authentication by one-time codes, and recovery codes for a lost device (SC-05). */
export const secondFactor = {
  'POST /api/auth/me/security/mfa': route({
    summary:
      'Begin two-step authentication: a secret as QR code and as text; a session older than a few minutes needs the password. Wants a verified address',
    access: 'session',
    limit: 'credentials',
    body: z.object({ password: typedPassword }),
    replies: { 201: z.object({ qrCode: z.string(), secret: z.string() }) },
    errors: [...signedIn, ...ownPassword, 'FORBIDDEN', 'MFA_ALREADY_ENABLED'],
  }),
  'PUT /api/auth/me/security/mfa': route({
    summary:
      'Switch two-step authentication on with two consecutive codes; every other session ends, this one goes on with the tokens of the answer',
    access: 'session',
    limit: 'credentials',
    body: z.object({ firstCode: line(10, 0), secondCode: line(10, 0) }),
    replies: { 200: renewedTokens },
    errors: [...signedIn, 'FORBIDDEN', 'MFA_NOT_ENABLED', 'MFA_ALREADY_ENABLED', 'CODE_NOT_VALID'],
  }),
  'DELETE /api/auth/me/security/mfa': route({
    summary:
      'Switch two-step authentication off, with the password and, where one is sent, a code; every other session ends, this one goes on with the tokens of the answer',
    access: 'session',
    limit: 'credentials',
    body: z.object({ password: typedPassword, code: z.optional(line(10)) }),
    replies: { 200: renewedTokens },
    errors: [...signedIn, ...ownPassword, 'FORBIDDEN', 'CODE_NOT_VALID', 'MFA_NOT_ENABLED'],
  }),
  'GET /api/auth/me/security/recovery-codes': route({
    summary: 'How many recovery codes are left',
    access: 'session',
    limit: 'read',
    replies: { 200: z.object({ left: z.int(), createdAt: z.nullable(isoInstant) }) },
    errors: [...signedIn],
  }),
  'POST /api/auth/me/security/recovery-codes': route({
    summary: 'Ten new recovery codes, shown once; the old ones stop working',
    access: 'session',
    limit: 'credentials',
    body: z.object({ password: typedPassword }),
    replies: { 201: z.extend(recoveryCodes, renewedTokens.shape) },
    errors: [...signedIn, ...ownPassword, 'FORBIDDEN', 'MFA_NOT_ENABLED'],
  }),
} as const;
