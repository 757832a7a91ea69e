import * as z from 'zod/mini';
import { isBlank } from '../vocabulary/shown-text.ts';
import { passkeyResponse, renewedTokens, signedInBody } from './auth.ts';
import { ownPassword, typedPassword } from './credentials.ts';
import { route, signedIn } from './route.ts';
import { id, isoInstant, line } from './text.ts';

export const passkey = z.object({
  id: z.string(),
  name: z.string(),
  /** Synchronised by a password manager or phone account, so present on several devices. */
  synced: z.boolean(),
  createdAt: isoInstant,
  lastUsedAt: z.nullable(isoInstant),
});
export type Passkey = z.infer<typeof passkey>;

/** Must be visible, because passkeys are distinguished by name (decision 17). */
const passkeyName = line(100).check(z.refine((name) => !isBlank(name), { error: 'is required' }));

/** Options for the browser's passkey call in WebAuthn JSON form. The response must carry `challengeId`. */
const passkeyOptions = z.object({ challengeId: z.string(), options: z.record(z.string(), z.any()) });

/** Passkeys, for signing in and as a second factor (BY-01). */
export const passkeys = {
  'POST /api/auth/passkey-options': route({
    summary: 'Create a challenge for signing in with a passkey; it tells nothing about any user',
    access: 'public',
    limit: 'credentials',
    replies: { 200: passkeyOptions },
    errors: [],
  }),
  'POST /api/auth/passkey-sessions': route({
    summary: 'Sign in with a passkey, without a password',
    access: 'public',
    limit: 'credentials',
    body: z.extend(passkeyResponse, { device: z.optional(line(512)) }),
    replies: { 200: signedInBody },
    errors: ['PASSKEY_NOT_VALID', 'INVALID_CREDENTIALS'],
  }),
  'GET /api/auth/me/security/passkeys': route({
    summary: 'List the passkeys of the signed-in user',
    access: 'session',
    limit: 'read',
    replies: { 200: z.object({ passkeys: z.array(passkey) }) },
    errors: [...signedIn],
  }),
  'POST /api/auth/me/security/passkeys/options': route({
    summary: 'Create a challenge for a new passkey. Requires the account password and a verified email address',
    access: 'session',
    limit: 'credentials',
    body: z.object({ password: typedPassword }),
    replies: { 200: passkeyOptions },
    errors: [...signedIn, ...ownPassword, 'FORBIDDEN'],
  }),
  'POST /api/auth/me/security/passkeys': route({
    summary: 'Save the passkey that the browser made for the challenge',
    access: 'session',
    limit: 'credentials',
    body: z.extend(passkeyResponse, { name: passkeyName }),
    replies: { 201: z.extend(passkey, renewedTokens.shape) },
    errors: [...signedIn, 'PASSKEY_NOT_VALID', 'FORBIDDEN'],
  }),
  'DELETE /api/auth/me/security/passkeys/:id': route({
    summary:
      'Remove a passkey. Requires the account password and ends every other session; the current one gets new tokens',
    access: 'session',
    limit: 'credentials',
    params: z.object({ id }),
    body: z.object({ password: typedPassword }),
    replies: { 200: renewedTokens },
    errors: [...signedIn, ...ownPassword],
  }),
} as const;
