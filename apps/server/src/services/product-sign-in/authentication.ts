import type { SignInMethod } from '@foyer/contract/api/activity';
import type { Instant } from '@foyer/contract/vocabulary/instants';
import type { Authentication, AuthorizationRequest } from './ports.ts';

export const ONE_FACTOR = 'urn:foyer:one-factor';
export const TWO_FACTORS = 'urn:foyer:two-factors';

/** Authentication methods of RFC 8176 by the method of the sign-in. An external provider does not say which it used. */
const methods: Readonly<Record<SignInMethod, readonly string[]>> = {
  password: ['pwd'],
  password_code: ['pwd', 'otp', 'mfa'],
  password_recovery_code: ['pwd', 'mfa'],
  password_passkey: ['pwd', 'pop', 'mfa'],
  passkey: ['pop', 'user', 'mfa'],
  provider: [],
  portal_link: [],
};

interface SignIn {
  readonly signedInAt: Instant;
  /** Last fresh sign-in of this session at an external provider. */
  readonly provedAt: Instant | null;
  /** Null for sessions that are older than the record of their method. */
  readonly method: SignInMethod | null;
}

/**
 * Tells whether the session proves its user. One that a link of the vendor began does not, until a fresh sign-in at an
 * external provider (decision 78).
 */
export const provesUser = ({ method, provedAt }: Pick<SignIn, 'method' | 'provedAt'>): boolean =>
  method !== 'portal_link' || provedAt !== null;

/** Returns how a user signed in, as ID tokens say it: `auth_time`, `acr` and `amr`. */
export const authenticationBy = ({ signedInAt, provedAt, method }: SignIn): Authentication => {
  const amr = method === null ? [] : methods[method];
  return {
    at: Math.max(signedInAt, provedAt ?? signedInAt),
    acr: amr.includes('mfa') ? TWO_FACTORS : ONE_FACTOR,
    amr,
  };
};

/**
 * Tells whether the user must sign in again for this request: with `prompt=login`, or when the sign-in is older than
 * `max_age`. A sign-in since the request began is always new enough, so that a short `max_age` cannot be asked for ever. All
 * times are of the database's clock, so none is tolerated that is earlier.
 */
export const mustSignInAgain = (
  { prompts, maxAgeMs, askedAt }: Pick<AuthorizationRequest, 'prompts' | 'maxAgeMs' | 'askedAt'>,
  authenticatedAt: Instant,
  now: Instant,
): boolean => {
  if (authenticatedAt >= askedAt) return false;
  return prompts.includes('login') || (maxAgeMs !== null && authenticatedAt < now - maxAgeMs);
};
