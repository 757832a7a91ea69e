import { type Instant, MINUTE_MS } from '@foyer/contract/vocabulary/instants';

/** How long a fresh sign-in at the provider stands in for the account password. */
export const PROOF_LIFE_MS = 5 * MINUTE_MS;

/** How far another clock may be off: the provider's, which also counts in whole seconds, or a look at the database's own. */
const CLOCKS_DIFFER_MS = MINUTE_MS;

/**
 * Whether somebody signed in at the provider because we asked, and was not let through as remembered (OpenID Connect Core
 * §3.1.2.1, `max_age` and `auth_time`). A provider that does not say when proves nothing.
 */
export const provesPresence = (authenticatedAt: Instant | null, askedAt: Instant): boolean =>
  authenticatedAt !== null && authenticatedAt >= askedAt - CLOCKS_DIFFER_MS;

/** Whether a proof still counts at `now`: half-open, and never one from the future. */
export const isProofFresh = (provedAt: Instant | null, now: Instant): boolean =>
  provedAt !== null && provedAt <= now && now < provedAt + PROOF_LIFE_MS;

/** How long after a sign-in somebody may begin two-step authentication without their password (docs/decisions/0021). */
export const SIGN_IN_IS_NEW_MS = 15 * MINUTE_MS;

/** Whether a session began lately enough; its beginning is told by the database itself, which our last look may be behind (decision 20). */
export const isSignInNew = (signedInAt: Instant, now: Instant): boolean =>
  signedInAt <= now + CLOCKS_DIFFER_MS && now < signedInAt + SIGN_IN_IS_NEW_MS;
