import type { ExportStatus } from '@foyer/contract/vocabulary/export-status';
import type { Instant } from '@foyer/contract/vocabulary/instants';
import type { RuleContext } from '../billing/draft.ts';
import type { BillingState, Subscription } from '../billing/entities.ts';
import { goesOnByItself } from '../billing/trial-over.ts';
import { hasBegun } from '../subscription/status.ts';

export type ClosureKind = 'paid' | 'trial' | 'free' | 'promotion' | 'prepaid' | 'perpetual';

/** What closing does to one product the account holds, as the planner shows it (readings 4.29). */
export interface ClosureLoss {
  readonly subscription: Subscription;
  readonly kind: ClosureKind;
  /** Until when it would have run; null when it has no end. */
  readonly paidUntil: Instant | null;
  readonly renews: boolean;
  readonly canStopRenewal: boolean;
}

/** The first that fits: a perpetual licence is told as one whatever it was bought with. */
const kindOfLoss = (subscription: Subscription): ClosureKind => {
  if (subscription.term === 'perpetual') return 'perpetual';
  if (subscription.status === 'trialing') return 'trial';
  if (subscription.source === 'prepaid' || subscription.source === 'promotion') return subscription.source;
  return subscription.unitAmountCents === 0 ? 'free' : 'paid';
};

const endOf = (subscription: Subscription): Instant | null => {
  if (subscription.term === 'perpetual') return null;
  return subscription.status === 'trialing' ? subscription.trialEnd : subscription.currentPeriodEnd;
};

/**
 * Every live subscription with what is lost by closing now. Switching renewal off instead is worth saying only where it
 * would end something by itself and leave the customer what is paid for or promised until then: not for a free plan,
 * which costs nothing, and not while a payment is behind.
 */
export const closureLosses = (
  state: BillingState,
  context: Pick<RuleContext, 'settings' | 'catalogue'>,
): ClosureLoss[] => {
  return state.subscriptions.filter(hasBegun).map((subscription) => {
    const kind = kindOfLoss(subscription);
    const goesOn = kind !== 'perpetual' && goesOnByItself(state, subscription, context);
    const inGoodStanding = subscription.status === 'active' || subscription.status === 'trialing';
    return {
      subscription,
      kind,
      paidUntil: endOf(subscription),
      renews: goesOn,
      canStopRenewal: goesOn && inGoodStanding && kind !== 'free',
    };
  });
};

export type ClosureBlock = 'payment_undecided' | 'export_review' | 'claim_missing' | 'brand';

export interface ClosureFacts {
  /** The brand lets its customers close their accounts themselves. */
  readonly brandAllows: boolean;
  readonly hasClaim: boolean;
  readonly exportStatus: ExportStatus;
  /** A charge or the saving of a card of which nobody knows yet what became of it. */
  readonly isPaymentUndecided: boolean;
}

/** Why the account cannot be closed just now; what will not pass by itself comes first. */
export const closureBlock = (facts: ClosureFacts): ClosureBlock | null => {
  if (!facts.brandAllows) return 'brand';
  if (!facts.hasClaim) return 'claim_missing';
  // The record of a screening is the vendor's to keep until somebody has decided.
  if (facts.exportStatus === 'pending') return 'export_review';
  return facts.isPaymentUndecided ? 'payment_undecided' : null;
};
