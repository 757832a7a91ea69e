import type { Services } from '../../compose.ts';
import type { Caller } from '../../services/billing/ports.ts';
import type { Origin, Principal } from '../../services/identity/ports.ts';
import { wantsPlan, wantsToggle } from '../../services/orders/place-order.ts';
import { Refused } from '../../services/refused.ts';
import { Answer, type Serve } from '../serve.ts';

const callerOf = ({ accountId }: Principal, origin: Origin): Caller => ({ accountId, ...origin });

export const serveSubscriptions = (serve: Serve, services: Services): void => {
  const changed = async ({ accountId, language }: Caller, subscriptionId: string, invoiceId: string | null) => {
    const [subscription, receipt] = await Promise.all([
      services.readSubscription(accountId, subscriptionId, language),
      invoiceId === null ? null : services.readReceipt(accountId, invoiceId, language),
    ]);
    return { id: subscriptionId, subscription, receipt };
  };

  /** Repeats the response of a call whose process died after the commit. */
  const fromSubject = async (text: string, caller: Caller) => {
    const subject = await services.subjectOutcome(text);
    if (subject.subscriptionId === null) throw new Refused('NOT_FOUND');
    const body = await changed(caller, subject.subscriptionId, subject.invoiceId);
    return new Answer(subject.changed ? 200 : 201, body);
  };

  serve('GET /api/subscription/plans', async ({ query }, { principal, origin }) => {
    const { plans, trialDays } = await services.listPlans(principal.accountId, query.product, origin.language);
    return { plans, data: { plans }, trialDays };
  });
  serve('GET /api/subscription/subscriptions', async ({ query }, { principal, origin }) => {
    const subscriptions = await services.listSubscriptions(principal.accountId, query, origin.language);
    return { subscriptions, data: { subscriptions } };
  });
  serve('GET /api/subscription/subscriptions/:id', ({ params }, { principal, origin }) =>
    services.readSubscription(principal.accountId, params.id, origin.language),
  );
  serve('POST /api/subscription/subscriptions/preview', ({ body }, { principal, origin }) =>
    services.previewOrder(callerOf(principal, origin), body, body.subscriptionId ?? null),
  );
  serve(
    'POST /api/subscription/subscriptions',
    async ({ body: order }, { principal, origin, claim }) => {
      const caller = callerOf(principal, origin);
      const placed = await services.orderWithCodes(caller, order, null, claim);
      const body = await changed(caller, placed.subscriptionId, placed.invoiceId);
      return new Answer(placed.changed ? 200 : 201, body);
    },
    {
      fromSubject: (subject, { principal, origin }) => fromSubject(subject, callerOf(principal, origin)),
    },
  );
  serve(
    'PATCH /api/subscription/subscriptions/:id',
    async ({ params, body }, { principal, origin, claim }) => {
      const caller = callerOf(principal, origin);
      if (wantsPlan(body) || (body.prepaidCouponId ?? null) !== null) {
        const placed = await services.orderWithCodes(caller, body, params.id, claim);
        return changed(caller, placed.subscriptionId, placed.invoiceId);
      }
      if (!wantsToggle(body)) throw new Refused('INVALID_REQUEST');
      // A discount needs a plan. Without one it would be ignored silently.
      if (body.couponId != null) throw new Refused('INVALID_REQUEST', { field: 'couponId' });
      await services.toggleRenewal(caller.accountId, params.id, body);
      return changed(caller, params.id, null);
    },
    {
      fromSubject: async (subject, { principal, origin }) =>
        (await fromSubject(subject, callerOf(principal, origin))).body,
    },
  );
  serve(
    'DELETE /api/subscription/subscriptions/:id',
    ({ params, query }, { principal, claim }) =>
      services.removeSubscription(principal.accountId, params.id, claim, query.onlyRequest),
    { fromSubject: async () => undefined },
  );
};
