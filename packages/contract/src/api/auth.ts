import * as z from 'zod/mini';
import { languages } from '../vocabulary/languages.ts';
import { PASSWORD_MAX_BYTES, utf8Bytes } from '../vocabulary/password-rules.ts';
import { route } from './route.ts';
import { address } from './shapes.ts';
import { id, isoInstant, line } from './text.ts';

const refreshToken = z.string().check(z.minLength(1), z.maxLength(512));

/** A password as typed: any text of at most 256 bytes; what makes a good one is decided where it is set. */
export const password = z.string().check(
  z.minLength(1),
  z.refine((text) => utf8Bytes(text) <= PASSWORD_MAX_BYTES),
);

/** What the browser's passkey call gave (WebAuthn's JSON form); its inside is the library's to check. */
export const passkeyResponse = z.object({ challengeId: id, response: z.record(z.string(), z.any()) });

export const signInBody = z.object({
  email: line(254),
  password,
  /** One second factor, when the account asks for one. */
  code: z.optional(line(10)),
  recoveryCode: z.optional(line(60)),
  passkey: z.optional(passkeyResponse),
  /** What an earlier sign-in on this device was given: its guesses are counted apart from everybody else's. */
  device: z.optional(line(512)),
});

export const signedInBody = z.object({ refreshToken: z.string(), device: z.string() });

export const me = z.object({
  user: z.object({
    id: z.string(),
    email: z.string(),
    firstName: z.string(),
    lastName: z.string(),
    /** What mails and receipts are written in (BY-05). */
    language: z.enum(languages),
    emailVerified: z.boolean(),
    address: z.nullable(address),
    addresses: z.array(address),
    allowDataCollection: z.boolean(),
    trackingEnabled: z.boolean(),
    isMfaEnabled: z.boolean(),
    lastAuthDate: z.nullable(isoInstant),
    accessStatus: z.string(),
    paymentMethodStatus: z.enum(['ok', 'expired', 'none']),
    cidrRestriction: z.nullable(z.string()),
    exportPending: z.boolean(),
    /** The review said no: downloads stay blocked. */
    exportDenied: z.boolean(),
    /** Where this call came from, as `GET ip` says it. */
    ipInfo: z.object({ country_code: z.string() }),
    /** The consent notice is due: no answer is known, and one is asked for where this call came from (HO-02). */
    asksMarketing: z.boolean(),
    passwordChangedOn: z.nullable(isoInstant),
    subscriptionCode: z.nullable(z.string()),
  }),
  token: z.object({ iat: z.int(), claims: z.record(z.string(), z.any()) }),
  emailConfirmed: z.boolean(),
  mfa: z.object({ enabled: z.boolean() }),
});
export type Me = z.infer<typeof me>;

export const tokenPair = z.object({
  accessToken: z.string(),
  refreshToken: z.string(),
  refreshExpiresAt: isoInstant,
  /** What Home calls the customer (HO-01), so that it can before its data is here; empty: there is no name. */
  firstName: z.string(),
});
export type TokenPair = z.infer<typeof tokenPair>;

/** Answer of a call that changes credentials: the tokens of this session from before it are refused (docs/sessions.md). */
export const renewedTokens = z.object({ tokens: tokenPair });

export const auth = {
  'POST /api/auth/sessions': route({
    summary: 'Sign in with e-mail and password, and a second factor where the account has one',
    access: 'public',
    limit: 'credentials',
    body: signInBody,
    replies: { 200: signedInBody },
    errors: ['INVALID_CREDENTIALS', 'MFA_REQUIRED', 'CODE_NOT_VALID', 'PASSKEY_NOT_VALID'],
  }),
  'POST /api/auth/tokens': route({
    summary: 'Exchange a refresh token for an access token and the next refresh token',
    access: 'public',
    limit: 'read',
    body: z.object({ refreshToken }),
    replies: { 200: tokenPair },
    errors: ['INVALID_TOKEN'],
  }),
  'DELETE /api/auth/me/security/tokens/:jti': route({
    summary: 'Sign out: end the session that an access token belongs to',
    access: 'session',
    limit: 'write',
    params: z.object({ jti: id }),
    replies: { 204: null },
    errors: ['UNAUTHORIZED', 'INVALID_TOKEN'],
  }),
  'GET /api/auth/me': route({
    summary: 'The signed-in user with claims and addresses',
    access: 'session',
    limit: 'read',
    replies: { 200: me },
    errors: ['UNAUTHORIZED', 'INVALID_TOKEN'],
  }),
} as const;
