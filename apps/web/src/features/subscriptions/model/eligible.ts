import type { TieredPlan } from '@foyer/contract/api/plans';

/**
 * Returns whether the user has a verified email address that the plan requires (IO-01). False for an unknown user. The
 * server checks again.
 */
export const isEligible = (
  { emailSuffix }: Pick<TieredPlan, 'emailSuffix'>,
  user: { email: string; emailVerified: boolean } | undefined,
): boolean => emailSuffix === null || (user?.emailVerified === true && user.email.toLowerCase().endsWith(emailSuffix));
