import type { AccountId, AttemptId } from '@foyer/contract/vocabulary/ids';
import { HOUR_MS, type Instant, MINUTE_MS } from '@foyer/contract/vocabulary/instants';
import type { BillingWrites } from '@foyer/domain/billing/draft';
import type { Attempt, BillingState, Invoice, InvoiceLine, Refund } from '@foyer/domain/billing/entities';
import type { Coupon, CouponClaim } from '@foyer/domain/coupons/coupon';
import type { TypedCode } from '@foyer/domain/coupons/typed-code';
import type { Purchase } from '@foyer/domain/maintenance/entities';
import type { Origin } from '../identity/ports.ts';
import type { RateWindowStore } from '../rate-windows/ports.ts';
import type { ReviewRows } from '../reviews/screening-ports.ts';
import type { CardRows, NewCard } from './card-ports.ts';
import type { PromotionRows } from './promotion-ports.ts';

/** Account as billing reads it, with its present: the time of its sandbox clock, else the real time. */
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
  /** Tries to give back what that attempt took, the oldest first; `at`: decided, or begun while nothing is decided. */
  readonly refunds: readonly (Pick<Refund, 'id' | 'status' | 'amountCents'> & { readonly at: Instant })[];
}

export interface ReceiptPageQuery {
  readonly pageSize: number;
  readonly offset: number;
  readonly after: { readonly finalizedAt: Instant; readonly id: string } | null;
  readonly unpaidOnly?: boolean;
}

/** A charge about to be sent: everything the gateway must be told. */
export interface ChargeOrder {
  readonly attempt: Attempt;
  readonly customerRef: string;
  readonly cardRef: string;
  /** When its row was written, and how long ago, both by the database's own clock: keys at the gateway do not live for ever. */
  readonly sentAtWall: Instant;
  readonly ageMs: number;
  /** Somebody else had it in hand before, and may have sent it. */
  readonly mayBeSent: boolean;
}

/** Reads, without a lock. */
export interface BillingReads {
  account(accountId: AccountId): Promise<LoadedAccount | null>;
  /** Subscriptions that are over, newest first. */
  endedSubscriptions(accountId: AccountId): Promise<BillingState['subscriptions']>;
  /** Ids of the subscriptions that each promotion made, a list per promotion. */
  promotionGroups(accountId: AccountId): Promise<readonly (readonly string[])[]>;
  createdAt(accountId: AccountId): Promise<
    ReadonlyMap<
      string,
      {
        createdAt: Instant;
        updatedAt: Instant;
        maintenanceEnds: Instant | null;
        prepaidCouponId: string | null;
      }
    >
  >;
  receipts(accountId: AccountId, query: ReceiptPageQuery): Promise<{ rows: readonly ReceiptRow[]; total: number }>;
  receipt(accountId: AccountId, id: string): Promise<ReceiptRow | null>;
  receiptOfInvoice(invoiceId: string): Promise<ReceiptRow | null>;
  chargeOrder(attemptId: AttemptId): Promise<ChargeOrder | null>;
  /** Those of them whose card and customer are known; one statement for all. */
  chargeOrders(attemptIds: readonly AttemptId[]): Promise<ChargeOrder[]>;
  attempt(attemptId: AttemptId): Promise<Attempt | null>;
  /** Payments and cards being saved whose bank waits for the customer. */
  openChallenges(accountId: AccountId): Promise<Attempt[]>;
  /** What a code stands for, and what this account did with it. */
  coupon(code: CodeKey, accountId: AccountId): Promise<CouponClaim | null>;
  /** Without a state by the postal code alone. */
  taxRatePpm(country: string, state: string | null, postalCode: string, now: Instant): Promise<number>;
}

export interface PurchaseRow {
  readonly purchase: Purchase;
  /** The attempt that paid it, else the last one; null when credit did. */
  readonly attempt: Attempt | null;
}

/** One-time purchases, without a lock. */
export interface PurchaseReads {
  purchase(accountId: AccountId, id: string): Promise<PurchaseRow | null>;
  purchaseOfInvoice(accountId: AccountId, invoiceId: string): Promise<PurchaseRow | null>;
}

