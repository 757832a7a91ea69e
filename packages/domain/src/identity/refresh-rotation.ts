import { type Instant, MINUTE_MS, SECOND_MS } from '@foyer/contract/vocabulary/instants';

/**
 * State of the refresh tokens of one session (docs/sessions.md, INV-15). Ages are measured by the database clock, which
 * all servers share.
 */
export interface RefreshFamily {
  readonly generation: number;
  /**
   * Generation the family began with: 0, or that of the last change of credentials or sign-in for proof at a provider.
   */
  readonly firstGeneration: number;
  /** Milliseconds since the current generation was made. */
  readonly stepAgeMs: number;
  /**
   * Last generation that was issued a second time, late, for its predecessor; null if none was. The first token of a
   * family that was passed in a URL counts as late from the start.
   */
  readonly lateGeneration: number | null;
  /** Milliseconds since then. */
  readonly lateAgeMs: number | null;
  readonly refreshExpiresAt: Instant;
  readonly endedAt: Instant | null;
  /** Generation 0 is the authorization code of a client. Only its verifier exchanges it, once (ASVS 10.4.2, 10.4.6). */
  readonly hasCode: boolean;
}

/** Time within which concurrent calls may present the same token. */
export const REUSE_OVERLAP_MS = 10 * SECOND_MS;
/** Time within which a client whose response was lost may retry. */
export const LATE_USE_MS = 2 * MINUTE_MS;

/**
 * Decision about a refresh token. `step` issues the next generation; `repeat` issues the current one again, and `repeat_late`
 * also records it as late. `wait` answers 503, because other tabs are about to receive new tokens. `refuse` answers 401, and
 * `revoke_family` ends the session and mails the owner.
 */
export type RefreshDecision = 'step' | 'repeat' | 'repeat_late' | 'wait' | 'refuse' | 'revoke_family';

/**
 * Decides about a valid refresh token of generation `presented`. The direct predecessor is accepted late only if the
 * generation before had no late use: a lost response is an exception, but a thief and the owner taking turns need one
 * in every generation. Generation 0 was passed in a URL and may only be repeated within the overlap. A token from
 * before a change of credentials is refused without ending the family, because another tab of the owner may hold it.
 */
export const decideRefresh = (family: RefreshFamily, presented: number, now: Instant): RefreshDecision => {
  const { generation, firstGeneration, stepAgeMs, lateGeneration, lateAgeMs } = family;
  if (family.endedAt !== null || now >= family.refreshExpiresAt) return 'refuse';
  // A code is no refresh token. Its second use always ends the family.
  if (family.hasCode && presented === 0) return generation === 0 ? 'refuse' : 'revoke_family';
  if (presented < firstGeneration) {
    return generation === firstGeneration && stepAgeMs <= REUSE_OVERLAP_MS ? 'wait' : 'refuse';
  }
  if (presented === generation) return 'step';
  if (presented !== generation - 1) return 'revoke_family';
  if (stepAgeMs <= REUSE_OVERLAP_MS) return 'repeat';
  if (lateGeneration === generation) {
    return lateAgeMs !== null && lateAgeMs <= REUSE_OVERLAP_MS ? 'repeat' : 'revoke_family';
  }
  const mayBeLate = presented > 0 && stepAgeMs <= LATE_USE_MS && lateGeneration !== generation - 1;
  return mayBeLate ? 'repeat_late' : 'revoke_family';
};
