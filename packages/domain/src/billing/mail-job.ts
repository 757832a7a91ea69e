import type { AccountId, InvoiceId, SubscriptionId } from '@foyer/contract/vocabulary/ids';
import type { Instant } from '@foyer/contract/vocabulary/instants';
import type { Attempt } from './entities.ts';

/** A mail that a billing decision causes; sent through the queue of the same transaction. */
export interface MailJob {
  readonly template:
    | 'receipt'
    | 'recovered'
    | 'payment_failed'
    | 'payment_overdue'
    | 'refunded'
    | 'credit_granted'
    | 'credit_paid_out'
    | 'card_saved'
    | 'card_expiring'
    | 'card_expired'
    | 'renewal_notice'
    | 'ending_notice'
    | 'subscription_ended'
    | 'trial_started'
    | 'sales_lead'
    | 'promotion_redeemed'
    | 'review_opened'
    | 'review_cleared'
    | 'review_denied'
    | 'held_applied'
    | 'held_released'
    | 'maintenance_ending'
    | 'maintenance_extended';
  readonly accountId: AccountId;
  readonly invoiceId: InvoiceId | null;
  readonly subscriptionId: SubscriptionId | null;
  readonly at: Instant;
  /** What held at that moment and may be different by the time the mail is written. */
  readonly facts: MailFacts;
}

export interface MailFacts {
  /** The coming charge, tax included and before credit; what was given back or as a gift. */
  readonly amountCents?: number;
  /** Of a coming charge: what of it the card pays, and what is given as credit instead of charging. */
  readonly dueCents?: number;
  readonly addedCents?: number;
  /** The name of the plan that a trial moves to its own when it goes on (S7). */
  readonly replaces?: string;
  /** When it will be charged, or when the next attempt is. */
  readonly nextAt?: Instant | null;
  readonly failureMessage?: string | null;
  /** The provider's code of it, by which it is said in other languages. */
  readonly failureCode?: string | null;
  /** The promotion or the code's plan it is about; of a payment without a receipt what it was for. */
  readonly name?: string;
  /** The card of a payment that has no receipt. */
  readonly cardBrand?: string | null;
  readonly cardLast4?: string | null;
  /** The U.S. business day of an answer. */
  readonly answerBy?: string;
}

/** Why the payment of an invoice failed last. */
export const failureOf = (
  attempt: Pick<Attempt, 'errorMessage' | 'declineCode' | 'errorCode'> | undefined,
): Pick<MailFacts, 'failureMessage' | 'failureCode'> => ({
  failureMessage: attempt?.errorMessage ?? null,
  failureCode: attempt?.declineCode ?? attempt?.errorCode ?? null,
});
