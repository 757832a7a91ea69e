import { type Instant, MINUTE_MS, SECOND_MS } from '@foyer/contract/vocabulary/instants';

/** State of the refresh tokens of one session (docs/sessions.md, INV-15). Ages are by the database clock, which all servers share. */
export interface RefreshFamily {
  readonly generation: number;
  /** Generation that the family began with: 0, or that of the last change of credentials or fresh proof at a provider. */
  readonly firstGeneration: number;
  /** Time since the current generation was made. */
  readonly stepAgeMs: number;
  /**
   * Generation that was last handed out again late, for its predecessor; null: never. The first token of a family that
   * travelled through an address counts as late from the start.
   */
  readonly lateGeneration: number | null;
  /** Time since then. */
  readonly lateAgeMs: number | null;
  readonly refreshExpiresAt: Instant;
  readonly endedAt: Instant | null;
}

/** Calls that race each other present the same token within this time. */
export const REUSE_OVERLAP_MS = 10 * SECOND_MS;
/** A client whose answer was lost tries again within this time. */
export const LATE_USE_MS = 2 * MINUTE_MS;

/**
 * `step`: make the successor. `repeat`: give the successor that exists. `repeat_late`: the same, and remember that it was
 * late. `wait`: answer 503, the new tokens are on their way to the
 * other tabs of the browser. `refuse`: answer 401. `revoke_family`: end the session and tell the owner.
 */
export type RefreshDecision = 'step' | 'repeat' | 'repeat_late' | 'wait' | 'refuse' | 'revoke_family';

/**
 * Decides about a genuine refresh token of generation `presented`.
 * The direct predecessor is answered late only if the generation before had no late use: a thief and the owner who take
 * turns need a late use in every generation, a lost answer is an exception. Generation 0 came through an address and has
 * the overlap only. A token from before a change of credentials gets nothing, and ends nothing: another tab of the
 * owner may still hold it.
 */
export const decideRefresh = (family: RefreshFamily, presented: number, now: Instant): RefreshDecision => {
  const { generation, firstGeneration, stepAgeMs, lateGeneration, lateAgeMs } = family;
  if (family.endedAt !== null || now >= family.refreshExpiresAt) return 'refuse';
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
