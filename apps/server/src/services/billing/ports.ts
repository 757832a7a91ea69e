import type { AccountId, AttemptId } from '@foyer/contract/vocabulary/ids';
import { HOUR_MS, type Instant, MINUTE_MS } from '@foyer/contract/vocabulary/instants';
import type { Coupon, CouponClaim } from '@foyer/domain/coupons/coupon';
import type { TypedCode } from '@foyer/domain/coupons/typed-code';
import type { BillingWrites } from '@foyer/domain/decision/draft';
import type { ChargePurpose } from '@foyer/domain/invoices/charge-purpose';
import type { Attempt, BillingState, Invoice, InvoiceLine, Refund } from '@foyer/domain/state/entities';
import type { Purchase } from '@foyer/domain/state/maintenance-entities';
import type { Origin } from '../identity/ports.ts';
import type { RateWindowStore } from '../rate-windows/ports.ts';
import type { CardRows, NewCard } from './card-ports.ts';
import type { PromotionRows } from './promotion-ports.ts';
import type { ReviewRows } from './review-ports.ts';

/** Account as billing reads it. `now` is the time of its sandbox clock, otherwise the real time. */
export interface LoadedAccount {
  readonly state: BillingState;
  readonly now: Instant;
}

/** Invoice with the rows that its receipt shows. */
export interface ReceiptRow {
  readonly invoice: Invoice & { readonly number: string };
  /** Country of the current billing address. Null if the receipt is not retried. */
  readonly country: string | null;
  /** Id of the current card. Null without a card, or if the receipt is not retried. */
  readonly cardId: string | null;
  readonly lines: readonly InvoiceLine[];
  /** Attempt that paid the invoice, otherwise the last one. */
  readonly attempt: Attempt | null;
  /** Refunds of that attempt, oldest first. `at` is the time of the decision, or of the request while it is undecided. */
  readonly refunds: readonly (Pick<Refund, 'id' | 'status' | 'amountCents'> & { readonly at: Instant })[];
}

export interface ReceiptPageQuery {
  readonly pageSize: number;
  readonly offset: number;
  readonly after: { readonly finalizedAt: Instant; readonly id: string } | null;
  readonly unpaidOnly?: boolean;
}

/** A charge to send, with all values that the gateway needs. */
export interface ChargeOrder {
  readonly attempt: Attempt;
  readonly purpose: ChargePurpose;
  readonly customerRef: string;
  readonly cardRef: string;
  /** Time and age of the attempt's row by the clock of the database. Keys at the gateway expire, so their age counts. */
  readonly sentAtWall: Instant;
  readonly ageMs: number;
  /** True if another process had the attempt before, and may have sent it. */
  readonly mayBeSent: boolean;
  /** Time of the backup that the database was restored from, while the gateway may know payments that the books lack. */
  readonly restoredFrom: Instant | null;
}

/** Id of an attempt that took money or may take it, with its payment. A payment with a decision of an operator has only that. */
export type AttemptRef = Pick<Attempt, 'id' | 'gatewayIntentRef'>;

/**
 * Answer to a claim. `claimed`: the attempt has the payment. `placed`: another attempt has it, or an operator has decided
 * about it. `over`: the attempt is no longer being sent.
 */
export type PaymentClaim = 'claimed' | 'placed' | 'over';

/** Writes for charges that a restored database does not know (decision 61). */
export interface RestoredCharges {
  /** Makes the id of an attempt its key at the gateway, because another charge has the key. */
  useOwnKey(attemptId: AttemptId): Promise<void>;
  /** Records that the database was restored, because the gateway has a payment of that time which the books lack. */
  recordRestore(paidAt: Instant): Promise<void>;
  /** Gives a payment of the gateway to an attempt, under the lock of its account. From then on no operator decides about it. */
  claimPayment(attempt: Pick<Attempt, 'id' | 'accountId'>, intentRef: string): Promise<PaymentClaim>;
}

