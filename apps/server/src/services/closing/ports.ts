import type { AccountId, SessionId, UserId } from '@foyer/contract/vocabulary/ids';
import type { Instant } from '@foyer/contract/vocabulary/instants';
import type { BillingStore } from '../billing/ports.ts';
import type { SecurityWrites, UserOfAccount } from '../identity/ports.ts';
import type { By, OperatorRows } from '../operator/ports.ts';

/** Ids of the account, and its email address, which finds mails in the queue. */
export interface ClosingAccount {
  readonly userId: UserId;
  readonly accountId: AccountId;
  readonly email: string;
}

/** Order to close an account. It waits until the gateway has deleted its customer (decision 55). */
export interface ClosingOrder {
  readonly sessionId: SessionId | null;
  readonly requestId: string | null;
  /** Operator who gave it; null for the customer's own order. */
  readonly by: By | null;
}

/** Rows that closing changes in addition to those of billing and security. */
export interface ClosingRows {
  /** True while a card is being saved, because it would be added to a closed account. */
  isSavingCard(accountId: AccountId): Promise<boolean>;
  /**
   * Removes the card from the account, so that nothing can be charged to it, and records that the gateway has to delete
   * its customer. Returns all customers of the account that the gateway has not deleted yet.
   */
  takeCardOff(accountId: AccountId, retryAt: Instant): Promise<string[]>;
  markRemoved(customerRefs: readonly string[], at: Instant): Promise<void>;
  /** Restores the card after the gateway refused, unless the account has another one by then. */
  putCardBack(customerRef: string): Promise<void>;
  /** Stores the order, in place of an earlier one. The worker leaves it to the call until `retryAt`. */
  storeOrder(accountId: AccountId, order: ClosingOrder, orderedAt: Instant, retryAt: Instant): Promise<void>;
  /** Returns the order that waits; null if there is none, or it was dropped. */
  closingOrder(accountId: AccountId): Promise<(ClosingOrder & { readonly orderedAt: Instant }) | null>;
  /** Returns false if no order waits, or the customer was notified of it before. */
  markAnnounced(accountId: AccountId, at: Instant): Promise<boolean>;
  dropOrder(accountId: AccountId): Promise<void>;
  /** Erases personal data by the keep-list (docs/personal-data.md), with the mails in the queue. */
  erase(account: ClosingAccount): Promise<void>;
}

/** Rows of closing. `record` writes the customer's activity, `recordCommand` the audit log. */
export type ClosingStore = ClosingRows &
  SecurityWrites &
  Pick<BillingStore, 'lockAccount' | 'store'> & {
    readonly recordCommand: OperatorRows['record'];
  };

/** Account whose order waits. */
export interface DueOrder {
  readonly accountId: AccountId;
  readonly userId: UserId;
}

export interface ClosingOrders {
  /**
   * Orders due by `now` whose gateway customers are all deleted. Each is postponed with growing pauses, so that no other
   * worker takes it.
   */
  takeDue(now: Instant, limit: number): Promise<DueOrder[]>;
  /** Orders without a mail to the customer, whose call has ended by `now`. */
  unannounced(now: Instant, limit: number): Promise<DueOrder[]>;
}

/** Customer that the gateway has not deleted yet. */
export interface OpenRemoval {
  readonly customerRef: string;
  readonly tries: number;
}

/** Removals whose worker is gone. */
export interface Removals {
  /** Removals due by `now`. They are postponed to `retryAt`, so that no other worker takes them. */
  take(now: Instant, retryAt: Instant, limit: number): Promise<OpenRemoval[]>;
  done(customerRef: string, at: Instant): Promise<void>;
  putOff(customerRef: string, retryAt: Instant): Promise<void>;
}

export interface ExportRow extends UserOfAccount {
  readonly id: string;
  /** Session that requested it last, and may download it. */
  readonly sessionId: SessionId | null;
  readonly requestedAt: Instant;
  readonly expiresAt: Instant | null;
  readonly bytes: number | null;
}

export interface PendingExport extends UserOfAccount {
  readonly id: string;
}

export interface Exports {
  /** Newest export of a user. */
  latest(of: UserOfAccount): Promise<ExportRow | null>;
  /** Returns an export only if it belongs to this user (INV-20). */
  find(id: string, of: UserOfAccount): Promise<(ExportRow & { readonly document: string | null }) | null>;
  pending(limit: number): Promise<PendingExport[]>;
  /**
   * Deletes expired documents and idempotency keys, activity older than a year, and sessions and links that ended 30 days
   * ago. Deletes rows and sandbox mails that are not needed after `rowsBefore`.
   */
  sweep(now: Instant, rowsBefore: Instant): Promise<void>;
}

/** Rows of exports, in a transaction that holds the lock of the user. */
export interface ExportRows {
  pendingOf(of: UserOfAccount): Promise<ExportRow | null>;
  add(row: ExportRow): Promise<void>;
  /** Gives a pending export to another session of the user. */
  setSession(pending: Pick<ExportRow, 'id' | 'accountId'>, sessionId: SessionId): Promise<void>;
  isPending(asked: PendingExport): Promise<boolean>;
  /** Returns every row of the user and the account by table, as JSON text without secrets. */
  collect(userId: UserId, accountId: AccountId): Promise<string>;
  /** Stores the document and deletes older ones of the user. */
  finish(row: Omit<ExportRow, 'sessionId'> & { readonly document: string; readonly readyAt: Instant }): Promise<void>;
}

export type InExportTransaction = <T>(work: (tx: ExportRows & SecurityWrites) => Promise<T>) => Promise<T>;
