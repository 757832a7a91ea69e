import type { Subscription } from '@foyer/contract/api/shapes';
import { call } from '../../../lib/call.ts';
import type { RedeemRequest } from '../model/redemption.ts';

/** Redeems a code. A repeated request under the same key redeems it once (CD-04). */
export const redeemCode = async (
  code: string,
  request: RedeemRequest,
  idempotencyKey: string,
): Promise<Subscription> => {
  const body = { prepaidCouponId: code };
  const redeem = () => {
    if (request.kind === 'create') return call('POST /api/subscription/subscriptions', { body }, { idempotencyKey });
    const params = { id: request.subscriptionId };
    return request.kind === 'change'
      ? call('PATCH /api/subscription/subscriptions/:id', { params, body }, { idempotencyKey })
      : call('PATCH /api/subscription/subscriptions/:id/maintenance', { params, body }, { idempotencyKey });
  };
  const answer = await redeem();
  if (!('subscription' in answer)) throw new Error('redeeming a code: the answer has no subscription');
  return answer.subscription;
};
