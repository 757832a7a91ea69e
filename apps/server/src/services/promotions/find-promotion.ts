import type { AccountId } from '@foyer/contract/vocabulary/ids';
import type { Catalogue } from '@foyer/domain/catalogue/catalogue';
import { type Promotion, promotionNamed } from '@foyer/domain/catalogue/promotion';
import { type PromotionReading, readPromotionText } from '@foyer/domain/promotions/decode';
import type { makeCountedLookup } from '../billing/find-code.ts';
import type { Caller } from '../billing/ports.ts';
import type { CodeLookupStore, InLookupTransaction } from '../billing/promotion-ports.ts';

/** A found promotion, and the typed code. */
export interface FoundPromotion {
  readonly promotion: Promotion;
  readonly code: string | null;
}

export interface FindPromotionDependencies {
  readonly inLookupTransaction: InLookupTransaction;
  readonly countedLookup: ReturnType<typeof makeCountedLookup>;
  readonly catalogue: () => Catalogue;
}

type Find = (caller: Caller, text: string) => Promise<FoundPromotion | null>;

const makeFind =
  (
    { inLookupTransaction, countedLookup, catalogue }: FindPromotionDependencies,
    read: (
      store: CodeLookupStore,
      reading: PromotionReading,
      accountId: AccountId,
      promotions: readonly Promotion[],
    ) => Promise<FoundPromotion | null>,
  ): Find =>
  (caller, text) =>
    inLookupTransaction((store) =>
      countedLookup(caller, store, async () => {
        for (const reading of readPromotionText(text)) {
          const found = await read(store, reading, caller.accountId, catalogue().promotions);
          if (found) return found;
        }
        return null;
      }),
    );

/** Returns the promotion of a code that belongs to this account or to no account. */
const findByOwnOrSharedCode = async (
  store: CodeLookupStore,
  code: string,
  accountId: AccountId,
  promotions: readonly Promotion[],
): Promise<FoundPromotion | null> => {
  const row = await store.promotionCode(code, false);
  const promotion = promotions.find(({ id }) => id === row?.promotionId);
  return row && promotion && (row.accountId === null || row.accountId === accountId) ? { promotion, code } : null;
};

/** Finds a promotion to redeem by its code. A name beside the code must be that promotion's. Counts a code that fits none. */
export const makeFindByCode = (needs: FindPromotionDependencies): Find =>
  makeFind(needs, async (store, reading, accountId, promotions) => {
    const code = reading.kind === 'coded' ? reading.code : reading.word;
    const found = await findByOwnOrSharedCode(store, code, accountId, promotions);
    const agrees = reading.kind === 'bare' || promotionNamed(promotions, reading.name)?.id === found?.promotion.id;
    return agrees ? found : null;
  });

/** Finds a promotion to show by its name or code. A code beside a name is checked only when it is redeemed. */
export const makeFindByName = (needs: FindPromotionDependencies): Find =>
  makeFind(needs, async (store, reading, accountId, promotions) => {
    const promotion = promotionNamed(promotions, reading.kind === 'coded' ? reading.name : reading.word);
    if (promotion) return { promotion, code: reading.kind === 'coded' ? reading.code : null };
    return reading.kind === 'bare' ? findByOwnOrSharedCode(store, reading.word, accountId, promotions) : null;
  });
