import type { Services } from '../../compose.ts';
import type { Serve, SignedIn } from '../serve.ts';

export const servePlans = (serve: Serve, services: Services): void => {
  const tiered = async (
    { principal: { accountId }, origin }: SignedIn,
    query: Parameters<Services['listTieredPlans']>[1],
  ) => {
    const { plans, ...rest } = await services.listTieredPlans({ accountId, ...origin }, query);
    return { plans, data: { plans }, ...rest };
  };

  serve('GET /api/subscription/v2/plans', ({ query }, context) => tiered(context, query));
  serve('GET /api/subscription/v2/plans/:subId', ({ params, query }, context) =>
    tiered(context, { subId: params.subId, coupon: query.coupon }),
  );
  serve('GET /api/subscription/plans/:id/addons', async ({ params }, { principal, origin }) => {
    const addons = await services.listAddOns(principal.accountId, params.id, origin.language);
    return { addons, data: { addons } };
  });
};
