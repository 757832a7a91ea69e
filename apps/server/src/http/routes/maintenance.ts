import type { Instant } from '@foyer/contract/vocabulary/instants';
import type { Services } from '../../compose.ts';
import type { Caller } from '../../services/billing/ports.ts';
import { readSubject } from '../../services/idempotency/subject.ts';
import { Refused } from '../../services/refused.ts';
import { Answer, type Serve } from '../serve.ts';

/** Parses the end of maintenance that the page showed. An invalid time is a bad request. */
const agreedEnd = (text: string | undefined): Instant | undefined => {
  if (text === undefined) return undefined;
  const instant = Date.parse(text);
  if (Number.isNaN(instant)) throw new Refused('INVALID_REQUEST', { field: 'expectedExpiration' });
  return instant;
};

export const serveMaintenance = (serve: Serve, services: Services): void => {
  /** Reply to a redeemed code: the licence and the new last day of its maintenance. */
  const extended = async ({ accountId, language }: Caller, id: string) => {
    const subscription = await services.readSubscription(accountId, id, language);
    return { id, subscription, newExpiration: subscription.maintenanceEnds ?? '' };
  };

  serve(
    'GET /api/subscription/subscriptions/:id/maintenance/options',
    ({ params, query }, { principal: { accountId } }) =>
      services.readMaintenanceOptions(accountId, params.id, query.quantity ?? 1),
  );
  serve(
    'PATCH /api/subscription/subscriptions/:id/maintenance',
    async ({ params, body }, { principal: { accountId }, origin, claim }) => {
      if (body.prepaidCouponId !== undefined) {
        const caller = { accountId, ...origin };
        const code = await services.findCode(caller, body.prepaidCouponId);
        if (code.type !== 'PrepaidMaintenance') throw new Refused('INVALID_COUPON_TYPE');
        await services.redeemCode(accountId, code, params.id, claim);
        return new Answer(200, await extended(caller, params.id));
      }
      const { maintenanceExtensionId: extensionId, quantity = 1, expectedTotalCents } = body;
      const expectedExpiration = agreedEnd(body.expectedExpiration);
      if (extensionId === undefined) throw new Refused('INVALID_REQUEST', { field: 'maintenanceExtensionId' });
      const order = { subscriptionId: params.id, extensionId, quantity, expectedTotalCents, expectedExpiration };
      return new Answer(202, await services.buyMaintenance(accountId, order, claim));
    },
    {
      fromSubject: async (text, { principal: { accountId }, origin }) => {
        const { purchaseId, subscriptionId } = readSubject(text);
        if (purchaseId) return new Answer(202, await services.readStartedPurchase(accountId, purchaseId));
        return new Answer(200, await extended({ accountId, ...origin }, subscriptionId ?? ''));
      },
    },
  );
  serve('GET /api/subscription/onetimepurchase/:id', ({ params }, { principal: { accountId } }) =>
    services.readPurchase(accountId, params.id),
  );
};
