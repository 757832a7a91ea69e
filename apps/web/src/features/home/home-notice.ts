import type { AccountView } from '@foyer/contract/api/account';
import type { Me } from '@foyer/contract/api/auth';
import type { PaymentMethod, Subscription } from '@foyer/contract/api/shapes';

/** Days before its end from which a trial is announced, as by email. */
const TRIAL_NOTICE_DAYS = 7;

export type HomeNotice =
  /** `money`: a bank challenge, an unpaid receipt, or the result of the last payment. The last two guide a new customer. */
  | { readonly kind: 'money' | 'verify' | 'pending' | 'denied' | 'marketing' | 'address' | 'plan' }
  | { readonly kind: 'trial'; readonly trial: Subscription }
  | { readonly kind: 'card'; readonly card: PaymentMethod };

interface HomeFacts {
  /** Undefined if it did not load. */
  readonly account: AccountView | undefined;
  readonly user: Me['user'] | undefined;
  readonly subscriptions: readonly Subscription[] | undefined;
  /** The notice about the last payment was not dismissed. */
  readonly hasPaid: boolean;
}

/** Returns whether the card expires before the month of the next payment. */
const expiresTooEarly = (card: PaymentMethod, { nextPayment }: AccountView): boolean =>
  nextPayment !== null &&
  nextPayment.total > 0 &&
  // a card is valid to the end of its month, and the months of UTC count from 0
  Date.parse(nextPayment.processedDate) >= Date.UTC(card.expirationYear, card.expirationMonth);

/**
 * Returns the one notice of Home: the most urgent state of the account, or the next step of a new customer. Null: none.
 * Home shows no second notice, so that the first one is read; only a pending review stays beside a notice about money,
 * because it is always shown (HO-03).
 */
export const homeNotice = ({ account, user, subscriptions, hasPaid }: HomeFacts): HomeNotice | null => {
  if (hasPaid || account?.openChallenges.length || account?.openPayments.length) return { kind: 'money' };
  if (user?.exportPending) return { kind: 'pending' };
  const [trial] = (subscriptions ?? [])
    .filter(({ trialDaysLeft: days }) => days !== null && days <= TRIAL_NOTICE_DAYS)
    .sort((one, other) => Number(one.trialDaysLeft) - Number(other.trialDaysLeft));
  if (trial) return { kind: 'trial', trial };
  const card = account?.paymentMethod;
  if (card && account.canAddPaymentMethod && expiresTooEarly(card, account)) return { kind: 'card', card };
  if (!user) return null;
  if (!user.emailVerified) return { kind: 'verify' };
  if (user.exportDenied) return { kind: 'denied' };
  if (user.asksMarketing) return { kind: 'marketing' };
  // also where no card pays: a trial, a free plan or a code needs none
  if (!account || subscriptions?.length !== 0) return null;
  return { kind: user.address ? 'plan' : 'address' };
};
