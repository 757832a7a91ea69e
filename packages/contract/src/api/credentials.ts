import * as z from 'zod/mini';
import { password, renewedTokens } from './auth.ts';
import { route, signedIn } from './route.ts';
import { line } from './text.ts';

const link = ['TOKEN_USED', 'INVALID_TOKEN', 'TOKEN_EXPIRED', 'INVALID_USER'] as const;

/** A wrong link is 400, because the pages sign a user out at 401. */
const linkStatuses = { INVALID_TOKEN: 400 } as const;

/** Refusals of a call that asks for the account password. */
export const ownPassword = ['PASSWORD_REQUIRED', 'INVALID_CREDENTIALS'] as const;

/** Secret of a mailed link. */
const linkToken = z.object({ token: line(100) });

/** New password by a reset link. */
const newPassword = z.object({
  password,
  /**
   * True if absent. False keeps the passkeys of a verified account; those of an unverified account are always removed.
   */
  removePasskeys: z.optional(z.boolean()),
});

/** Absent and empty are equal: the use case answers PASSWORD_REQUIRED, not the schema. */
export const typedPassword = z.optional(z.union([z.literal(''), password]));

/** Registration, email address and password. */
export const credentials = {
  'POST /api/auth/users': route({
    summary: 'Register an account. A known email address gets the same response, and its owner a mail',
    access: 'public',
    limit: 'credentials',
    body: z.object({ email: line(254), password, firstName: line(100), lastName: line(100) }),
    replies: { 201: z.object({ email: z.string() }) },
    errors: ['INVALID_EMAIL', 'INVALID_PASSWORD'],
  }),
  'POST /api/auth/users/verification-links': route({
    summary: 'Send the verification mail of a registration again; any other email address gets the same response',
    access: 'public',
    limit: 'credentials',
    body: z.object({ email: line(254) }),
    replies: { 202: null },
    errors: [],
  }),
  'POST /api/auth/verify-email': route({
    summary: 'Send the mail with the link that verifies the email address of the user',
    access: 'session',
    limit: 'credentials',
    replies: { 202: null },
    errors: [...signedIn, 'ALREADY_VERIFIED'],
  }),
  'PUT /api/auth/verify-email': route({
    summary: 'Verify an email address by the secret of a mailed link',
    access: 'public',
    limit: 'credentials',
    body: linkToken,
    replies: { 204: null },
    errors: [...link],
    errorStatuses: linkStatuses,
  }),
  'PUT /api/auth/verify-email/:token': route({
    summary: 'Verify an email address by a secret in the path; for programs',
    access: 'public',
    limit: 'credentials',
    params: linkToken,
    replies: { 204: null },
    errors: [...link],
    errorStatuses: linkStatuses,
  }),
  'POST /api/auth/password-resets': route({
    summary: 'Send the mail with the link for a new password; an unknown email address gets the same response',
    access: 'public',
    limit: 'credentials',
    body: z.object({ email: line(254) }),
    replies: { 202: null },
    errors: [],
  }),
  'PUT /api/auth/password-resets': route({
    summary: 'Set a new password by the secret of a mailed link. Ends every session, and removes passkeys unless kept',
    access: 'public',
    limit: 'credentials',
    body: z.extend(newPassword, linkToken.shape),
    replies: { 204: null },
    errors: [...link, 'INVALID_PASSWORD'],
    errorStatuses: linkStatuses,
  }),
  'PUT /api/auth/password-resets/:token': route({
    summary: 'Set a new password by a secret in the path; for programs',
    access: 'public',
    limit: 'credentials',
    params: linkToken,
    body: newPassword,
    replies: { 204: null },
    errors: [...link, 'INVALID_PASSWORD'],
    errorStatuses: linkStatuses,
  }),
  'POST /api/auth/me/change-password': route({
    summary: 'Change the password. Ends every other session; the current one continues with the tokens of the response',
    access: 'session',
    limit: 'credentials',
    body: z.object({ password: typedPassword, newPassword: typedPassword }),
    replies: { 200: renewedTokens },
    errors: [...signedIn, ...ownPassword, 'INVALID_PASSWORD', 'FORBIDDEN'],
  }),
  'PATCH /api/auth/me/email': route({
    summary:
      'Request another email address. Sends a link to the new address and a notice to the old one, which must be verified',
    access: 'session',
    limit: 'credentials',
    body: z.object({ email: line(254), password: typedPassword }),
    replies: { 202: null },
    errors: [...signedIn, ...ownPassword, 'INVALID_EMAIL', 'FORBIDDEN'],
  }),
  'POST /api/auth/me/email/confirm': route({
    summary: 'Change to the new email address by the secret of its link. Ends every session',
    access: 'optional',
    limit: 'credentials',
    body: linkToken,
    replies: { 200: z.object({ email: z.string() }) },
    errors: [...link],
    errorStatuses: linkStatuses,
  }),
  'GET /api/auth/me/email/confirm/:token': route({
    summary:
      'Change to the new email address by a secret in the path; for programs. Refused to links, frames and other sites',
    access: 'optional',
    limit: 'credentials',
    params: linkToken,
    replies: { 200: z.object({ email: z.string() }) },
    errors: [...link, 'FORBIDDEN'],
    errorStatuses: linkStatuses,
  }),
} as const;
