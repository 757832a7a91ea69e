import { type Instant, SECOND_MS } from '@foyer/contract/vocabulary/instants';

/** What a session row remembers of its family of refresh tokens (INV-15). */
export interface RefreshFamily {
  readonly generation: number;
  /**
   * How long ago the present generation was made, as the database counts it: servers whose clocks differ would take the
   * same race of two tabs for a race here and for a theft there.
   */
  readonly stepAgeMs: number;
  readonly refreshExpiresAt: Instant;
  readonly endedAt: Instant | null;
}

export const REUSE_OVERLAP_MS = 10 * SECOND_MS;

/** `step`: make the successor. `repeat`: give the successor that exists already. */
export type RefreshDecision = 'step' | 'repeat' | 'refuse' | 'revoke_family';

/**
 * What to do with a genuine refresh token of generation `presented`.
 * The present generation steps. Its direct predecessor is answered with the same successor: within 10 s because several
 * calls may race, and later because the answer may have been lost — the successor was never presented, or the family
 * would have stepped on. The token of the intake (generation 0) has travelled through an address, so it has the 10 s only.
 * Anything else is a copy in other hands: the whole family ends.
 */
export const decideRefresh = (family: RefreshFamily, presented: number, now: Instant): RefreshDecision => {
  if (family.endedAt !== null || now >= family.refreshExpiresAt) return 'refuse';
  if (presented === family.generation) return 'step';
  if (presented !== family.generation - 1) return 'revoke_family';
  const fresh = family.stepAgeMs <= REUSE_OVERLAP_MS;
  return fresh || presented > 0 ? 'repeat' : 'revoke_family';
};
