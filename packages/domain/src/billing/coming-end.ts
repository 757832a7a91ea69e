import { renewalCosts } from './coming-bills.ts';
import type { RuleContext } from './draft.ts';
import type { BillingState, Subscription } from './entities.ts';
import type { ComingEnd } from './mail-job.ts';
import { dueBoundaries } from './on-paper.ts';
import { goesOnByItself } from './trial-over.ts';

const endOf = ({ status, term, trialEnd, currentPeriodEnd }: Subscription) => {
  if (term === 'open_ended') return null;
  return status === 'trialing' ? trialEnd : currentPeriodEnd;
};

/**
 * What a letter tells of the end of something that has just begun (BY-06), foreseen by the rules that will make the bill
 * (BY-03). It is worked out where the whole account is at hand anyway, so that whoever writes the letter reads no books.
 * No amount is told when nobody can know it: a payment that is undecided decides about it.
 */
export const comingEndOf = (
  state: BillingState,
  { id }: Pick<Subscription, 'id'>,
  context: RuleContext,
): ComingEnd | null => {
  const subscription = state.subscriptions.find((row) => row.id === id);
  const at = subscription ? endOf(subscription) : null;
  if (!subscription || at === null) return null;
  const cost = renewalCosts(state, context).get(id);
  if (cost) return { at, cents: cost.cents };
  const goesOn = subscription.transitionAtEnd || goesOnByItself(state, subscription, context);
  const isWaiting = !dueBoundaries(state, context).some((action) => action.id === id);
  return goesOn && isWaiting ? { at } : { at, cents: goesOn ? 0 : null };
};
