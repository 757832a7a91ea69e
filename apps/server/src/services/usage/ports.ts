import type { UsageLimit } from '@foyer/contract/vocabulary/families';
import type { AccountId } from '@foyer/contract/vocabulary/ids';
import type { Instant } from '@foyer/contract/vocabulary/instants';
import type { Product } from '@foyer/contract/vocabulary/plans';

/** Use of a limit by an account, as its product measured it. */
export interface UsageReport {
  readonly product: Product;
  readonly limit: UsageLimit;
  /** Bytes of storage, or number of keys. */
  readonly used: number;
  readonly measuredAt: Instant;
}

export interface UsageRows {
  /** Stores a report. False if the stored one is as new or newer and another one. */
  storeUsage(accountId: AccountId, report: UsageReport, vendorKeyId: string): Promise<boolean>;
  /** Last report of each limit. */
  usageOf(accountId: AccountId): Promise<UsageReport[]>;
}
