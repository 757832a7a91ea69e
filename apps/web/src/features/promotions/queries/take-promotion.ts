import { call } from '../../../lib/call.ts';

/** All that the promotion grants, or nothing; under the same key it is taken once (PR-02). */
export const takePromotion = (promoCode: string, idempotencyKey: string) =>
  call('POST /api/subscription/promotion', { body: { promoCode } }, { idempotencyKey });
