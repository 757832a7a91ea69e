import type { ExportStatus } from '@foyer/contract/vocabulary/export-status';
import type { Instant } from '@foyer/contract/vocabulary/instants';
import type { RuleContext } from '../decision/draft.ts';
import { isStoppedUntilPaid } from '../payments/dunning.ts';
import type { BillingState, Subscription } from '../state/entities.ts';
import { hasBegun } from '../state/status.ts';
import { renewsAutomatically } from '../state/trial-and-renewal.ts';

export type ClosureKind = 'paid' | 'trial' | 'free' | 'promotion' | 'prepaid' | 'perpetual';

/** Effect of closing the account on one subscription, as the page shows it. */
export interface ClosureLoss {
  readonly subscription: Subscription;
  readonly kind: ClosureKind;
  /** End without the closing; null if it has none. */
  readonly paidUntil: Instant | null;
  readonly renews: boolean;
  readonly canStopRenewal: boolean;
}

/** The first match counts: a perpetual licence is `perpetual`, regardless of its source. */
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
 * Lists live subscriptions with their loss on closing. `canStopRenewal` offers to turn renewal off instead: only where
 * that ends the plan later and keeps what is paid or promised until then. Not for a free plan, and not while a payment
 * is overdue.
 */
export const closureLosses = (
  state: BillingState,
  context: Pick<RuleContext, 'settings' | 'catalogue'>,
): ClosureLoss[] => {
  return state.subscriptions.filter(hasBegun).map((subscription) => {
    const kind = kindOfLoss(subscription);
    const renews =
      kind !== 'perpetual' &&
      renewsAutomatically(state, subscription, context) &&
      !isStoppedUntilPaid(state, subscription, context.settings);
    const inGoodStanding = subscription.status === 'active' || subscription.status === 'trialing';
    return {
      subscription,
      kind,
      paidUntil: endOf(subscription),
      renews,
      canStopRenewal: renews && inGoodStanding && kind !== 'free',
    };
  });
};

export type ClosureBlock = 'payment_undecided' | 'export_review' | 'claim_missing' | 'brand';

export interface ClosureFacts {
  /** The brand allows customers to close their accounts. */
  readonly brandAllows: boolean;
  readonly hasClaim: boolean;
  readonly exportStatus: ExportStatus;
  /** A charge, or the saving of a card, is undecided. */
  readonly isPaymentUndecided: boolean;
}

/** Reason why the account cannot be closed now, or null. Permanent reasons come before temporary ones. */
export const closureBlock = (facts: ClosureFacts): ClosureBlock | null => {
  if (!facts.brandAllows) return 'brand';
  if (!facts.hasClaim) return 'claim_missing';
  // The vendor must keep the record of a screening until it is decided.
  if (facts.exportStatus === 'pending') return 'export_review';
  return facts.isPaymentUndecided ? 'payment_undecided' : null;
};