/** What one billing transaction may do. Every one starts with the lock of its account. */
export interface BillingStore extends ReviewRows, PromotionRows, CardRows {
  lockAccount(accountId: AccountId): Promise<LoadedAccount | null>;
  /** In the order of their ids, so that two transactions never wait for each other. */
  lockAccounts(accountIds: readonly AccountId[]): Promise<LoadedAccount[]>;
  store(writes: BillingWrites): Promise<void>;
  /** Stores decisions about different accounts, with one statement for each table. */
  storeAll(writes: readonly BillingWrites[]): Promise<void>;
  /** The same as `reads.coupon`, its row locked: nobody else redeems it until this transaction ends. */
  claimCoupon(code: CodeKey, accountId: AccountId): Promise<CouponClaim | null>;
  /** Refuses a key that has a subject or an answer: a call that seemed dead and was taken over may not act as well (INV-9). */
  bindIdempotencyKey(claim: IdempotencyClaim, subject: string): Promise<void>;
  addSetupAttempt(accountId: AccountId, attempt: Attempt): Promise<void>;
  finishSetupAttempt(attempt: Attempt): Promise<void>;
  /** The saving of a card, unless it is decided; under the account's lock. */
  undecidedSetup(attemptId: AttemptId): Promise<Attempt | null>;
  setGatewayCustomer(accountId: AccountId, ref: string): Promise<void>;
  /** What the books know to be lost of a payment by disputes; under the account's lock. */
  bookedAsLost(attemptId: AttemptId): Promise<number>;
  /** Up to `limit` accounts with something due by the present, locked; those another worker holds are passed over. */
  claimDue(limit: number, except: readonly AccountId[]): Promise<AccountId[]>;
}

export type InBillingTransaction = <T>(run: (store: BillingStore) => Promise<T>) => Promise<T>;

export interface IdempotencyClaim {
  readonly accountId: AccountId;
  readonly key: string;
}

/** Payment provider. Every call that creates something names a key; the same key never acts twice. */
export interface PaymentGateway {
  readonly name: 'sandbox' | 'stripe';
  createCustomer(accountId: string, key: string): Promise<string>;
  /** Checks a card for later charges without the customer; it hangs on the customer when the answer is `saved`. */
  saveCard(order: SaveCardOrder): Promise<SaveCardAnswer>;
  charge(charge: GatewayCharge): Promise<ChargeAnswer>;
  /** What became of a payment or of the saving of a card: the gateway's present truth. Null when there is none. */
  retrieve(intentRef: string): Promise<GatewayIntent | null>;
  /** The payment of one attempt, found without its key; complete, so null means that none was ever made. */
  findByAttempt(attemptId: string, customerRef: string, since: Instant): Promise<GatewayIntent | null>;
  /**
   * Ends what waits for the customer; the answer says what holds, which may be a success that came first. Without a key: a
   * repeated end is the same end, and under a key a failure would be kept, so that nothing could be ended any more.
   */
  cancel(intentRef: string): Promise<GatewayIntent>;
  /** Takes a card off its customer: nobody charges it any more. One that is off, or was never there, is off. */
  detachCard(cardRef: string): Promise<void>;
  /** Deletes a customer with its cards. One that is deleted, or was never there, is deleted: a repeated call says the same. */
  deleteCustomer(customerRef: string): Promise<void>;
  refund(refund: GatewayRefund): Promise<RefundAnswer>;
  /** All refunds of one payment, as they are now: one that was taken may have failed since. */
  refundsOf(intentRef: string): Promise<readonly FoundRefund[]>;
  /** What the customer's bank took back of one payment for good: the sum of its disputes that were lost. */
  lostCentsOf(intentRef: string): Promise<number>;
  /** A card as the network now knows it; null when it was taken off its customer. */
  readCard(cardRef: string): Promise<SavedCard | null>;
  /** Reads an event that came to our webhook; null when its signature is missing, wrong or older than 300 s. */
  readEvent(raw: Buffer, signature: string | undefined, now: Instant): GatewayEvent | null;
  browserConfig(): { gateway: string; publishableKey: string | null };
}

/** Who an account is at the gateway. A new one is made under `key` while there is none. */
export interface GatewayCustomer {
  readonly ref: string | null;
  readonly key: string;
}

