import type { Instant } from '@foyer/contract/vocabulary/instants';
import { newId } from '../adapters/new-id.ts';
import { codeLookupRowsOn } from '../adapters/postgres/coupon-store.ts';
import type { Database } from '../adapters/postgres/database.ts';
import { deriveKey } from '../derive-keys.ts';
import type { Secrets } from '../secrets.ts';
import { makeFindCode } from '../services/billing/find-code.ts';
import { makeListTieredPlans } from '../services/billing/list-tiered-plans.ts';
import { makeOrderWithCodes } from '../services/billing/order-with-codes.ts';
import type { makePlaceOrder } from '../services/billing/place-order.ts';
import { makePreviewOrder } from '../services/billing/preview-order.ts';
import { makeRedeemCode } from '../services/billing/redeem-code.ts';
import { makeShowCode } from '../services/billing/show-code.ts';

type OrderNeeds = Parameters<typeof makePlaceOrder>[0];
type ReadNeeds = Omit<Parameters<typeof makePreviewOrder>[0], 'findCode'>;

export type CodeParts = OrderNeeds &
  ReadNeeds & {
    readonly database: Database;
    readonly placeOrder: ReturnType<typeof makePlaceOrder>;
    readonly secrets: Secrets;
    readonly wallNow: () => Instant;
  };

/** Joins what is done with codes: showing one, redeeming it, ordering with it. */
export const composeCodes = (parts: CodeParts) => {
  const { database, reads, ruleContext, wallNow } = parts;
  const findCode = makeFindCode({
    inTransaction: (run) => database.transaction((sql) => run(codeLookupRowsOn(sql, () => newId('audit')))),
    counterKey: deriveKey(parts.secrets[0], 'rate windows'),
    wallNow,
  });
  const redeemCode = makeRedeemCode(parts);
  return {
    findCode,
    redeemCode,
    showCode: makeShowCode({ reads, findCode, ruleContext }),
    orderWithCodes: makeOrderWithCodes({ findCode, redeemCode, placeOrder: parts.placeOrder }),
    listTieredPlans: makeListTieredPlans({ reads, findCode, ruleContext }),
    previewOrder: makePreviewOrder({ reads, findCode, ruleContext }),
  };
};
