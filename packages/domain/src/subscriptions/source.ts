import type { SubscriptionSource } from '@foyer/contract/vocabulary/subscription-status';
import type { Plan } from '../catalogue/catalogue.ts';

/**
 * Source of a plan that is ordered now: `custom` is billed by agreement (IO-01), `free` costs nothing, `card` is
 * charged.
 */
export const sourceOf = (
  plan: Pick<Plan, 'customBilling'> | undefined,
  amountCents: number,
): Extract<SubscriptionSource, 'custom' | 'free' | 'card'> => {
  if (plan?.customBilling) return 'custom';
  return amountCents === 0 ? 'free' : 'card';
};
