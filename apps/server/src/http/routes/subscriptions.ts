import { wantsPlan, wantsToggle } from '../../services/billing/place-order.ts';
import type { Origin, Principal } from '../../services/identity/ports.ts';
import { Refused } from '../../services/refused.ts';
import type { Serve } from '../serve.ts';
import type { Services } from '../services.ts';

const callerOf = ({ accountId }: Principal, origin: Origin) => ({ accountId, ...origin });

export const serveSubscriptions = (serve: Serve, services: Services): void => {
  const changed = async (accountId: string, subscriptionId: string, invoiceId: string | null) => {
    const [subscription, receipt] = await Promise.all([
      services.readSubscription(accountId, subscriptionId),
      invoiceId === null ? null : services.readReceipt(accountId, invoiceId),
    ]);
    return { id: subscriptionId, subscription, receipt };
  };

  /** A call that died after its rows were committed is answered by what they came to, with the status of the first answer. */
  const fromSubject = async (text: string, accountId: string) => {
    const subject = await services.subjectOutcome(text);
    if (subject.subscriptionId === null) throw new Refused('NOT_FOUND');
    const body = await changed(accountId, subject.subscriptionId, subject.invoiceId);
    return { status: subject.changed ? 200 : 201, body };
  };

  serve('GET /api/subscription/plans', async ({ query }, { principal }) => {
    const { plans, trialDays } = await services.listPlans(principal.accountId, query.product);
    return { status: 200, body: { plans, data: { plans }, trialDays } };
  });
  serve('GET /api/subscription/subscriptions', async ({ query }, { principal }) => {
    const subscriptions = await services.listSubscriptions(principal.accountId, query);
    return { status: 200, body: { subscriptions, data: { subscriptions } } };
  });
  serve('GET /api/subscription/subscriptions/:id', async ({ params }, { principal }) => ({
    status: 200,
    body: await services.readSubscription(principal.accountId, params.id),
  }));
  serve('POST /api/subscription/subscriptions/preview', async ({ body }, { principal, origin }) => ({
    status: 200,
    body: await services.previewOrder(callerOf(principal, origin), body, body.subscriptionId ?? null),
  }));
  serve(
    'POST /api/subscription/subscriptions',
    async ({ body }, { principal, origin, claim }) => {
      const placed = await services.orderWithCodes(callerOf(principal, origin), body, null, claim);
      return {
        status: placed.changed ? 200 : 201,
        body: await changed(principal.accountId, placed.subscriptionId, placed.invoiceId),
      };
    },
    {
      fromSubject: (subject, { principal }) => fromSubject(subject, principal.accountId),
    },
  );
  serve(
    'PATCH /api/subscription/subscriptions/:id',
    async ({ params, body }, { principal, origin, claim }) => {
      const { accountId } = principal;
      if (wantsPlan(body) || (body.prepaidCouponId ?? null) !== null) {
        const placed = await services.orderWithCodes(callerOf(principal, origin), body, params.id, claim);
        return { status: 200, body: await changed(accountId, placed.subscriptionId, placed.invoiceId) };
      }
      if (!wantsToggle(body)) throw new Refused('INVALID_REQUEST');
      await services.toggleRenewal(accountId, params.id, body);
      return { status: 200, body: await changed(accountId, params.id, null) };
    },
    {
      fromSubject: async (subject, { principal }) => ({
        ...(await fromSubject(subject, principal.accountId)),
        status: 200,
      }),
    },
  );
  serve(
    'DELETE /api/subscription/subscriptions/:id',
    async ({ params }, { principal, claim }) => {
      await services.removeSubscription(principal.accountId, params.id, claim);
      return { status: 204, body: undefined };
    },
    { fromSubject: async () => ({ status: 204, body: undefined }) },
  );
};
