import type { Instant } from '@foyer/contract/vocabulary/instants';

/** 2024-06-21T00:00Z, the first moment of the day on which the newer scope plans were offered to legacy customers (seed 2 §4). */
const NEW_PLANS_FROM: Instant = 1_718_928_000_000;

export interface ScopeSubscriptionFacts {
  readonly isBase: boolean;
  readonly createdAt: Instant;
}

/**
 * LG-01: a base plan created before 2024-06-21 (UTC), and no scope subscription of any plan created on that day or after
 * it (readings b4.36).
 */
export const isLegacyWithoutNewPromo = (scope: readonly ScopeSubscriptionFacts[]): boolean =>
  scope.some(({ isBase, createdAt }) => isBase && createdAt < NEW_PLANS_FROM) &&
  !scope.some(({ createdAt }) => createdAt >= NEW_PLANS_FROM);
