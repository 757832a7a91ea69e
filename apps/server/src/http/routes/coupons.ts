import type { Services } from '../../compose.ts';
import type { Serve } from '../serve.ts';

export const serveCoupons = (serve: Serve, services: Services): void => {
  serve('POST /api/coupon/coupons/lookup', async ({ body }, { principal, origin }) => {
    const caller = { accountId: principal.accountId, ...origin };
    return services.showCode(caller, body.code, body.subId ?? null);
  });
  serve('GET /api/coupon/coupons/:code', async ({ params, query }, { principal, origin }) => {
    const caller = { accountId: principal.accountId, ...origin };
    return services.showCode(caller, params.code, query.subId ?? null);
  });
};
