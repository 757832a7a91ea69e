import { newCode } from '../adapters/new-code.ts';
import { newId } from '../adapters/new-id.ts';
import { makePromotionLookUps, promotionRowsOn } from '../adapters/postgres/promotion-rows.ts';
import { makeRateWindows } from '../adapters/postgres/rate-windows.ts';
import { makeRecordWrongCode } from '../adapters/postgres/security-writes.ts';
import { deriveKey } from '../derive-keys.ts';
import { makeCountedLookup } from '../services/billing/find-code.ts';
import type { CodeLookupStore } from '../services/billing/promotion-ports.ts';
import type { CloseChallenges } from '../services/payments/close-challenges.ts';
import { makeLookUpPromotion } from '../services/promotions/look-up-promotion.ts';
import { makeRedeemPromotion } from '../services/promotions/redeem-promotion.ts';
import { makeReadScreening } from '../services/screening/read-screening.ts';
import type { Base } from './base.ts';

/** Connects promotions, and the state of an export review that customers see. */
export const composePromotions = (base: Base, closeChallenges: CloseChallenges) => {
  const { platform, database } = base;
  const finding = {
    ...base,
    closeChallenges,
    countedLookup: makeCountedLookup(platform, {
      counterKey: deriveKey(base.secrets[0], 'rate windows'),
    }),
    inLookupTransaction: <T>(run: (store: CodeLookupStore) => Promise<T>) =>
      database.transaction((sql) =>
        run({
          windows: makeRateWindows(sql),
          recordWrongCode: makeRecordWrongCode(sql, () => newId('audit')),
          ...promotionRowsOn(sql),
        }),
      ),
  };
  return {
    lookUpPromotion: makeLookUpPromotion(platform, {
      ...finding,
      lookUps: makePromotionLookUps(database),
      newCode,
    }),
    redeemPromotion: makeRedeemPromotion(platform, finding),
    readScreening: makeReadScreening(platform, base.screening),
  };
};
