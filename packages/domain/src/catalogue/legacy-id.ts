/**
 * Tells whether a plan id is legacy: it contains `base` (SP-05). The catalogue lint refuses other ids with that word.
 */
export const isLegacyId = (planId: string): boolean => planId.includes('base');
