import type { Failure, Reason } from '../../../lib/failure.ts';

/** Refusals before the payment was begun, or after it was begun elsewhere. */
const withoutPayment: readonly Reason[] = [
  'QUOTE_CHANGED',
  'EXPIRED',
  'PAYMENT_METHOD_REQUIRED',
  'CARD_COUNTRY_UNSUPPORTED',
];

/**
 * Whether the payment was begun, so that its part of the credit stays used for the receipt. False while the outcome is
 * unknown, because the page then says nothing about credit.
 */
export const usesCredit = ({ reason, isUnknown }: Failure): boolean => !isUnknown && !withoutPayment.includes(reason);
