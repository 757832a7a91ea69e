import type { AccountId, AttemptId } from '@foyer/contract/vocabulary/ids';
import type { Instant } from '@foyer/contract/vocabulary/instants';
import type { Attempt } from '@foyer/domain/state/entities';

export interface BookedAttempt
  extends Pick<Attempt, 'id' | 'accountId' | 'status' | 'amountCents' | 'gatewayIntentRef'> {
  /** True if recovery asks about it no more. */
  readonly isGivenUp: boolean;
}

/** Refund in the books, also one that waits for a decision of an operator. */
export interface BookedRefund {
  /** Null for a refund that matches no payment. */
  readonly id: string | null;
  readonly accountId: AccountId | null;
  readonly gatewayRef: string | null;
  /** Payment that is refunded. Null if no payment in the books matches. */
  readonly intentRef: string | null;
  readonly amountCents: number;
  /** True for a refund that succeeded, or about which an operator has decided. */
  readonly isDone: boolean;
  /** True for a refund that waits for a decision of an operator. */
  readonly isWaiting: boolean;
}

/** Account with its customer and its card on file at the gateway. */
export interface CardHolder {
  readonly accountId: AccountId;
  readonly customerRef: string;
  readonly cardRef: string | null;
}

/** Rows that are compared with the gateway. */
export interface ReconcileRows {
  /** Time by the clock of the database, which dates the rows. */
  time(): Promise<Instant>;
  /** Charges since a time, and those with these ids or payments. */
  attempts(since: Instant, ids: readonly string[], intentRefs: readonly string[]): Promise<BookedAttempt[]>;
  /** Attempt that has a payment of the gateway. */
  attemptOf(intentRef: string): Promise<AttemptId | null>;
  /** Refunds since a time, and those with these ids. */
  refunds(since: Instant, ids: readonly string[], gatewayRefs: readonly string[]): Promise<BookedRefund[]>;
  /** Returns the cents that lost disputes took back in the books, of those of the payments that the books have. */
  lostCents(intentRefs: readonly string[]): Promise<ReadonlyMap<string, number>>;
  /** Payments from which a lost dispute was booked since a time. */
  lostSince(since: Instant): Promise<readonly string[]>;
  cardHolders(customerRefs: readonly string[]): Promise<CardHolder[]>;
  /** Returns those of the cards that the books have, also replaced ones. */
  knownCards(cardRefs: readonly string[]): Promise<string[]>;
  /** Newest payment in the books. */
  lastIntentRef(): Promise<string | null>;
  /** Returns those of the payments that wait or waited for an operator. */
  parkedPayments(refs: readonly string[]): Promise<ReadonlySet<string>>;
  /** Returns those of the payments about which an operator has decided, with the decision. */
  decidedPayments(refs: readonly string[]): Promise<Map<string, 'kept' | 'dismissed'>>;
}
