import { call } from '../../../lib/call.ts';

export interface PromotionOrder {
  promoCode: string;
  /** Present only when the customer declines auto-renew. */
  transitionAtEnd?: false;
}

/** All that the promotion grants, or nothing; under the same key it is taken once (PR-02). */
export const takePromotion = (order: PromotionOrder, idempotencyKey: string) =>
  call('POST /api/subscription/promotion', { body: order }, { idempotencyKey });
