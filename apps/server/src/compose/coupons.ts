import { newId } from '../adapters/new-id.ts';
import { codeLookupRowsOn } from '../adapters/postgres/coupon-store.ts';
import { deriveKey } from '../derive-keys.ts';
import { makeFindCode } from '../services/billing/find-code.ts';
import { makeRedeemCode } from '../services/coupons/redeem-code.ts';
import { makeShowCode } from '../services/coupons/show-code.ts';
import { makeListTieredPlans } from '../services/orders/list-tiered-plans.ts';
import { makeOrderWithCodes } from '../services/orders/order-with-codes.ts';
import type { makePlaceOrder } from '../services/orders/place-order.ts';
import { makePreviewOrder } from '../services/orders/preview-order.ts';
import type { Base } from './base.ts';
import type { Charging } from './charging.ts';

/** Connects the use cases of codes: look-up, redemption and orders with a code. */
export const composeCoupons = (base: Base, charging: Charging, placeOrder: ReturnType<typeof makePlaceOrder>) => {
  const { platform, database, reads } = base;
  const findCode = makeFindCode(platform, {
    inTransaction: (run) => database.transaction((sql) => run(codeLookupRowsOn(sql, () => newId('audit')))),
    counterKey: deriveKey(base.secrets[0], 'rate windows'),
  });
  const redeemCode = makeRedeemCode(platform, { ...base, ...charging });
  return {
    findCode,
    redeemCode,
    showCode: makeShowCode(platform, { reads, findCode }),
    orderWithCodes: makeOrderWithCodes({ findCode, redeemCode, placeOrder }),
    listTieredPlans: makeListTieredPlans(platform, { reads, findCode }),
    previewOrder: makePreviewOrder(platform, { reads, findCode }),
  };
};
