import type { Coupon } from '@foyer/contract/api/coupons';

/** CD-02, MA-04: the tier of the code is that of the license; by its name in any letter case, else by its id (reading b5.6). */
export const tierFits = ({ tierName, planTier }: Pick<Coupon, 'tierName' | 'planTier'>, ownTier: string): boolean => {
  const tier = ownTier.toLowerCase();
  return tier === tierName?.toLowerCase() || tier === planTier?.toLowerCase();
};
