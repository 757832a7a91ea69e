/** Tiers of the scope product. Base is the legacy tier, Basic the free one. */
export type ScopeTier = 'Base' | 'Basic' | 'Starter' | 'Professional' | 'Ultimate';

/** Tier by the last word of a plan id (SP-05). */
const byWord: Readonly<Record<string, ScopeTier>> = {
  free: 'Basic',
  starter: 'Starter',
  serialdecode: 'Professional',
  power: 'Professional',
  milgov: 'Professional',
  automotive: 'Professional',
  ultimate: 'Ultimate',
};

/**
 * Tells whether a plan id is legacy: it contains `base` (SP-05). The catalogue lint refuses other ids with that word.
 */
export const isLegacyId = (planId: string): boolean => planId.includes('base');

/** Tier of a scope plan id; null if unknown. Promotional plans have the tier they promote (DR-06). */
export const scopeTierOf = (planId: string): ScopeTier | null => {
  if (isLegacyId(planId)) return 'Base';
  const word = planId.replace('promotional', '').split('_').at(-1) ?? '';
  return Object.hasOwn(byWord, word) ? (byWord[word] ?? null) : null;
};
