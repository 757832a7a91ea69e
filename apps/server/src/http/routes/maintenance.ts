import { readSubject } from '../../services/billing/idempotency-subject.ts';
import { Refused } from '../../services/refused.ts';
import type { Serve } from '../serve.ts';
import type { Services } from '../services.ts';

export const serveMaintenance = (serve: Serve, services: Services): void => {
  /** What a code came to: the licence, with the day it is now maintained until. */
  const extended = async (accountId: string, id: string) => {
    const subscription = await services.readSubscription(accountId, id);
    return { id, subscription, newExpiration: subscription.maintenanceEnds ?? '' };
  };

  serve(
    'GET /api/subscription/subscriptions/:id/maintenance/options',
    async ({ params, query }, { principal: { accountId } }) => ({
      status: 200,
      body: await services.readMaintenanceOptions(accountId, params.id, query.quantity ?? 1),
    }),
  );
  serve(
    'PATCH /api/subscription/subscriptions/:id/maintenance',
    async ({ params, body }, { principal: { accountId }, origin, claim }) => {
      if (body.prepaidCouponId !== undefined) {
        const code = await services.findCode({ accountId, ...origin }, body.prepaidCouponId);
        if (code.type !== 'PrepaidMaintenance') throw new Refused('INVALID_COUPON_TYPE');
        await services.redeemCode(accountId, code, params.id, claim);
        return { status: 200, body: await extended(accountId, params.id) };
      }
      const { maintenanceExtensionId: extensionId, quantity = 1, expectedTotalCents } = body;
      if (extensionId === undefined) throw new Refused('INVALID_REQUEST', { field: 'maintenanceExtensionId' });
      const order = { subscriptionId: params.id, extensionId, quantity, expectedTotalCents };
      return { status: 202, body: await services.buyMaintenance(accountId, order, claim) };
    },
    {
      fromSubject: async (text, { principal: { accountId } }) => {
        const { purchaseId, subscriptionId } = readSubject(text);
        if (purchaseId) return { status: 202, body: await services.readStartedPurchase(accountId, purchaseId) };
        return { status: 200, body: await extended(accountId, subscriptionId ?? '') };
      },
    },
  );
  serve('GET /api/subscription/onetimepurchase/:id', async ({ params }, { principal: { accountId } }) => ({
    status: 200,
    body: await services.readPurchase(accountId, params.id),
  }));
};
