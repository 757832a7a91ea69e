import type { AccountId } from '@foyer/contract/vocabulary/ids';
import type { Claimed, Promotion } from '@foyer/domain/promotions/promotion';
import type { Origin } from '../identity/ports.ts';
import type { RateWindowStore } from '../rate-windows/ports.ts';

/** A code that there is. */
export interface PromotionCode {
  readonly code: string;
  readonly promotionId: string;
  /** Whose it is; null for one that is good for whoever has it. */
  readonly accountId: AccountId | null;
}

/** What was done with a promotion so far. */
export interface PromotionUse {
  readonly claimed: Claimed;
  /** By all accounts, what was given back not counted; 0 where there is no limit. */
  readonly redemptions: number;
}

/** What a customer's own use of promotions needs of one transaction, under the account's lock. */
export interface PromotionRows {
  /** A code that was not revoked. With `lock` its row is locked until the transaction ends. */
  promotionCode(code: string, lock: boolean): Promise<PromotionCode | null>;
  /** With `lock` the row of a limited promotion is locked, so that its last redemption is nobody else's. */
  promotionUse(
    promotion: Pick<Promotion, 'id' | 'maxRedemptions'>,
    accountId: AccountId,
    lock: boolean,
  ): Promise<PromotionUse>;
}

/** Looking a promotion up, which makes the account's own code the first time. */
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
