import type { AccountId, InvoiceId, PurchaseId, SubscriptionId } from '@foyer/contract/vocabulary/ids';
import type { Instant } from '@foyer/contract/vocabulary/instants';

/** The rows that rules about perpetual licences decide about, named as in the database. */

/** A stretch of maintenance of a perpetual licence; each begins where the one before it ends (I21). */
export interface MaintenancePeriod {
  readonly id: string;
  readonly subscriptionId: SubscriptionId;
  readonly startsAt: Instant;
  readonly expiresAt: Instant;
  readonly source: 'initial' | 'purchase' | 'coupon' | 'grant';
  /** What it came from: a purchase, a redemption, the subscription itself. */
  readonly sourceId: string;
  /** The last of the marks, in days before its end, that the customer was mailed at. */
  readonly noticedDays: number | null;
}

/** An extension of maintenance that is being bought, or was (billing.md §2.5): both ends are fixed when it begins. */
export interface Purchase {
  readonly id: PurchaseId;
  readonly accountId: AccountId;
  readonly forSubscriptionId: SubscriptionId;
  readonly invoiceId: InvoiceId;
  readonly status: 'pending' | 'success' | 'failed';
  readonly extensionId: string;
  readonly name: string;
  readonly quantity: number;
  readonly unitAmountCents: number;
  readonly oldExpiration: Instant;
  readonly newExpiration: Instant;
  readonly purchasedAt: Instant;
}
