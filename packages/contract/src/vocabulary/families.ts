/**
 * Kinds of product families. `plans`: a list of plans with limits. `tiers`: tiers with features and packages. `metered`:
 * plans and one by agreement, whose use is invoiced elsewhere.
 */
export const familyKinds = ['plans', 'tiers', 'metered'] as const;
export type FamilyKind = (typeof familyKinds)[number];

/** Number of live subscriptions of a family that an account may have, without trials. */
export const liveSubscriptionCounts = ['one', 'several'] as const;
export type LiveSubscriptionCount = (typeof liveSubscriptionCounts)[number];

/** Limits of a plan that a family can show. */
export const familyLimits = ['storage', 'sharing', 'keys'] as const;
export type FamilyLimit = (typeof familyLimits)[number];

/** Limits whose use products report. Sharing has no number. */
export const usageLimits = ['storage', 'keys'] as const satisfies readonly FamilyLimit[];
export type UsageLimit = (typeof usageLimits)[number];
