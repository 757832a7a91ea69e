import type { Instant } from '@foyer/contract/vocabulary/instants';
import type { RuleContext } from '@foyer/domain/billing/draft';
import type { Catalogue } from '@foyer/domain/catalogue/catalogue';
import { newCode } from '../adapters/new-code.ts';
import { newId } from '../adapters/new-id.ts';
import type { Database } from '../adapters/postgres/database.ts';
import { makePromotionLookUps, promotionRowsOn } from '../adapters/postgres/promotion-rows.ts';
import { makeRateWindows } from '../adapters/postgres/rate-windows.ts';
import { makeScreeningReads } from '../adapters/postgres/review-rows.ts';
import { makeRecordWrongCode } from '../adapters/postgres/security-writes.ts';
import { deriveKey } from '../derive-keys.ts';
import type { Secrets } from '../secrets.ts';
import type { CloseChallenges } from '../services/billing/close-challenges.ts';
import { makeCountedLookup } from '../services/billing/find-code.ts';
import type { BillingReads, InBillingTransaction } from '../services/billing/ports.ts';
import { makeLookUpPromotion } from '../services/billing/promotions/look-up-promotion.ts';
import { makeRedeemPromotion } from '../services/billing/promotions/redeem-promotion.ts';
import { makeScreenAccount } from '../services/billing/reviews/open-review.ts';
import type { CodeLookupStore } from '../services/promotions/ports.ts';
import { makeReadScreening } from '../services/reviews/read-screening.ts';
import type { ScreenAccount, ScreenParty } from '../services/screening/ports.ts';

export interface PromotionParts {
  readonly database: Database;
  readonly catalogue: () => Catalogue;
  readonly secrets: Secrets;
  readonly reads: Pick<BillingReads, 'account'>;
  readonly inTransaction: InBillingTransaction;
  readonly closeChallenges: CloseChallenges;
  readonly screenAccount: ScreenAccount;
  readonly ruleContext: (now: Instant) => RuleContext;
  readonly wallNow: () => Instant;
}

/** Asks the vendor's screening about an account. */
export const composeScreening = (database: Database, screenParty: ScreenParty): ScreenAccount =>
  makeScreenAccount(makeScreeningReads(database), screenParty);

/** Joins promotions, and what a customer sees of an export review. */
export const composePromotions = (parts: PromotionParts) => {
  const { database } = parts;
  const finding = {
    ...parts,
    countedLookup: makeCountedLookup({
      counterKey: deriveKey(parts.secrets[0], 'rate windows'),
      wallNow: parts.wallNow,
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
    lookUpPromotion: makeLookUpPromotion({
      ...finding,
      lookUps: makePromotionLookUps(database),
      newCode,
    }),
    redeemPromotion: makeRedeemPromotion(finding),
    readScreening: makeReadScreening({ ...parts, reads: makeScreeningReads(database) }),
  };
};
