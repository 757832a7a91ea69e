import type { AccountId } from '@foyer/contract/vocabulary/ids';
import type { Catalogue } from '@foyer/domain/catalogue/catalogue';
import { type PromotionReading, readPromotionText } from '@foyer/domain/promotions/decode';
import { type Promotion, promotionNamed } from '@foyer/domain/promotions/promotion';
import type { GuessStore, InGuessTransaction } from '../../promotions/ports.ts';
import type { makeGuessCode } from '../find-code.ts';
import type { Caller } from '../ports.ts';

/** A promotion that was meant, and the code that came with it. */
export interface FoundPromotion {
  readonly promotion: Promotion;
  readonly code: string | null;
}

export interface FindPromotionNeeds {
  readonly inGuessTransaction: InGuessTransaction;
  readonly guess: ReturnType<typeof makeGuessCode>;
  readonly catalogue: () => Catalogue;
}

type Find = (caller: Caller, text: string) => Promise<FoundPromotion | null>;

const makeFind =
  (
    { inGuessTransaction, guess, catalogue }: FindPromotionNeeds,
    read: (
      store: GuessStore,
      reading: PromotionReading,
      accountId: AccountId,
      promotions: readonly Promotion[],
    ) => Promise<FoundPromotion | null>,
  ): Find =>
  (caller, text) =>
    inGuessTransaction((store) =>
      guess(caller, store, async () => {
        for (const reading of readPromotionText(text)) {
          const found = await read(store, reading, caller.accountId, catalogue().promotions);
          if (found) return found;
        }
        return null;
      }),
    );

/** The promotion of a code that this account may use: its own, or one that is nobody's. */
const ofCode = async (
  store: GuessStore,
  code: string,
  accountId: AccountId,
  promotions: readonly Promotion[],
): Promise<FoundPromotion | null> => {
  const row = await store.promotionCode(code, false);
  const promotion = promotions.find(({ id }) => id === row?.promotionId);
  return row && promotion && (row.accountId === null || row.accountId === accountId) ? { promotion, code } : null;
};

/** By its code, for taking it; a name beside the code has to be that promotion's. Counted as a guess when there is none. */
export const makeFindByCode = (needs: FindPromotionNeeds): Find =>
  makeFind(needs, async (store, reading, accountId, promotions) => {
    const code = reading.kind === 'coded' ? reading.code : reading.word;
    const found = await ofCode(store, code, accountId, promotions);
    const agrees = reading.kind === 'bare' || promotionNamed(promotions, reading.name)?.id === found?.promotion.id;
    return agrees ? found : null;
  });

/** By its name or its code, for a look at it. Whether a code that stands beside the name is good shows when it is used. */
export const makeFindByName = (needs: FindPromotionNeeds): Find =>
  makeFind(needs, async (store, reading, accountId, promotions) => {
    const promotion = promotionNamed(promotions, reading.kind === 'coded' ? reading.name : reading.word);
    if (promotion) return { promotion, code: reading.kind === 'coded' ? reading.code : null };
    return reading.kind === 'bare' ? ofCode(store, reading.word, accountId, promotions) : null;
  });
