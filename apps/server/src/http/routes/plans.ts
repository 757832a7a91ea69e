import type { Product } from '@foyer/contract/vocabulary/plans';
import type { Serve } from '../serve.ts';
import type { Services } from '../services.ts';

export const servePlans = (serve: Serve, services: Services): void => {
  const tiered = async (accountId: string, product: Product, subId: string | undefined) => {
    const { plans, ...rest } = await services.listTieredPlans(accountId, product, subId);
    return { status: 200, body: { plans, data: { plans }, ...rest } };
  };

  serve('GET /api/subscription/v2/plans', ({ query }, { principal }) =>
    tiered(principal.accountId, query.product, query.subId),
  );
  serve('GET /api/subscription/v2/plans/:subId', ({ params }, { principal }) =>
    tiered(principal.accountId, 'scope', params.subId),
  );
  serve('GET /api/subscription/plans/:id/addons', async ({ params }, { principal }) => {
    const addons = await services.listAddOns(principal.accountId, params.id);
    return { status: 200, body: { addons, data: { addons } } };
  });
};
