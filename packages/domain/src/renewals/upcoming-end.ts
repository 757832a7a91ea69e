import type { RuleContext } from '../decision/draft.ts';
import type { BillingState, Subscription } from '../state/entities.ts';
import type { UpcomingEnd } from '../state/mail-job.ts';
import { renewsAutomatically } from '../state/trial-and-renewal.ts';
import { renewalCosts } from './forecast-invoices.ts';
import { dueBoundaries } from './simulation.ts';

const endOf = ({ status, term, trialEnd, currentPeriodEnd }: Subscription) => {
  if (term === 'open_ended') return null;
  return status === 'trialing' ? trialEnd : currentPeriodEnd;
};

/**
 * End of a new subscription and the charge at that end, shown in the mail about its start (BY-06). Computed by the rules that
 * will make the invoice (BY-03). `cents` is absent while an undecided payment decides about it. Null if the subscription
 * never ends.
 */
export const upcomingEnd = (
  state: BillingState,
  { id }: Pick<Subscription, 'id'>,
  context: RuleContext,
): UpcomingEnd | null => {
  const subscription = state.subscriptions.find((row) => row.id === id);
  const at = subscription ? endOf(subscription) : null;
  if (!subscription || at === null) return null;
  const cost = renewalCosts(state, context).get(id);
  if (cost) return { at, cents: cost.cents };
  const willContinue = subscription.transitionAtEnd || renewsAutomatically(state, subscription, context);
  const isWaiting = !dueBoundaries(state, context).some((action) => action.id === id);
  return willContinue && isWaiting ? { at } : { at, cents: willContinue ? 0 : null };
};
