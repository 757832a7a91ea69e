import type { AccountId, InvoiceId, PurchaseId, SubscriptionId } from '@foyer/contract/vocabulary/ids';
import type { Instant } from '@foyer/contract/vocabulary/instants';

/** Rows of the database as rules about perpetual licences see them, with the same column names. */

/** Maintenance period of a perpetual licence. Each begins at the end of the one before (I21). */
export interface MaintenancePeriod {
  readonly id: string;
  readonly subscriptionId: SubscriptionId;
  readonly startsAt: Instant;
  readonly expiresAt: Instant;
  readonly source: 'initial' | 'purchase' | 'coupon' | 'grant';
  /** Id of the source: a purchase, a redemption or the subscription. */
  readonly sourceId: string;
  /** Last notice sent, in days before the end; null if none was sent. */
  readonly noticedDays: number | null;
}

/** Purchase of a maintenance extension. Both dates are fixed when it begins. */
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
