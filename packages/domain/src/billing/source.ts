import type { SubscriptionSource } from '@foyer/contract/vocabulary/subscription-status';
import type { Plan } from '../catalogue/catalogue.ts';

/** Who pays for a plan that is taken now: the vendor's bill for what is used (IO-01), nobody, or the card. */
export const sourceOf = (
  plan: Pick<Plan, 'customBilling'> | undefined,
  amountCents: number,
): Extract<SubscriptionSource, 'custom' | 'free' | 'card'> => {
  if (plan?.customBilling) return 'custom';
  return amountCents === 0 ? 'free' : 'card';
};
