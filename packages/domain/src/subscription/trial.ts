import type { BillingState, Subscription } from '../billing/entities.ts';
import type { BillingSettings } from '../billing/settings.ts';
import type { Plan, Price } from '../catalogue/catalogue.ts';
import { ok, type Result, refuse } from '../result.ts';
import { hasBegun } from './status.ts';

/** One trial per account and product, ever (D5). */
export const trialKeyOf = (plan: Pick<Plan, 'product'>): string => plan.product;

/** Days a trial lasts where a plan says nothing of its own (D6). */
export const trialDaysOfBrand = (brand: string, { trialDaysByBrand }: Pick<BillingSettings, 'trialDaysByBrand'>) =>
  trialDaysByBrand[brand] ?? 14;

/** Days a trial lasts: the plan's own, else the brand's (D6). */
export const trialDaysOf = (plan: Pick<Plan, 'trialDays'>, brand: string, settings: BillingSettings): number =>
  plan.trialDays ?? trialDaysOfBrand(brand, settings);

/**
 * SU-04: a trial is offered when the plan has one and costs something, is not what the account already uses,
 * and none of that product was used before.
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