/** Reads of billing, without a lock. */
export interface BillingReads {
  account(accountId: AccountId): Promise<LoadedAccount | null>;
  /** Returns ended subscriptions, newest first. */
  endedSubscriptions(accountId: AccountId): Promise<BillingState['subscriptions']>;
  /** Returns the subscription ids of each promotion, one list per promotion. */
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
  /** Returns the orders whose card and customer are known, in one statement. */
  chargeOrders(attemptIds: readonly AttemptId[]): Promise<ChargeOrder[]>;
  attempt(attemptId: AttemptId): Promise<Attempt | null>;
  /** Returns the attempt that a charge at the gateway paid for. Its metadata may name another attempt (decision 61). */
  attemptOfCharge(chargeRef: string): Promise<Attempt | null>;
  attemptRefs(accountId: AccountId): Promise<readonly AttemptRef[]>;
  /** Undecided payments and card setups whose bank waits for the customer. */
  openChallenges(accountId: AccountId): Promise<Attempt[]>;
  /** Coupon of a code, with the use that this account made of it. */
  coupon(code: CodeKey, accountId: AccountId): Promise<CouponClaim | null>;
  /** Tax rate of a place. Without a state, the postal code alone selects it. */
  taxRatePpm(country: string, state: string | null, postalCode: string, now: Instant): Promise<number>;
}

export interface PurchaseRow {
  readonly purchase: Purchase;
  /** Attempt that paid the purchase, otherwise the last one. Null if credit paid it. */
  readonly attempt: Attempt | null;
}

/** One-time purchases, without a lock. */
export interface PurchaseReads {
  purchase(accountId: AccountId, id: string): Promise<PurchaseRow | null>;
  purchaseOfInvoice(accountId: AccountId, invoiceId: string): Promise<PurchaseRow | null>;
}

/** Writes of one billing transaction. Each transaction first locks its account. */
export interface BillingStore extends ReviewRows, PromotionRows, CardRows {
  lockAccount(accountId: AccountId): Promise<LoadedAccount | null>;
  /** Locks accounts in the order of their ids, so that two transactions do not deadlock. */
  lockAccounts(accountIds: readonly AccountId[]): Promise<LoadedAccount[]>;
  store(writes: BillingWrites): Promise<void>;
  /** Stores decisions about different accounts, with one statement for each table. */
  storeAll(writes: readonly BillingWrites[]): Promise<void>;
  /**
   * Returns the same as `reads.coupon` and locks the row. Other calls cannot redeem the coupon until the transaction ends.
   */
  claimCoupon(code: CodeKey, accountId: AccountId): Promise<CouponClaim | null>;
  /**
   * Binds a key to the rows of a call. Refuses a key that is bound or answered: a slow call may not act after another took it
   * over (INV-9).
   */
  bindIdempotencyKey(claim: IdempotencyClaim, subject: string): Promise<void>;
  addSetupAttempt(accountId: AccountId, attempt: Attempt): Promise<void>;
  finishSetupAttempt(attempt: Attempt): Promise<void>;
  /** Returns an undecided card setup. The caller holds the lock of the account. */
  undecidedSetup(attemptId: AttemptId): Promise<Attempt | null>;
  setGatewayCustomer(accountId: AccountId, ref: string): Promise<void>;
  /**
   * Sum of lost disputes booked for a payment, less what was booked back (`wonCents`). The caller holds the lock of the
   * account.
   */
  bookedAsLost(attemptId: AttemptId): Promise<{ readonly bookedCents: number; readonly wonCents: number }>;
  /** Locks and returns up to `limit` accounts with due work. Accounts that another worker holds are skipped. */
  claimDue(limit: number, except: readonly AccountId[]): Promise<AccountId[]>;
}

export type InBillingTransaction = <T>(run: (store: BillingStore) => Promise<T>) => Promise<T>;

export interface IdempotencyClaim {
  readonly accountId: AccountId;
  readonly key: string;
}

