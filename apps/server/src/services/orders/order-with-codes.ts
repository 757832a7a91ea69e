import type { AccountId } from '@foyer/contract/vocabulary/ids';
import type { FindCode } from '../billing/find-code.ts';
import type { Caller, FoundCode, IdempotencyClaim } from '../billing/ports.ts';
import { Refused } from '../refused.ts';
import type { makePlaceOrder, OrderOutcome, OrderRequest } from './place-order.ts';

/** Body of POST and PATCH subscriptions, with the codes as the customer typed them. */
export interface CodedRequest extends Omit<OrderRequest, 'discount'> {
  readonly couponId?: string | null | undefined;
  readonly prepaidCouponId?: string | null | undefined;
}

interface Dependencies {
  readonly findCode: FindCode;
  readonly redeemCode: (
    accountId: AccountId,
    code: FoundCode,
    subscriptionId: string | null,
    claim: IdempotencyClaim | null,
  ) => Promise<OrderOutcome>;
  readonly placeOrder: ReturnType<typeof makePlaceOrder>;
}

export const findDiscount = async (findCode: FindCode, caller: Caller, typed: string): Promise<FoundCode> => {
  const code = await findCode(caller, typed);
  if (code.type !== 'Discount') throw new Refused('INVALID_COUPON_TYPE');
  return code;
};

/** Adds the discount of `couponId` or `prepaidCouponId` to a request. Refuses other types of code. */
export const withDiscount = async (
  findCode: FindCode,
  caller: Caller,
  { couponId, prepaidCouponId, ...request }: CodedRequest,
): Promise<OrderRequest> => {
  const typed = prepaidCouponId ?? couponId;
  if (typed === undefined || typed === null) return request;
  return { ...request, discount: await findDiscount(findCode, caller, typed) };
};

/** Carries out POST and PATCH subscriptions. A prepaid code determines the plan; any other request is an order. */
export const makeOrderWithCodes =
  ({ findCode, redeemCode, placeOrder }: Dependencies) =>
  async (
    caller: Caller,
    request: CodedRequest,
    subscriptionId: string | null,
    claim: IdempotencyClaim | null,
  ): Promise<OrderOutcome> => {
    const { accountId } = caller;
    const typed = request.prepaidCouponId ?? null;
    if (typed !== null) {
      const code = await findCode(caller, typed);
      if (code.type !== 'Discount') return redeemCode(accountId, code, subscriptionId, claim);
    }
    return placeOrder(accountId, await withDiscount(findCode, caller, request), subscriptionId, claim);
  };