export interface SaveCardOrder {
  readonly customerRef: string;
  readonly token: string;
  readonly attemptId: string;
  readonly key: string;
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

export interface GatewayRefund {
  /** Ours, told to the gateway so that the refund can be found by it. */
  readonly refundId: string;
  readonly chargeRef: string;
  readonly amountCents: number;
  readonly key: string;
}

export interface Declined {
  readonly kind: 'declined';
  readonly intentRef: string | null;
  readonly code: string;
  readonly declineCode: string | null;
  readonly message: string;
}

/** The bank wants to hear from the customer (3-D Secure). The secret lets a browser go through with this one intent. */
export interface RequiresAction {
  readonly kind: 'requires_action';
  readonly intentRef: string;
  readonly clientSecret: string;
  /** A page of its own for the challenge, where the gateway has one. */
  readonly url: string | null;
}

export type SavedCard = Omit<NewCard, 'id' | 'gateway'>;

export type SaveCardAnswer = { readonly kind: 'saved'; readonly card: SavedCard } | RequiresAction | Declined;

export type ChargeAnswer =
  | { readonly kind: 'succeeded'; readonly intentRef: string; readonly chargeRef: string }
  | { readonly kind: 'processing'; readonly intentRef: string }
  | RequiresAction
  | Declined;

/** `canceled`: it was ended before anything was charged or saved. */
export type IntentState = ChargeAnswer | SaveCardAnswer | { readonly kind: 'canceled'; readonly intentRef: string };

export interface GatewayIntent {
  readonly ref: string;
  /** Ours when it carries the id of an attempt; the gateway account may serve others too. */
  readonly attemptId: string | null;
  readonly state: IntentState;
}

/** `pending`: the bank has not said yet. A refund that is refused for good is `failed`. */
export interface RefundAnswer {
  readonly kind: 'succeeded' | 'pending' | 'failed';
  readonly refundRef: string | null;
}

/** Ours when it carries the id of a refund; the vendor may have made it at the gateway, too. */
export interface FoundRefund extends RefundAnswer {
  readonly refundId: string | null;
  readonly amountCents: number;
}

/** What a webhook told: which object to look at again. Its other contents are neither believed nor kept (INV-10). */
export interface GatewayEvent {
  readonly id: string;
  readonly type: string;
  /** The payment, the saving of a card or the card that it is about, for a refund its payment; null for events that we have no use for. */
  readonly objectRef: string | null;
}

/** Gateways forget keys, Stripe from 24 h on: later a repeated call could act a second time (INV-12). */
export const GATEWAY_KEY_LIFETIME_MS = 20 * HOUR_MS;

/** A call that nobody waits for any more may still be worked on at the gateway, and what it makes turn up after a look. */
export const LATE_RESULT_WINDOW_MS = 10 * MINUTE_MS;

/** Nobody knows whether the call went through: it may be repeated under the same key, never under a new one (INV-12). */
export class GatewayUnavailable extends Error {
  /** The gateway repeats a failure it has kept under this key: asking again is of no use, looking is. */
  readonly replayed: boolean;

  constructor(cause?: unknown, { replayed = false } = {}) {
    super('the payment gateway did not answer', { cause });
    this.name = 'GatewayUnavailable';
    this.replayed = replayed;
  }
}

/** The gateway refused for a reason that is not the card's: nothing was charged. */
export class GatewayRejected extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'GatewayRejected';
  }
}

/** A code that was typed, and the hash its coupon is kept under. */
export interface CodeKey extends TypedCode {
  readonly hash: string;
}

/** A code that there is a coupon for. Whether it may still be used is another question. */
export interface FoundCode extends CodeKey {
  readonly type: Coupon['type'];
}

/** Whose call it is, and where it comes from: wrong codes are counted for both. */
export interface Caller extends Origin {
  readonly accountId: AccountId;
}

/** Rows of one rate-limited code look-up. */
export interface CodeLookupRows {
  readonly windows: Pick<RateWindowStore, 'update'>;
  /** Stores a wrong code among the account's security events, where operators see it. */
  recordWrongCode(caller: Caller): Promise<void>;
  findCoupon(hash: string): Promise<Pick<Coupon, 'batch' | 'type'> | null>;
}

export type InCodeTransaction = <T>(run: (store: CodeLookupRows) => Promise<T>) => Promise<T>;

/**
 * Records what became of the refunds of one payment, also of those that the vendor made at the gateway; false when one of
 * them cannot be in our books yet. Its row may be on its way, and in the end a person has to look (INV-2). Without an
 * `attempt` the payment itself is not in them.
 */
export type FollowRefunds = (attempt: Attempt | null, intentRef: string) => Promise<boolean>;
