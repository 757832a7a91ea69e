import * as z from 'zod/mini';
import { languages } from '../vocabulary/languages.ts';
import { PASSWORD_MAX_BYTES, utf8Bytes } from '../vocabulary/password-rules.ts';
import { route } from './route.ts';
import { address } from './shapes.ts';
import { id, isoInstant, line } from './text.ts';

const refreshToken = z.string().check(z.minLength(1), z.maxLength(512));

/** Typed password: any text of at most 256 bytes. Rules for new passwords are checked where one is set. */
export const password = z.string().check(
  z.minLength(1),
  z.refine((text) => utf8Bytes(text) <= PASSWORD_MAX_BYTES),
);

/** Result of the browser's passkey call in WebAuthn JSON form. The WebAuthn library validates its content. */
export const passkeyResponse = z.object({ challengeId: id, response: z.record(z.string(), z.any()) });

export const signInBody = z.object({
  email: line(254),
  password,
  /** One second factor, if the account requires one. */
  code: z.optional(line(10)),
  recoveryCode: z.optional(line(60)),
  passkey: z.optional(passkeyResponse),
  /** Device token of an earlier sign-in. Failed attempts of a known device are counted separately. */
  device: z.optional(line(512)),
});

export const signedInBody = z.object({ refreshToken: z.string(), device: z.string() });

export const me = z.object({
  user: z.object({
    id: z.string(),
    email: z.string(),
    firstName: z.string(),
    lastName: z.string(),
    /** Language of mails and receipts (BY-05). */
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
    /** The export review was denied: downloads stay blocked. */
    exportDenied: z.boolean(),
    /** Country of the caller, as in `GET ip`. */
    ipInfo: z.object({ country_code: z.string() }),
    /** Show the marketing question: there is no answer yet, and the country of the caller requires one (HO-02). */
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
  /** First name for the greeting on Home, available before the account is loaded (HO-01). Empty if there is none. */
  firstName: z.string(),
});
export type TokenPair = z.infer<typeof tokenPair>;

/** Response of a call that changes credentials. Earlier tokens of this session are refused (docs/sessions.md). */
export const renewedTokens = z.object({ tokens: tokenPair });

/** Base64url of a SHA-256: challenge of PKCE by the method S256 (RFC 7636). */
export const codeChallenge = z.string().check(z.regex(/^[A-Za-z0-9_-]{43}$/));
/** Verifier of PKCE: 43 to 128 unreserved characters (RFC 7636, 4.1). */
const codeVerifier = z.string().check(z.regex(/^[A-Za-z0-9._~-]{43,128}$/));

export const auth = {
  'POST /api/auth/sessions': route({
    summary: 'Sign in with email address and password, and with a second factor if the account has one',
    access: 'public',
    limit: 'credentials',
    body: signInBody,
    replies: { 200: signedInBody },
    errors: ['INVALID_CREDENTIALS', 'MFA_REQUIRED', 'CODE_NOT_VALID', 'PASSKEY_NOT_VALID'],
  }),
  'POST /api/auth/authorization-codes': route({
    summary:
      'Make the unused first token of a sign-in the authorization code of a registered client, bound to its PKCE challenge',
    access: 'public',
    limit: 'credentials',
    body: z.object({ refreshToken, returnAddress: z.string().check(z.maxLength(2048)), codeChallenge }),
    replies: { 200: z.object({ code: z.string() }) },
    errors: ['INVALID_TOKEN', 'INVALID_REQUEST'],
  }),
  'POST /api/auth/tokens': route({
    summary:
      'Exchange a refresh token for an access token and the next refresh token. An authorization code needs its verifier and works once',
    access: 'public',
    limit: 'read',
    body: z.object({ refreshToken, codeVerifier: z.optional(codeVerifier) }),
    replies: { 200: tokenPair },
    errors: ['INVALID_TOKEN'],
  }),
  'DELETE /api/auth/me/security/tokens/:jti': route({
    summary: 'Sign out: end the session that the access token of the call belongs to',
    access: 'session',
    limit: 'write',
    params: z.object({ jti: id }),
    replies: { 204: null },
    errors: ['UNAUTHORIZED', 'INVALID_TOKEN', 'FORBIDDEN'],
  }),
  'GET /api/auth/me': route({
    summary: 'Get the signed-in user with claims and addresses',
    access: 'session',
    limit: 'read',
    replies: { 200: me },
    errors: ['UNAUTHORIZED', 'INVALID_TOKEN'],
  }),
} as const;
