import type { Services } from '../../compose.ts';
import type { Caller } from '../../services/billing/ports.ts';
import { type PromotionTaken, readPromotionTaken } from '../../services/promotions/redeem-promotion.ts';
import type { Serve } from '../serve.ts';

export const servePromotions = (serve: Serve, services: Services): void => {
  const answer = async (
    { accountId, language }: Caller,
    { subscriptionIds, promotion, transitionAtEnd }: PromotionTaken,
  ) => {
    const subscriptions = await Promise.all(
      subscriptionIds.map((id) => services.readSubscription(accountId, id, language)),
    );
    return { subscriptions, promotion, transitionAtEnd };
  };

  serve('GET /api/subscription/promotion/account', ({ query }, { principal, origin }) =>
    services.lookUpPromotion({ accountId: principal.accountId, ...origin }, query.promotionName),
  );
  serve(
    'POST /api/subscription/promotion',
    async ({ body }, { principal, origin, claim }) => {
      const caller = { accountId: principal.accountId, ...origin };
      return answer(caller, await services.redeemPromotion(caller, body, claim));
    },
    {
      fromSubject: (subject, { principal: { accountId }, origin }) =>
        answer({ accountId, ...origin }, readPromotionTaken(subject)),
    },
  );
};
