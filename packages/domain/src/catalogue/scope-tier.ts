/** The tiers of the scope product. Base is the legacy tier, Basic the free one; they are never the same (reading b3.6). */
export type ScopeTier = 'Base' | 'Basic' | 'Starter' | 'Professional' | 'Ultimate';

/** SP-05, the specification's table: the last word of a plan id says its tier. */
const byWord: Readonly<Record<string, ScopeTier>> = {
  free: 'Basic',
  starter: 'Starter',
  serialdecode: 'Professional',
  power: 'Professional',
  milgov: 'Professional',
  automotive: 'Professional',
  ultimate: 'Ultimate',
};

/** SP-05: whatever has `base` in its id is legacy. The lint of the catalogue keeps other ids clear of it. */
export const isLegacyId = (planId: string): boolean => planId.includes('base');

/**
 * The tier a scope plan id stands for; null for an id the table does not know. Promotional variants are of the tier they
 * promote (DR-06).
 */
export const scopeTierOf = (planId: string): ScopeTier | null => {
  if (isLegacyId(planId)) return 'Base';
  const word = planId.replace('promotional', '').split('_').at(-1) ?? '';
  return Object.hasOwn(byWord, word) ? (byWord[word] ?? null) : null;
};
