import type { AccountId, AttemptId } from '@foyer/contract/vocabulary/ids';
import type { Instant } from '@foyer/contract/vocabulary/instants';
import type { BillingWrites } from '@foyer/domain/billing/draft';
import type { Attempt, BillingState, Card, Invoice, InvoiceLine } from '@foyer/domain/billing/entities';

/** An account as billing sees it, with the moment it lives at: its sandbox clock's, else the present (billing.md §5). */
export interface LoadedAccount {
  readonly state: BillingState;
  readonly now: Instant;
}

/** What a customer sees as a receipt. */
export interface ReceiptRow {
  readonly invoice: Invoice & { readonly number: string };
  readonly lines: readonly InvoiceLine[];
  /** The attempt that paid it, else the last one. */
  readonly attempt: Attempt | null;
}

export interface ReceiptPageQuery {
  readonly pageSize: number;
  readonly offset: number;
  readonly after: { readonly finalizedAt: Instant; readonly id: string } | null;
}

/** A charge about to be sent: everything the gateway must be told. */
export interface ChargeOrder {
  readonly attempt: Attempt;
  readonly customerRef: string;
  readonly cardRef: string;
  readonly sentAtWall: Instant;
}

/** Reads, without a lock. */
export interface BillingReads {
  account(accountId: AccountId): Promise<LoadedAccount | null>;
  /** Subscriptions that are over, newest first. */
  endedSubscriptions(accountId: AccountId): Promise<BillingState['subscriptions']>;
  createdAt(
    accountId: AccountId,
  ): Promise<ReadonlyMap<string, { createdAt: Instant; updatedAt: Instant; maintenanceEnds: Instant | null }>>;
  receipts(accountId: AccountId, query: ReceiptPageQuery): Promise<{ rows: readonly ReceiptRow[]; total: number }>;
  receipt(accountId: AccountId, id: string): Promise<ReceiptRow | null>;
  receiptOfInvoice(invoiceId: string): Promise<ReceiptRow | null>;
  chargeOrder(attemptId: AttemptId): Promise<ChargeOrder | null>;
  attempt(attemptId: AttemptId): Promise<Attempt | null>;
  taxRatePpm(country: string, postalCode: string, now: Instant): Promise<number>;
}

/** What one billing transaction may do. Every one starts with the lock of its account. */
export interface BillingStore {
  lockAccount(accountId: AccountId): Promise<LoadedAccount | null>;
  store(writes: BillingWrites): Promise<void>;
  bindIdempotencyKey(claim: IdempotencyClaim, subject: string): Promise<void>;
  addSetupAttempt(accountId: AccountId, attempt: Attempt): Promise<void>;
  finishSetupAttempt(attempt: Attempt): Promise<void>;
  setGatewayCustomer(accountId: AccountId, ref: string): Promise<void>;
  replaceCard(accountId: AccountId, card: NewCard): Promise<void>;
  /** Up to `limit` accounts with something due by the present, locked; those another worker holds are passed over. */
  claimDue(limit: number): Promise<AccountId[]>;
}

export interface NewCard extends Card {
  readonly gateway: string;
  readonly country: string | null;
}

export type InBillingTransaction = <T>(run: (store: BillingStore) => Promise<T>) => Promise<T>;

export interface IdempotencyClaim {
  readonly accountId: AccountId;
  readonly key: string;
}

/** The payment provider (billing.md §4). Every call names a key; the same key never acts twice. */
export interface PaymentGateway {
  readonly name: 'sandbox' | 'stripe';
  createCustomer(accountId: string, key: string): Promise<string>;
  saveCard(customerRef: string, token: string, key: string): Promise<SaveCardAnswer>;
  charge(charge: GatewayCharge): Promise<ChargeAnswer>;
  browserConfig(): { gateway: string; publishableKey: string | null };
}

export interface GatewayCharge {
  readonly amountCents: number;
  readonly currency: 'usd';
  readonly customerRef: string;
  readonly cardRef: string;
  readonly onSession: boolean;
  readonly attemptId: string;
  readonly key: string;
}

export interface Declined {
  readonly kind: 'declined';
  readonly intentRef: string | null;
  readonly code: string;
  readonly declineCode: string | null;
  readonly message: string;
}

export type SaveCardAnswer = { readonly kind: 'saved'; readonly card: Omit<NewCard, 'id' | 'gateway'> } | Declined;

export type ChargeAnswer =
  | { readonly kind: 'succeeded'; readonly intentRef: string; readonly chargeRef: string }
  | Declined;

/** Nobody knows whether the call went through: it may be repeated under the same key, never under a new one (INV-12). */
export class GatewayUnavailable extends Error {
  constructor(cause?: unknown) {
    super('the payment gateway did not answer', { cause });
    this.name = 'GatewayUnavailable';
  }
}

/** The gateway refused for a reason that is not the card's: nothing was charged. */
export class GatewayRejected extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'GatewayRejected';
  }
}