/** Payment gateway. Each call that creates an object has a key, and the same key never acts twice. */
export interface PaymentGateway {
  readonly name: 'sandbox' | 'stripe';
  createCustomer(accountId: string, key: string): Promise<string>;
  /** Checks a card for later charges without the customer. If the answer is `saved`, the card is attached to the customer. */
  saveCard(order: SaveCardOrder): Promise<SaveCardAnswer>;
  charge(charge: GatewayCharge): Promise<ChargeAnswer>;
  /** Current state of a payment or card setup at the gateway. Null if it does not exist. */
  retrieve(intentRef: string): Promise<GatewayIntent | null>;
  /** Finds the payment of an attempt without its key. The search is complete, so null means that none was made. */
  findByAttempt(attemptId: string, customerRef: string, since: Instant): Promise<GatewayIntent | null>;
  /** Lists the payments since a time, of one customer or of all, also those of other systems. The list is complete. */
  listPayments(since: Instant, customerRef: string | null): Promise<readonly FoundPayment[]>;
  /** Lists the refunds since a time, also those of other systems. */
  listRefunds(since: Instant): Promise<readonly ListedRefund[]>;
  /** Lists the lost ones of the disputes that began since a time, also of payments of other systems. */
  listLostDisputes(since: Instant): Promise<readonly LostDispute[]>;
  /** Lists the cards that were saved since a time and can be charged, oldest first. */
  listCards(since: Instant): Promise<readonly ListedCard[]>;
  /**
   * Cancels an intent that waits for the customer, and returns its state. It may have succeeded before. The call has no key:
   * it is safe to repeat, and a failure stored under a key would block every later cancel.
   */
  cancel(intentRef: string): Promise<GatewayIntent>;
  /** Detaches a card from its customer, so that it cannot be charged. Succeeds also if the card is detached or unknown. */
  detachCard(cardRef: string): Promise<void>;
  /** Deletes a customer with its cards. Succeeds also if it is deleted or unknown, so a repeated call has the same result. */
  deleteCustomer(customerRef: string): Promise<void>;
  refund(refund: GatewayRefund): Promise<RefundAnswer>;
  /** Returns all refunds of a payment in their current state. A refund that succeeded may have failed since. */
  refundsOf(intentRef: string): Promise<readonly FoundRefund[]>;
  /** Sum of the lost disputes of a payment. */
  lostCentsOf(intentRef: string): Promise<number>;
  /** True while the customer's bank has not decided a dispute of the payment. */
  hasOpenDispute(intentRef: string): Promise<boolean>;
  /** Returns a card with the current data of the card network. Null if it is detached. */
  readCard(cardRef: string): Promise<SavedCard | null>;
  readEvent(raw: Buffer, signature: string | undefined, now: Instant): GatewayEvent | UnreadableEvent;
  browserConfig(): { gateway: string; publishableKey: string | null };
}

/**
 * Webhook body that is refused. `not_signed`: its signature is missing, wrong or older than 300 s. `not_an_event`: the
 * signature is right, but the body cannot be read as an event.
 */
export type UnreadableEvent = 'not_signed' | 'not_an_event';

/** Customer of an account at the gateway. While `ref` is null, one is created under `key`. */
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
  readonly attemptNo: number;
  /** Stored with the charge, so that it can be matched with the books. */
  readonly purpose: ChargePurpose;
  readonly key: string;
}

