import type { AccountId, SessionId, UserId } from '@foyer/contract/vocabulary/ids';
import type { Instant } from '@foyer/contract/vocabulary/instants';
import type { BillingStore } from '../billing/ports.ts';
import type { Origin, Principal, SecurityWrites } from '../identity/ports.ts';
import type { OperatorRows } from '../operator/ports.ts';

/** Step-up with the account password; gives the hash it was checked against. */
export type ConfirmPassword = (principal: Principal, password: string | undefined, origin: Origin) => Promise<string>;

/** Who leaves, and the address that mails in the queue may be for. */
export interface Leaver {
  readonly userId: UserId;
  readonly accountId: AccountId;
  readonly email: string;
}

/** What closing does beside billing and security. */
export interface ClosingRows {
  /** A card is being saved right now: it would arrive on an account that is gone. */
  isSavingCard(accountId: AccountId): Promise<boolean>;
  /**
   * Takes the card off the account, so that nothing can be charged to it any more, and notes that the provider is to
   * delete its customer. Gives every customer of the account that the provider has still to delete.
   */
  takeCardOff(accountId: AccountId, retryAt: Instant): Promise<string[]>;
  noteRemoved(customerRefs: readonly string[], at: Instant): Promise<void>;
  /** The provider said no: the card is on the account again, unless there is another one by now. */
  putCardBack(customerRef: string): Promise<void>;
  /** Erases the person by the keep-list (docs/personal-data.md); mails that wait in the queue go too. */
  forget(leaver: Leaver): Promise<void>;
}

export type ClosingStore = ClosingRows & SecurityWrites & Pick<BillingStore, 'lockAccount' | 'store'>;

/** Rows of closing with the audit log. `record` of the closing rows is the customer's activity. */
export type OperatorClosingStore = ClosingStore & { readonly recordCommand: OperatorRows['record'] };

/** A customer that the provider has still to delete. */
export interface OpenRemoval {
  readonly customerRef: string;
  readonly tries: number;
}

/** Removals that nobody is working on any more. */
export interface Removals {
  /** Those due by `now`, put off to `retryAt` so that another worker passes them over. */
  take(now: Instant, retryAt: Instant, limit: number): Promise<OpenRemoval[]>;
  done(customerRef: string, at: Instant): Promise<void>;
  putOff(customerRef: string, retryAt: Instant): Promise<void>;
}

export interface ExportRow {
  readonly id: string;
  readonly userId: UserId;
  /** Session that requested it last, and may download it. */
  readonly sessionId: SessionId | null;
  readonly requestedAt: Instant;
  readonly expiresAt: Instant | null;
  readonly bytes: number | null;
}

export interface PendingExport {
  readonly id: string;
  readonly userId: UserId;
  readonly accountId: AccountId;
}

export interface Exports {
  /** The newest one of a user. */
  latest(userId: UserId): Promise<ExportRow | null>;
  /** Of this user and no other (INV-20). */
  find(id: string, userId: UserId): Promise<(ExportRow & { readonly document: string | null }) | null>;
  pending(limit: number): Promise<PendingExport[]>;
  /**
   * Removes documents and keys of repeated calls that have expired, what happened more than a year ago, sessions and links
   * that have been over for 30 days, and rows and sandbox mails nobody needs after `rowsBefore`.
   */
  sweep(now: Instant, rowsBefore: Instant): Promise<void>;
}

/** The rows of exports within a transaction that holds the user's lock. */
export interface ExportRows {
  pendingOf(userId: UserId): Promise<ExportRow | null>;
  add(row: ExportRow): Promise<void>;
  /** Gives a pending export to another session of the user. */
  setSession(id: string, sessionId: SessionId): Promise<void>;
  isPending(id: string): Promise<boolean>;
  /** Every row keyed to the person, table by table, as one JSON text, secrets left out. */
  collect(userId: UserId, accountId: AccountId): Promise<string>;
  /** Stores the document; older ones of the same user go. */
  finish(row: Omit<ExportRow, 'sessionId'> & { readonly document: string; readonly readyAt: Instant }): Promise<void>;
}

export type InExportTransaction = <T>(work: (tx: ExportRows & SecurityWrites) => Promise<T>) => Promise<T>;
