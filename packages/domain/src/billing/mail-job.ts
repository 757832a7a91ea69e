import type { AccountId, InvoiceId, SubscriptionId } from '@foyer/contract/vocabulary/ids';
import type { Instant } from '@foyer/contract/vocabulary/instants';
import type { BillingMail } from '@foyer/contract/vocabulary/record-words';
import type { Attempt, Subscription } from './entities.ts';

/** A mail that a billing decision causes; sent through the queue of the same transaction. */
export interface MailJob {
  readonly template: BillingMail;
  readonly accountId: AccountId;
  readonly invoiceId: InvoiceId | null;
  readonly subscriptionId: SubscriptionId | null;
  readonly at: Instant;
  /** What held at that moment and may be different by the time the mail is written. */
  readonly facts: MailFacts;
}

/** How the first term of something ends, as things stand when it begins. */
export interface ComingEnd {
  readonly at: Instant;
  /**
   * What is charged then, tax included and before credit: 0 when nothing is, null when it does not go on; not there when
   * nobody can know yet what comes then.
   */
  readonly cents?: number | null;
}

export interface MailFacts {
  /** The coming charge, tax included and before credit; what was given back or as a gift. */
  readonly amountCents?: number;
  /** Of a coming charge: what of it the card pays, and what is given as credit instead of charging. */
  readonly dueCents?: number;
  readonly addedCents?: number;
  /** The name of the plan that a trial moves to its own when it goes on (S7). */
  readonly replaces?: string;
  /** What a change that waited begins then in the place of the plan that is held, as its bill will say (S11). */
  readonly starts?: string;
  /** What was held when its end was announced: it may be over, or another plan, by the time the letter is written. */
  readonly held?: Pick<Subscription, 'planId' | 'source' | 'status'>;
  /** Why a plan that should go on will not be paid: no card on file, or an address where cards are not taken. */
  readonly blockedBy?: 'no_card' | 'card_country';
  /** When it will be charged, or when the next attempt is. */
  readonly nextAt?: Instant | null;
  readonly failureMessage?: string | null;
  /** The provider's code of it, by which it is said in other languages. */
  readonly failureCode?: string | null;
  /** Of what has just begun: its end, null when it has none. */
  readonly end?: ComingEnd | null;
  /** The promotion or the code's plan it is about, the id of a plan that sales gets to hear of; of a payment without a receipt what it was for. */
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
