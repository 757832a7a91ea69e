import { type Instant, MINUTE_MS } from '@foyer/contract/vocabulary/instants';

/** Lifetime of a fresh sign-in at the provider as a substitute for the account password. */
export const PROOF_LIFE_MS = 5 * MINUTE_MS;

/**
 * Tolerated difference to other clocks: of the provider, which counts whole seconds, or of the database since its clock
 * was last read.
 */
const CLOCKS_DIFFER_MS = MINUTE_MS;

/**
 * Tells whether the user signed in at the provider for this request and was not remembered (OpenID Connect Core
 * §3.1.2.1, `max_age` and `auth_time`). A provider that returns no time proves nothing.
 */
export const provesPresence = (authenticatedAt: Instant | null, askedAt: Instant): boolean =>
  authenticatedAt !== null && authenticatedAt >= askedAt - CLOCKS_DIFFER_MS;

/** Tells whether a proof is valid at `now`. The interval is half-open; a proof from the future is invalid. */
export const isProofFresh = (provedAt: Instant | null, now: Instant): boolean =>
  provedAt !== null && provedAt <= now && now < provedAt + PROOF_LIFE_MS;

/** Time after a sign-in in which two-step authentication can be set up without the password (decision 21). */
export const SIGN_IN_IS_NEW_MS = 15 * MINUTE_MS;

/**
 * Tells whether a session began recently. Its start comes from the database, whose clock may be ahead of the one read
 * here (decision 20).
 */
export const isSignInNew = (signedInAt: Instant, now: Instant): boolean =>
  signedInAt <= now + CLOCKS_DIFFER_MS && now < signedInAt + SIGN_IN_IS_NEW_MS;
