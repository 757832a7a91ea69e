import { call } from '../../../lib/call.ts';

export interface PromotionOrder {
  promoCode: string;
  /** Set only if the customer declines auto-renew. */
  transitionAtEnd?: false;
}

/** Takes the promotion: all of its grants or none. A repeated request under the same key takes it once (PR-02). */
export const takePromotion = (order: PromotionOrder, idempotencyKey: string) =>
  call('POST /api/subscription/promotion', { body: order }, { idempotencyKey });
