import type { AccountId } from '@foyer/contract/vocabulary/ids';
import type { Claimed, Promotion } from '@foyer/domain/catalogue/promotion';
import type { Origin } from '../identity/ports.ts';
import type { RateWindowStore } from '../rate-windows/ports.ts';

/** A stored promotion code. */
export interface PromotionCode {
  readonly code: string;
  readonly promotionId: string;
  /** Account that may use it. Null: every account. */
  readonly accountId: AccountId | null;
}

/** Uses of a promotion so far. */
export interface PromotionUse {
  readonly claimed: Claimed;
  /** Redemptions of all accounts without released ones. 0 for a promotion without a limit. */
  readonly redemptions: number;
}

/** Rows that a redemption reads and writes, in the transaction that holds the account's lock. */
export interface PromotionRows {
  /** A code that was not revoked. With `lock` its row is locked until the transaction ends. */
  promotionCode(code: string, lock: boolean): Promise<PromotionCode | null>;
  /**
   * Returns the uses of a promotion. With `lock`, the row of a limited promotion is locked, so that two accounts cannot take
   * its last redemption.
   */
  promotionUse(
    promotion: Pick<Promotion, 'id' | 'maxRedemptions'>,
    accountId: AccountId,
    lock: boolean,
  ): Promise<PromotionUse>;
}

/** Look-up of a promotion. It creates the code of the account the first time. */
export interface PromotionLookUps extends Pick<PromotionRows, 'promotionUse'> {
  findOrAddOwnCode(promotionId: string, accountId: AccountId, fresh: string): Promise<string>;
}

/** Rows of one rate-limited look-up of a promotion code. */
export interface CodeLookupStore {
  readonly windows: Pick<RateWindowStore, 'update'>;
  recordWrongCode(caller: Origin & { readonly accountId: AccountId }): Promise<void>;
  promotionCode(code: string, lock: boolean): Promise<PromotionCode | null>;
}

export type InLookupTransaction = <T>(run: (store: CodeLookupStore) => Promise<T>) => Promise<T>;
