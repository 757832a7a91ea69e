import { ok, type Refusal, type Result, refuse } from '../result.ts';
import { isChargeable } from '../subscription/status.ts';
import {
  type BillingWrites,
  type Draft,
  finish,
  note,
  putSubscription,
  type RuleContext,
  startDraft,
} from './draft.ts';
import type { BillingState, Subscription } from './entities.ts';
import type { BillingSettings } from './settings.ts';
import { endsOverPrepaid } from './trial-over.ts';

/** A trial or promotion goes on by `transitionAtEnd`; everything else stops by `cancelAtPeriodEnd`. */
export const goesOnByTransition = ({ status, source }: Pick<Subscription, 'status' | 'source'>): boolean =>
  status === 'trialing' || source === 'promotion';

const hasRenewal = ({ source, term }: Pick<Subscription, 'source' | 'term'>): boolean =>
  source !== 'prepaid' && term !== 'open_ended';

/** Whether there is a renewal to switch on; who may be charged for it is another question. */
export const isRenewable = (state: Pick<BillingState, 'subscriptions'>, subscription: Subscription): boolean =>
  hasRenewal(subscription) && !endsOverPrepaid(state, subscription);

/**
 * Whether renewal may be switched: prepaid and open-ended ones have nothing to renew, nor does a trial that prepaid time
 * follows, and what is to go on by itself needs somebody to charge.
 */
export const checkToggle = (
  state: BillingState,
  subscription: Subscription,
  on: boolean,
  settings: BillingSettings,
): Refusal | null => {
  if (on ? !isRenewable(state, subscription) : !hasRenewal(subscription)) return refuse('NOT_RENEWABLE');
  if (!goesOnByTransition(subscription) || !on || isChargeable(state, settings)) return null;
  const supported = state.billTo === null || settings.cardCountries.includes(state.billTo.country);
  return refuse(supported ? 'PAYMENT_METHOD_REQUIRED' : 'CARD_COUNTRY_UNSUPPORTED');
};

/** Switches what `checkToggle` lets through. */
export const switchRenewal = (draft: Draft, subscription: Subscription, on: boolean): Subscription => {
  // What was announced about its end holds no longer: whether it is a charge or not is told anew.
  const toggled = goesOnByTransition(subscription)
    ? { ...subscription, transitionAtEnd: on, noticedPeriodEnd: null }
    : { ...subscription, cancelAtPeriodEnd: !on };
  putSubscription(draft, toggled);
  note(draft, toggled, on ? 'renewal_on' : 'renewal_off', 'customer');
  return toggled;
};

/** SU-05: switches renewal on or off, at once. */
export const toggleRenewal = (
  state: BillingState,
  subscription: Subscription,
  on: boolean,
  context: RuleContext,
): Result<BillingWrites> => {
  const refused = checkToggle(state, subscription, on, context.settings);
  if (refused) return refused;
  const draft = startDraft(state, context);
  switchRenewal(draft, subscription, on);
  return ok(finish(draft));
};
