import type { Instant } from '@foyer/contract/vocabulary/instants';

/** 2024-06-21T00:00Z: from this day the newer scope plans were offered to legacy customers (LG-01). */
const NEW_PLANS_FROM: Instant = 1_718_928_000_000;

export interface ScopeSubscriptionFacts {
  readonly isBase: boolean;
  readonly createdAt: Instant;
}

/**
 * Tells whether an account has a base plan created before 2024-06-21 (UTC) and no scope subscription created on or
 * after that day (LG-01).
 */
export const isLegacyWithoutNewPromo = (scope: readonly ScopeSubscriptionFacts[]): boolean =>
  scope.some(({ isBase, createdAt }) => isBase && createdAt < NEW_PLANS_FROM) &&
  !scope.some(({ createdAt }) => createdAt >= NEW_PLANS_FROM);