export interface GatewayRefund {
  /** Id of Foyer's row, sent to the gateway so that the refund can be found by it. */
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

/** The bank requires an action of the customer (3-D Secure). The secret lets a browser confirm only this intent. */
export interface RequiresAction {
  readonly kind: 'requires_action';
  readonly intentRef: string;
  readonly clientSecret: string;
  /** Page of the challenge, if the gateway has one. */
  readonly url: string | null;
}

export type SavedCard = Omit<NewCard, 'id' | 'gateway'>;

export type SaveCardAnswer = { readonly kind: 'saved'; readonly card: SavedCard } | RequiresAction | Declined;

export type ChargeAnswer =
  | { readonly kind: 'succeeded'; readonly intentRef: string; readonly chargeRef: string }
  | { readonly kind: 'processing'; readonly intentRef: string }
  | RequiresAction
  | Declined;

/** State of an intent. `canceled`: it ended before anything was charged or saved. */
export type IntentState = ChargeAnswer | SaveCardAnswer | { readonly kind: 'canceled'; readonly intentRef: string };

/** Facts on the page of the sandbox's bank. */
export interface BankQuestion {
  readonly state: IntentState;
  /** Amount of a charge. Null if a card is saved, which charges nothing. */
  readonly amountCents: number | null;
  readonly card: { readonly brand: string; readonly last4: string } | null;
}

export interface GatewayIntent {
  readonly ref: string;
  /** Id of the attempt. Null for intents of other systems that use the same gateway account. */
  readonly attemptId: string | null;
  readonly state: IntentState;
}

/** Payment in a list of the gateway, with what Foyer stored with it. */
export interface FoundPayment extends GatewayIntent {
  readonly customerRef: string | null;
  readonly amountCents: number;
  readonly refundedCents: number;
  readonly createdAt: Instant;
  /** Null if an earlier release or another system made the payment. */
  readonly purpose: ChargePurpose | null;
  readonly key: string | null;
}

/** State of a refund. `pending`: the bank has not decided yet. `failed` is final. */
export interface RefundAnswer {
  readonly kind: 'succeeded' | 'pending' | 'failed';
  readonly refundRef: string | null;
}

/** Refund at the gateway. `refundId` is null if the vendor made it there. */
export interface FoundRefund extends RefundAnswer {
  readonly refundId: string | null;
  readonly amountCents: number;
}

/** Refund in a list of the gateway, with its payment. */
export interface ListedRefund extends FoundRefund {
  readonly intentRef: string | null;
}

/** Money that a lost dispute took back, with its payment. */
export interface LostDispute {
  readonly intentRef: string;
  readonly amountCents: number;
}

/** Card in a list of the gateway, with its customer there. */
export interface ListedCard {
  readonly customerRef: string;
  readonly card: SavedCard;
}

/** Webhook event. It only names the object to read again; its other content is not trusted or stored (INV-10). */
export interface GatewayEvent {
  readonly id: string;
  readonly type: string;
  /** Id at the gateway of the payment, card setup or card that changed. A refund has the id of its payment. Null: the event is ignored. */
  readonly objectRef: string | null;
}

/** Time for which a key is safe. Gateways forget keys, Stripe after 24 h; a repeated call could then act twice (INV-12). */
export const GATEWAY_KEY_LIFETIME_MS = 20 * HOUR_MS;

/** Time in which a call that was abandoned may still create an object at the gateway, after a search found none. */
export const LATE_RESULT_WINDOW_MS = 10 * MINUTE_MS;

/** The outcome of a call is unknown. It may be repeated under the same key, never under a new one (INV-12). */
export class GatewayUnavailable extends Error {
  /** True if the gateway repeats a failure stored under this key. A repeated call is useless then; a look-up helps. */
  readonly replayed: boolean;

  constructor(cause?: unknown, { replayed = false } = {}) {
    super('payment gateway: no answer, so the outcome is unknown; repeat the call only with the same key', { cause });
    this.name = 'GatewayUnavailable';
    this.replayed = replayed;
  }
}

/** The gateway refused for a reason other than the card. Nothing was charged. */
export class GatewayRejected extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'GatewayRejected';
  }
}

/** The key was used for another request, whose result has to be looked up. */
export class GatewayKeyReused extends GatewayRejected {
  constructor(message: string) {
    super(message);
    this.name = 'GatewayKeyReused';
  }
}

/** A code that a customer typed, with the hash of its coupon. */
export interface CodeKey extends TypedCode {
  readonly hash: string;
}

/** A code with a coupon. The coupon may be used up. */
export interface FoundCode extends CodeKey {
  readonly type: Coupon['type'];
}

/** Account and origin of a call. Wrong codes are counted for both. */
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
 * Records the refunds of one payment, including those that the vendor made at the gateway. False if one cannot be recorded
 * yet because its row may still be written; in the end an operator decides (INV-2). `attempt` is null if Foyer has no row of
 * the payment. `reconciledBy`: rows may be lost, so a refund of Foyer without its row is booked like one of the vendor, and
 * recorded for this operator (decision 61).
 */
export type FollowRefunds = (
  attempt: Attempt | null,
  intentRef: string,
  reconciledBy?: { readonly actor: string; readonly reason: string },
) => Promise<boolean>;
