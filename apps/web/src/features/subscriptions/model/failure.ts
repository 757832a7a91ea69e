import { type ErrorsOf, type Failure, failureOf, type Reason } from '../../../lib/failure.ts';

/**
 * Classifies a refused order (SU-08). With a coupon, NOT_FOUND means that it expired or was used up after it was
 * checked.
 */
export const orderFailureOf = (cause: unknown, withCoupon: boolean): Failure => {
  const failure = failureOf(cause);
  return withCoupon && failure.reason === 'NOT_FOUND' ? { ...failure, reason: 'INVALID_COUPON' } : failure;
};

/** Codes of refusals that the same card may not meet again: the bank wanted a confirmation, or the gateway failed. */
const passingCodes: readonly (string | null)[] = [
  'authentication_required',
  'payment_intent_authentication_failure',
  'processing_error',
];

/** Returns whether the card was declined, so that another card is the likely way on. */
export const isCardDeclined = (failure: Failure | null): boolean =>
  failure?.reason === 'StripeCardError' &&
  !failure.isOfFirstOrder &&
  !passingCodes.includes(failure.error?.code ?? null);

/**
 * Returns whether a failure says to order again because the outcome is unknown. While the account lists the order as
 * pending, its notice takes the place of the failure: the order can only be waited for.
 */
export const isUnanswered = (failure: Failure): boolean => ['LOOK_AGAIN', 'RUNNING'].includes(failure.reason);

type ChoiceError = ErrorsOf<'POST /api/subscription/subscriptions/preview'> | 'NOT_FOUND';

/** Reasons why a choice is refused when its cost is requested. */
const choiceErrors: Readonly<Record<ChoiceError, true>> = {
  INVALID_PLAN: true,
  NOT_FOUND: true,
  TRIAL_ALREADY_USED: true,
  TRIAL_NOT_OFFERED: true,
  SUBSCRIPTION_LIMIT: true,
  PREPAID_NOT_MODIFIABLE: true,
  PAYMENT_REQUIRED: true,
  INVALID_COUPON: true,
  COUPON_REDEEMED: true,
  INVALID_COUPON_TYPE: true,
  PLANS_NOT_SUPPORTED: true,
};

/** Returns whether this choice will always be refused, so that only another one helps. */
export const isChoiceRefused = ({ reason }: { reason: Reason }): boolean => reason in choiceErrors;
