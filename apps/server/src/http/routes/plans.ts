import type { Product } from '@foyer/contract/vocabulary/plans';
import type { Services } from '../../compose.ts';
import type { Serve, SignedIn } from '../serve.ts';

export const servePlans = (serve: Serve, services: Services): void => {
  const tiered = async (
    { principal: { accountId }, origin }: SignedIn,
    product: Product,
    subId: string | undefined,
    coupon: string | undefined,
  ) => {
    const { plans, ...rest } = await services.listTieredPlans({ accountId, ...origin }, product, subId, coupon);
    return { plans, data: { plans }, ...rest };
  };

  serve('GET /api/subscription/v2/plans', ({ query }, context) =>
    tiered(context, query.product, query.subId, query.coupon),
  );
  serve('GET /api/subscription/v2/plans/:subId', ({ params, query }, context) =>
    tiered(context, 'scope', params.subId, query.coupon),
  );
  serve('GET /api/subscription/plans/:id/addons', async ({ params }, { principal, origin }) => {
    const addons = await services.listAddOns(principal.accountId, params.id, origin.language);
    return { addons, data: { addons } };
  });
};
