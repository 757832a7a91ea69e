import type { Coupon } from '@foyer/contract/api/coupons';

/** Whether the tier of a code is that of the license (CD-02, MA-04): by name in any letter case, else by id. */
export const tierFits = ({ tierName, planTier }: Pick<Coupon, 'tierName' | 'planTier'>, ownTier: string): boolean => {
  const tier = ownTier.toLowerCase();
  return tier === tierName?.toLowerCase() || tier === planTier?.toLowerCase();
};
