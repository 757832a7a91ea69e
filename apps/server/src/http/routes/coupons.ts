import type { Serve } from '../serve.ts';
import type { Services } from '../services.ts';

export const serveCoupons = (serve: Serve, services: Services): void => {
  serve('GET /api/coupon/coupons/:code', async ({ params, query }, { principal, origin }) => {
    const caller = { accountId: principal.accountId, ...origin };
    return { status: 200, body: await services.showCode(caller, params.code, query.subId ?? null) };
  });
};
