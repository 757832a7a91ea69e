import { ok, type Result, refuse } from '../result.ts';
import { isChargeable } from '../subscription/status.ts';
import { type BillingWrites, finish, note, putSubscription, type RuleContext, startDraft } from './draft.ts';
import type { BillingState, Subscription } from './entities.ts';

/**
 * SU-05: switches renewal on or off, at once. A trial or promotion goes on by `transitionAtEnd`, which needs somebody
 * to charge; everything else stops by `cancelAtPeriodEnd`. Prepaid and open-ended ones have nothing to renew.
 */
export const toggleRenewal = (
  state: BillingState,
  subscription: Subscription,
  on: boolean,
  context: RuleContext,
): Result<BillingWrites> => {
  if (subscription.source === 'prepaid' || subscription.term === 'open_ended') return refuse('NOT_RENEWABLE');
  const draft = startDraft(state, context);
  const byTransition = subscription.status === 'trialing' || subscription.source === 'promotion';
  if (byTransition && on && !isChargeable(state, context.settings)) {
    const supported = state.billTo === null || context.settings.cardCountries.includes(state.billTo.country);
    return refuse(supported ? 'PAYMENT_METHOD_REQUIRED' : 'CARD_COUNTRY_UNSUPPORTED');
  }
  // What was announced about its end holds no longer: whether it is a charge or not is told anew.
  const toggled = byTransition
    ? { ...subscription, transitionAtEnd: on, noticedPeriodEnd: null }
    : { ...subscription, cancelAtPeriodEnd: !on };
  putSubscription(draft, toggled);
  note(draft, toggled, on ? 'renewal_on' : 'renewal_off', 'customer');
  return ok(finish(draft));
};
