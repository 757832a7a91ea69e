import type { Coupon } from '@foyer/contract/api/coupons';

/**
 * Returns whether a code for this tier fits the licence (CD-02, MA-04). Compares the names in any letter case, else the
 * ids.
 */
export const tierFits = ({ tierName, planTier }: Pick<Coupon, 'tierName' | 'planTier'>, ownTier: string): boolean => {
  const tier = ownTier.toLowerCase();
  return tier === tierName?.toLowerCase() || tier === planTier?.toLowerCase();
};
