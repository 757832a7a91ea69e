import type { Plan, Price } from '../catalogue/catalogue.ts';
import { ok, type Result, refuse } from '../result.ts';
import type { BillingState, Subscription } from '../state/entities.ts';
import type { BillingSettings } from '../state/settings.ts';
import { hasBegun } from '../state/status.ts';

/** Key of a used trial: one per account and product, ever (D5). */
export const trialKeyOf = (plan: Pick<Plan, 'product'>): string => plan.product;

/** Trial days of a brand, for plans without their own number (D6). */
export const trialDaysOfBrand = (brand: string, { trialDaysByBrand }: Pick<BillingSettings, 'trialDaysByBrand'>) =>
  trialDaysByBrand[brand] ?? 14;

/** Trial days of a plan, else of the brand (D6). */
export const trialDaysOf = (plan: Pick<Plan, 'trialDays'>, brand: string, settings: BillingSettings): number =>
  plan.trialDays ?? trialDaysOfBrand(brand, settings);

/**
 * Checks whether a trial can be offered. The plan must have one, cost something and not be the current plan, and no trial
 * of the product was used. Refuses TRIAL_NOT_OFFERED or TRIAL_ALREADY_USED (SU-04).
 */
export const checkTrial = (
  state: Pick<BillingState, 'subscriptions' | 'trialKeysUsed'>,
  plan: Plan,
  price: Price,
): Result<null> => {
  if (!plan.hasTrial || price.amountCents === 0) return refuse('TRIAL_NOT_OFFERED');
  if (state.trialKeysUsed.includes(trialKeyOf(plan))) return refuse('TRIAL_ALREADY_USED');
  const current = (subscription: Subscription) => hasBegun(subscription) && subscription.planId === plan.id;
  if (state.subscriptions.some(current)) return refuse('TRIAL_NOT_OFFERED');
  return ok(null);
};
