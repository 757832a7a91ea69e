import type { AccountId, InvoiceId, SubscriptionId } from '@foyer/contract/vocabulary/ids';
import type { Instant } from '@foyer/contract/vocabulary/instants';
import type { BillingMail } from '@foyer/contract/vocabulary/record-words';
import type { Attempt, DescriptionParts, Subscription } from './entities.ts';

/** Mail caused by a billing decision. It is queued in the same transaction. */
export interface MailJob {
  readonly template: BillingMail;
  readonly accountId: AccountId;
  readonly invoiceId: InvoiceId | null;
  readonly subscriptionId: SubscriptionId | null;
  readonly at: Instant;
  /** Values at the time of the decision that may change before the mail is rendered. */
  readonly facts: MailFacts;
}

/** End of the first period of something new, as known at its start. */
export interface UpcomingEnd {
  readonly at: Instant;
  /**
   * Charge at that end in cents, with tax, before credit. 0: nothing is charged. Null: the subscription does not
   * continue. Absent: not known yet.
   */
  readonly cents?: number | null;
}

/** Event that follows if a plan stays unpaid: it is paused, or it ends. */
export interface UnpaidOutcome {
  readonly kind: 'pauses' | 'ends';
  readonly at: Instant;
}

export interface MailFacts {
  /**
   * Amount of the mail in cents. For a coming charge: with tax, before credit. Otherwise the amount refunded or
   * granted.
   */
  readonly amountCents?: number;
  /** For a coming charge, in cents: the part the card pays, and the amount added to the credit instead of a charge. */
  readonly dueCents?: number;
  /** Also in the mail about an accepted request: the credit for unused paid days. */
  readonly addedCents?: number;
  /** Name of the plan below a trial that the trial replaces (S7). */
  readonly replaces?: string;
  /** Invoice text of a scheduled change that replaces the current plan (S11). */
  readonly starts?: string;
  /** Parts of `starts`, or of `name` if it is an invoice text. */
  readonly descriptionParts?: DescriptionParts | null;
  /** Subscription when its end was announced. It may have ended or changed before the mail is rendered. */
  readonly held?: Pick<Subscription, 'planId' | 'source' | 'status'>;
  /**
   * Reason why a plan cannot be charged: no card on file, an address where cards are not accepted, or a card that was
   * declined for good.
   */
  readonly blockedBy?: 'no_card' | 'card_country' | 'declined_card';
  /** Time of the earlier mail about the same end, if this one corrects it. */
  readonly correctsMailOf?: Instant;
  /** Time of the charge, or of the next attempt. */
  readonly nextAt?: Instant | null;
  /** Event that follows if the plan stays unpaid: after a failed payment, and when a plan is paused. */
  readonly ifUnpaid?: UnpaidOutcome | null;
  /** Invoice that ended the plan because it was not paid. `isDue`: it can still be paid (S17). */
  readonly unpaid?: { readonly cents: number; readonly isDue: boolean };
  /** True if the paid invoice was of a plan that ended unpaid, which the payment does not restore (S17). */
  readonly isOfEndedPlan?: boolean;
  /** True if the plan cannot be used until it is paid, because it was never paid (D14). */
  readonly isPaused?: boolean;
  /** True if the mail repeats an earlier one and no charge was tried since. */
  readonly isReminder?: boolean;
  readonly failureMessage?: string | null;
  /** Gateway code of the failure, used to translate the message. */
  readonly failureCode?: string | null;
  /** End of a subscription that just began; null if it never ends. */
  readonly end?: UpcomingEnd | null;
  /**
   * Name in the mail: of a promotion, of the code's plan, or of the item of a payment without a receipt. The sales
   * contact gets the plan id.
   */
  readonly name?: string;
  /** Card of a payment that has no receipt. */
  readonly cardBrand?: string | null;
  readonly cardLast4?: string | null;
  /** U.S. business day by which the export review is answered. */
  readonly answerBy?: string;
}

/** Message and code of a failed payment attempt; both null without an attempt. */
export const failureOf = (
  attempt: Pick<Attempt, 'errorMessage' | 'declineCode' | 'errorCode'> | undefined,
): Pick<MailFacts, 'failureMessage' | 'failureCode'> => ({
  failureMessage: attempt?.errorMessage ?? null,
  failureCode: attempt?.declineCode ?? attempt?.errorCode ?? null,
});
